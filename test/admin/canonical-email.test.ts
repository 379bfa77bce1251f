import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { canonicalEmail } from '../../src/platform/input/canonical-email.ts'
import { anyText } from '../support/any-text.ts'
import { createHarness } from '../support/harness.ts'
import { OTHER_PASSWORD, openStaffScene } from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, db } = harness
const { invited, member, signIn, forget } = openStaffScene(harness)
beforeEach(async () => {
  await forget()
})

/** Letters that programs lower-case, compose or decompose in different ways. */
const oddText = fc.string({ unit: fc.constantFrom(...'aIiİıſKÅÅΣσςßẞＡｉ.ÖÖ\u0307\u030a\u0308@') })

test('canonicalizing a second time changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, oddText), (text) => {
      expect(canonicalEmail(canonicalEmail(text))).toBe(canonicalEmail(text))
    }),
  )
})

test('PostgreSQL computes the same canonical form', async () => {
  const texts = fc.sample(oddText, 1000)
  const rows = await db<{ computed: string }[]>`
    select lower(normalize(text, NFC) collate "C") as computed
    from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`
  expect(rows.map(({ computed }) => computed)).toEqual(texts.map(canonicalEmail))
  const { id } = await invited({ email: 'ADMİN@Kopi.example' })
  const [row] = await db<{ canonicalEmail: string }[]>`select canonical_email from staff where id = ${id}`
  expect(row?.canonicalEmail).toBe(canonicalEmail('ADMİN@Kopi.example'))
})

test('401, then 429: all spellings that find an account share its limit; İ and i are different letters', async () => {
  await member({ email: 'mimi.köhler@kopi.example' })
  await forget()
  const spelled = (place: number) =>
    `m${'iI'[place & 1]}m${'iI'[(place >> 1) & 1]}.${['kö', 'ko\u0308'][(place >> 2) & 1]}hler@kopi.example`
  const guess = async (email: string) => {
    // The guesser's IP address has a separate limit.
    await db`delete from sign_in_failures where subject like 'address:%'`
    return (await signIn(email, OTHER_PASSWORD)).status
  }
  const statuses: number[] = []
  for (let place = 0; place < 16; place += 1) statuses.push(await guess(spelled(place)))
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
  const [{ entries: before }] =
    await db`select count(*)::int as entries from audit_log where target ~ '^staff:[0-9a-f]'`
  for (const email of ['mİmi', 'mimİ', 'mİmİ']) expect(await guess(`${email}.köhler@kopi.example`)).toBe(401)
  const [{ entries }] =
    await db`select count(*)::int as entries from audit_log where target ~ '^staff:[0-9a-f]'`
  expect(entries).toBe(before)
})

test('409 email_taken: another spelling of the address', async () => {
  await invited({ email: 'jörg@kopi.example' })
  const response = await admin('POST', '/admin/staff', {
    email: 'Jo\u0308rg@KOPI.example',
    name: 'Jörg',
    role: 'support',
  })
  expect([response.status, response.body.error]).toEqual([409, 'email_taken'])
})
