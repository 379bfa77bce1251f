import { expect, test } from 'vitest'
import { type Tx, transaction } from '../src/db.ts'
import { Refusal } from '../src/refusal.ts'
import { findOrCreateUser } from '../src/users/lifecycle.ts'
import { createHarness } from './harness.ts'
import { onboard, signedCalls } from './signing.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const acme = await onboard(admin)
const call = (await signedCalls(harness))(acme)

const visit = (externalUserId: string, claims: { email?: unknown; displayName?: unknown } = {}) =>
  transaction(db, (tx: Tx) => findOrCreateUser(tx, { partnerId: acme.id, externalUserId }, claims, clock.now))
const rows = (externalUserId: string) =>
  db`select email, display_name from users where external_user_id = ${externalUserId}`

test('an unknown user is created with what the token says', async () => {
  const user = await visit('new', { email: 'a@example.com', displayName: 'A' })
  expect(user).toEqual({
    id: expect.any(String),
    email: 'a@example.com',
    displayName: 'A',
    anonymizedAt: null,
  })
  expect(await visit('new')).toEqual(user)
})

test('claims never overwrite, and do not fill what is empty later', async () => {
  await visit('known', { displayName: 'First' })
  expect(await visit('known', { email: 'late@example.com', displayName: 'Second' })).toMatchObject({
    email: null,
    displayName: 'First',
  })
  expect(await rows('known')).toEqual([{ email: null, displayName: 'First' }])
})

test.each([
  ['too long', { email: 'x'.repeat(321), displayName: '🦊'.repeat(201) }],
  ['not text', { email: 42, displayName: { first: 'A' } }],
  ['empty', { email: '', displayName: '' }],
  ['with NUL', { email: 'a\0', displayName: '\0' }],
  ['with half a surrogate pair', { email: '\ud83e', displayName: 'a\udd8a' }],
])('claims that are %s are passed over, and the user is created', async (name, claims) => {
  expect(await visit(`odd ${name}`, claims)).toMatchObject({ email: null, displayName: null })
})

test('claims as long as their columns are kept', async () => {
  const claims = { email: '🦊'.repeat(320), displayName: '🦊'.repeat(200) }
  expect(await visit('long', claims)).toMatchObject(claims)
})

test('fifty first visits at once: one user, one row', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => visit('crowd', { displayName: 'C' })))
  expect(new Set(users.map((user) => (user instanceof Refusal ? user.code : user.id))).size).toBe(1)
  expect(await rows('crowd')).toHaveLength(1)
})

test('first visits and upserts at once: one user', async () => {
  const [visits, upserts] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => visit('both'))),
    Promise.all(
      Array.from({ length: 20 }, () => call('POST', '/integrations/users', { externalUserId: 'both' })),
    ),
  ])
  const ids = [
    ...visits.map((user) => (user instanceof Refusal ? user.code : user.id)),
    ...upserts.map(({ body }) => body.userId),
  ]
  expect(new Set(ids).size).toBe(1)
})

test('user_not_found: an anonymised user is not revived by a token', async () => {
  await visit('gone', { displayName: 'G' })
  await call('DELETE', '/integrations/users/gone')
  const refusal = await visit('gone', { displayName: 'G' })
  expect(refusal instanceof Refusal && refusal.code).toBe('user_not_found')
  expect(await rows('gone')).toEqual([{ email: null, displayName: null }])
  await call('POST', '/integrations/users', { externalUserId: 'gone' })
  expect(await visit('gone')).toMatchObject({ displayName: null })
})
