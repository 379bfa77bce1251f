import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { clock, db, served } = harness
const admin = heldToContract(served, harness.admin)
const issuer = await onboardIssuer(harness)
const call = (await signedCalls(harness))(issuer.partner)
const visitor = visitorsOf(harness, issuer)

const PERSON = { email: 'mei@example.com', displayName: 'Mei', phone: '+60123456789' }
const PARTNER = { kind: 'partner', id: issuer.id, name: 'Example Bank' }

const upsert = (externalUserId: string, data: object = {}) =>
  call('POST', '/integrations/users', { externalUserId, ...data })
const anonymize = (externalUserId: string) => call('DELETE', `/integrations/users/${externalUserId}`)
/** The audit entries of a user, oldest first. */
const entriesOf = async (userId: string) =>
  (await admin('GET', `/admin/audit?target=user:${userId}`)).body.items.toReversed()
const actionsOf = async (userId: string) =>
  (await entriesOf(userId)).map(({ action, after }: { action: string; after: { fields: string[] } | null }) =>
    [action, ...(after?.fields ?? [])].join(' '),
  )
/** `xmin` changes with every write of the row. */
const rowOf = async (userId: string) =>
  (await db`select *, xmin::text as written_by from users where id = ${userId}`)[0]

test('each change of a user has an entry with actor, fields and time, and without personal data', async () => {
  const { userId } = (await upsert('mei-4711', PERSON)).body
  clock.advance(1000)
  await upsert('mei-4711', { email: 'new@example.com', displayName: 'Mei', phone: null, countryCode: 'MY' })
  await anonymize('mei-4711')
  await upsert('mei-4711', { locale: 'en-MY' })
  const entries = await entriesOf(userId)
  expect(await actionsOf(userId)).toEqual([
    'user.create email displayName phone',
    'user.update email phone countryCode',
    'user.anonymize',
    'user.revive locale',
  ])
  expect(entries[1]).toEqual({
    id: expect.any(String),
    at: clock.now.toISOString(),
    actor: PARTNER,
    action: 'user.update',
    target: `user:${userId}`,
    targetName: 'mei-4711',
    summary: 'E-mail address changed; Phone changed; Country changed',
    changes: expect.any(Array),
    facts: expect.any(Object),
    before: null,
    after: { fields: ['email', 'phone', 'countryCode'] },
  })
  // The name of the record is that of today, and is not stored in the log.
  const written = JSON.stringify(entries.map((entry: object) => ({ ...entry, targetName: null })))
  for (const personal of ['mei', 'Mei', 'example.com', '+60', 'MY']) expect(written).not.toContain(personal)
})

test('no entry: an upsert that changes nothing, which writes no row either, and a repeated anonymization', async () => {
  const { userId } = (await upsert('calm', { ...PERSON, countryCode: 'my' })).body
  const created = await rowOf(userId)
  clock.advance(1000)
  for (const data of [{ ...PERSON, countryCode: 'MY' }, { phone: PERSON.phone }, { locale: null }, {}])
    expect((await upsert('calm', data)).body).toEqual({ userId, created: false })
  expect(await rowOf(userId)).toEqual(created)
  expect(await actionsOf(userId)).toHaveLength(1)
  for (const _ of [1, 2, 3]) expect((await anonymize('calm')).status).toBe(204)
  expect(await actionsOf(userId)).toEqual([
    'user.create email displayName phone countryCode',
    'user.anonymize',
  ])
})

test('an upsert without data revives the user, with an entry', async () => {
  const { userId } = (await upsert('back')).body
  await anonymize('back')
  expect((await upsert('back')).body).toEqual({ userId, created: false })
  expect(await actionsOf(userId)).toEqual(['user.create', 'user.anonymize', 'user.revive'])
})

test('no entry: a token creates a user or fills its fields', async () => {
  const { id } = (await visitor('walk-in')('GET', '/me')).body
  await visitor('walk-in', { displayName: 'Walk-in' })('GET', '/me')
  expect(await entriesOf(id)).toEqual([])
})

test('concurrent upserts, revivals and anonymizations of one user: the entries match its final state', async () => {
  const { userId } = (await upsert('storm')).body
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => {
      if (i % 3 === 0) return anonymize('storm')
      return upsert('storm', { displayName: `Name ${i % 2}` })
    }),
  )
  const actions: string[] = (
    await db`
    select action from audit_log where target = ${`user:${userId}`} order by at, id`
  ).map(({ action }) => action)
  const count = (action: string) => actions.filter((one) => one === action).length
  const isGone = (await rowOf(userId))?.anonymizedAt !== null
  expect(count('user.create')).toBe(1)
  // Between two anonymizations there is always one revival.
  expect(count('user.anonymize') - count('user.revive')).toBe(isGone ? 1 : 0)
})

test('fifty concurrent first upserts of one user write one user.create entry', async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => upsert('crowd', { displayName: 'Crowd' })),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await actionsOf(responses[0]?.body.userId)).toEqual(['user.create displayName'])
})

test('500: if the entry cannot be written, neither is the user', async () => {
  const broken = await createHarness()
  const partner = await onboardIssuer(broken)
  const brokenCall = (await signedCalls(broken))(partner.partner)
  await broken.db.unsafe(
    `alter table audit_log add constraint none_of_users check (action not like 'user.%')`,
  )
  const response = await brokenCall('POST', '/integrations/users', { externalUserId: 'a' })
  expect(response.status).toBe(500)
  expect(await broken.db`select from users`).toHaveLength(0)
})
