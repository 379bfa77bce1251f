import { expect, test } from 'vitest'
import { type HashTurn, PasswordHasher } from '../../src/domain/staff/passwords/password-hash.ts'
import { PASSWORD_COSTS } from '../support/harness.ts'

const PASSWORD = 'seven quiet kettles sing'
const stranger = (address: string): HashTurn => ({ key: address, isStranger: true })
const MEMBER: HashTurn = { key: 'staff:aina', isStranger: false }

test('the service hashes passwords with the minimum of OWASP: 19 MiB and 2 passes', async () => {
  const hasher = new PasswordHasher()
  const hash = (await hasher.hash(PASSWORD, MEMBER)) as string
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await hasher.verify(PASSWORD, hash, MEMBER), await hasher.verify('another', hash, MEMBER)]).toEqual(
    [true, false],
  )
})

test('503 unavailable: more than 10 waiting hashes of one address; addresses take turns, so another one does not wait for all', async () => {
  const hasher = new PasswordHasher(PASSWORD_COSTS)
  const finished: string[] = []
  const hashFor = async (turn: HashTurn) => {
    const hashed = await hasher.hash(PASSWORD, turn)
    finished.push(turn.key)
    return typeof hashed === 'string' ? 'hashed' : hashed.code
  }
  const flood = Array.from({ length: 24 }, () => hashFor(stranger('203.0.113.9')))
  const second = Array.from({ length: 5 }, () => hashFor(stranger('203.0.113.10')))
  const outcomes = await Promise.all([...flood, ...second, hashFor(stranger('198.51.100.1'))])
  expect(outcomes.filter((outcome) => outcome === 'unavailable').length).toBe(14)
  expect(outcomes.slice(24)).toEqual(Array(6).fill('hashed'))
  const turns = finished.filter((_, i) => i >= 14)
  expect(turns.indexOf('198.51.100.1')).toBeLessThan(6)
  expect(hasher.hashCount).toBe(16)
})

test('a member on a known device is served when strangers have used up their places', async () => {
  const hasher = new PasswordHasher(PASSWORD_COSTS)
  const flood = Array.from({ length: 200 }, (_, i) => hasher.hash(PASSWORD, stranger(`10.0.0.${i % 20}`)))
  const late = hasher.hash(PASSWORD, stranger('198.51.100.1'))
  const member = hasher.hash(PASSWORD, MEMBER)
  expect(await late).toMatchObject({ code: 'unavailable' })
  expect(await member).toMatch(/^\$argon2id/)
  expect(hasher.hashCount).toBeLessThan(40)
  await Promise.all(flood)
})
