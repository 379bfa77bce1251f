import { expect, test } from 'vitest'
import { ACTIONS } from '../../src/domain/bulk/actions.ts'
import { runBulkJobs } from '../../src/domain/bulk/run-bulk.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openStaffScene } from '../support/staff-scene.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, deps, homeDeps, clock, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const { member } = openStaffScene(harness)
await harness.admin('PATCH', `/admin/partners/${issuer.partner.id}`, {
  webhookUrl: 'https://hooks.example/counterfoil',
})

const keyOf = async (access: object) => (await admin('POST', '/admin/keys', { name: 'Key', ...access })).body
const asSupport = as((await keyOf({ role: 'support' })).key)
const asMerchant = as((await keyOf({ role: 'merchant', merchantIds: [till.merchant.id] })).key)

let count = 0
const redeemMany = async (many: number) => {
  const voucher = await till.offer()
  const ids: string[] = []
  for (let i = 0; i < many; i += 1) {
    count += 1
    const { body } = await till.redeem(visitor(`user-${count}`), voucher.id, {
      consumerLat: undefined,
      consumerLng: undefined,
    })
    ids.push(body.id)
  }
  return { voucherId: voucher.id as string, ids }
}
const start = (body: object, call = asSupport) => call('POST', '/admin/bulk', body)
const view = async (id: string, call = asSupport) => (await call('GET', `/admin/bulk/${id}`)).body
const results = async (id: string, query = '', call = asSupport) =>
  (await call('GET', `/admin/bulk/${id}/results${query}`)).body.items
const redemption = async (id: string) => (await admin('GET', `/admin/redemptions/${id}`)).body
const VOID = { action: 'VOID', reason: 'The till was tested.' }

test('202: the ids are frozen, a worker voids them one by one, and each has its result under the name of the starter', async () => {
  const { voucherId, ids } = await redeemMany(3)
  const started = await start({ ...VOID, ids: [...ids, ids[0]?.toUpperCase()] })
  expect([started.status, started.body]).toMatchObject([202, { state: 'RUNNING', total: 3, done: 0 }])
  expect((await redemption(ids[0] as string)).voidedAt).toBeNull()
  await runBulkJobs(homeDeps)
  const { id } = started.body
  expect(await view(id)).toMatchObject({ state: 'DONE', total: 3, done: 3, succeeded: 3, startedBy: 'Key' })
  expect(await results(id)).toMatchObject(
    ids.map((recordId) => ({
      recordId,
      outcome: 'DONE',
      error: null,
      recordName: expect.stringContaining(' · Kopi Corner'),
    })),
  )
  expect(await db`select used from voucher_quotas where voucher_id = ${voucherId}`).toMatchObject([
    { used: 0 },
  ])
  const entries = (await admin('GET', '/admin/audit?action=redemption.void&limit=3')).body.items
  expect(entries.map(({ actor }: { actor: object }) => actor)).toMatchObject(Array(3).fill({ name: 'Key' }))
  const csv = await asSupport('GET', `/admin/bulk/${id}/results.csv`)
  expect(String(csv.body).trim().split('\r\n')).toHaveLength(4)
})

test('a filter: only what it matches at the start; 409 selection_changed if the number is another than the asked one', async () => {
  const { voucherId, ids } = await redeemMany(2)
  const filter = { voucherId, reviewed: false, status: 'FLAGGED' }
  const review = { action: 'REVIEW', outcome: 'ACCEPTED', filter }
  expect((await asSupport('POST', '/admin/bulk/count', { action: 'REVIEW', filter })).body).toEqual({
    total: 2,
  })
  expect(await start({ ...review, expectedTotal: 3 })).toMatchObject({
    status: 409,
    body: { error: 'selection_changed', details: { total: 2 } },
  })
  const { body } = await start({ ...review, expectedTotal: 2 })
  const late = await till.redeem(visitor('late'), voucherId, {
    consumerLat: undefined,
    consumerLng: undefined,
  })
  await runBulkJobs(homeDeps)
  expect(await view(body.id)).toMatchObject({
    ...{ state: 'DONE', total: 2, succeeded: 2, reviewOutcome: 'ACCEPTED' },
  })
  expect((await redemption(late.body.id)).review).toBeNull()
  expect((await redemption(ids[1] as string)).review).toMatchObject({
    outcome: 'ACCEPTED',
    reviewedByName: 'Key',
  })
})

test('reject and void: both in one transaction for each redemption', async () => {
  const { ids } = await redeemMany(1)
  const { body } = await start({ action: 'REJECT_AND_VOID', reason: 'Fraud.', note: 'Same phone.', ids })
  await runBulkJobs(homeDeps)
  expect(await view(body.id)).toMatchObject({ succeeded: 1 })
  expect(await redemption(ids[0] as string)).toMatchObject({
    voidReason: 'Fraud.',
    review: { outcome: 'REJECTED', note: 'Same phone.' },
  })
})

test('each record keeps the refusal of a single call: other merchants’ records, incomplete vouchers; nothing is named that the caller cannot see', async () => {
  const other = await openTill(harness)
  const foreign = await other.offer({ title: 'Hidden' })
  const own = await till.offer()
  const draft = (await admin('POST', `/admin/merchants/${till.merchant.id}/vouchers`, { title: 'Draft' }))
    .body
  const unpublish = await start({ action: 'UNPUBLISH', ids: [foreign.id, own.id] }, asMerchant)
  const publish = await start({ action: 'PUBLISH', ids: [draft.id, foreign.id] }, asMerchant)
  const before = await results(unpublish.body.id, '', asMerchant)
  await runBulkJobs(homeDeps)
  expect(await results(unpublish.body.id, '', asMerchant)).toMatchObject([
    { recordId: foreign.id, outcome: 'REFUSED', error: 'not_found', recordName: null },
    { recordId: own.id, outcome: 'DONE' },
  ])
  const refused = await results(publish.body.id, '?outcome=REFUSED', asMerchant)
  expect(refused).toMatchObject([
    {
      error: 'voucher_incomplete',
      issues: expect.arrayContaining([
        expect.objectContaining({ path: '/imagePath', message: 'needs an image' }),
      ]),
    },
    { error: 'not_found' },
  ])
  expect(JSON.stringify([before, refused])).not.toContain('Hidden')
  expect((await admin('GET', `/admin/vouchers/${foreign.id}`)).body.status).toBe('PUBLISHED')
})

test('send again: deliveries of a filter are due now', async () => {
  const filter = { partnerId: issuer.partner.id, type: 'REDEMPTION_VOIDED' }
  const [found] = await db`
    select count(*)::int as number from events where partner_id = ${issuer.partner.id} and type = 'REDEMPTION_VOIDED'`
  await db`update deliveries set state = 'FAILED' where event_id in (select id from events where type = 'REDEMPTION_VOIDED')`
  const { body } = await start({ action: 'RETRY_DELIVERY', filter })
  await runBulkJobs(homeDeps)
  expect(await view(body.id)).toMatchObject({ state: 'DONE', succeeded: found?.number, refused: 0 })
  const states = await db`
    select distinct state from deliveries where event_id in (select id from events where type = 'REDEMPTION_VOIDED')`
  expect(states.map(({ state }) => state)).toEqual(['PENDING'])
})

test('two workers at once: each record is changed once', async () => {
  const { voucherId } = await redeemMany(8)
  const { body } = await start({ action: 'REVIEW', outcome: 'REJECTED', filter: { voucherId } })
  const nodes = [await startNode(), await startNode()]
  await Promise.all(nodes.map((node) => runBulkJobs(node.deps)))
  await runBulkJobs(homeDeps)
  expect(await view(body.id)).toMatchObject({ state: 'DONE', succeeded: 8 })
  const ids = (await results(body.id)).map(({ recordId }: { recordId: string }) => `redemption:${recordId}`)
  const [reviews] = await db`
    select count(*)::int as number from audit_log where action = 'redemption.review' and target = any (${ids}::text[])`
  expect(reviews?.number).toBe(8)
})

test('the starter is deactivated after the first record: the rest stays as it was, and the job says why', async () => {
  const { ids } = await redeemMany(2)
  const person = await member({ role: 'support' })
  const headers = { cookie: person.cookie, origin: 'http://localhost', host: 'localhost' }
  const { body } = await harness.as(undefined)('POST', '/admin/bulk', { ...VOID, ids }, headers)
  await deps.homeDb.unsafe(`
    create function deactivate() returns trigger language plpgsql as
      $$ begin update staff set is_active = false where id = '${person.id}'; return null; end $$;
    create trigger deactivate after update on bulk_rows execute function deactivate()`)
  await runBulkJobs(homeDeps)
  await deps.homeDb.unsafe('drop function deactivate cascade')
  expect(await view(body.id, admin)).toMatchObject({ state: 'FAILED', cancelled: 1, succeeded: 1 })
  expect((await redemption(ids[1] as string)).voidedAt).toBeNull()
})

test('cancelled: what is done stays done, and a second call changes nothing', async () => {
  const { ids } = await redeemMany(2)
  const { body } = await start({ ...VOID, ids })
  const cancel = () => asSupport('POST', `/admin/bulk/${body.id}/cancel`)
  expect((await cancel()).body).toMatchObject({ state: 'CANCELLED', cancelled: 2 })
  await runBulkJobs(homeDeps)
  expect((await cancel()).body).toMatchObject({ state: 'CANCELLED', done: 2 })
  expect((await redemption(ids[0] as string)).voidedAt).toBeNull()
})

test('404 not_found: a job of somebody else, except for admins; the list has the caller’s own', async () => {
  const { body } = await start({ ...VOID, ids: [till.merchant.id] })
  const other = as((await keyOf({ role: 'support' })).key)
  for (const path of ['', '/results', '/results.csv'])
    expect((await other('GET', `/admin/bulk/${body.id}${path}`)).status).toBe(404)
  expect((await other('POST', `/admin/bulk/${body.id}/cancel`)).status).toBe(404)
  expect((await other('GET', '/admin/bulk')).body.items).toEqual([])
  expect((await asSupport('GET', '/admin/bulk')).body.items[0].id).toBe(body.id)
  expect((await view(body.id, admin)).total).toBe(1)
  await runBulkJobs(homeDeps)
  expect(await results(body.id)).toMatchObject([{ outcome: 'REFUSED', error: 'not_found' }])
})

const ID = '0199a7f9-e4a0-7d17-9e28-b3c60f75a106'

test.each([
  ['both ids and filter', { ...VOID, ids: [ID], filter: {} }, ''],
  ['neither', VOID, ''],
  ['a void without a reason', { action: 'VOID', ids: [ID] }, '/reason'],
  ['a note for a publication', { action: 'PUBLISH', ids: [ID], note: 'x' }, '/note'],
  ['a filter of another list', { ...VOID, filter: { endsWithinDays: 3 } }, '/filter/endsWithinDays'],
  ['a state of another list', { action: 'PUBLISH', filter: { state: 'FAILED' } }, '/filter/state'],
])('400: %s', async (_, body, path) => {
  const response = await start(body, admin)
  expect([response.status, response.body.issues[0].path]).toEqual([400, path])
})

test('403 forbidden: an action whose single call the role may not make; the same proof of identity as that call', async () => {
  expect((await start({ ...VOID, ids: [ID] }, asMerchant)).status).toBe(403)
  expect((await start({ action: 'PUBLISH', ids: [ID] })).status).toBe(403)
  const count = await asMerchant('POST', '/admin/bulk/count', { action: 'VOID', filter: {} })
  expect(count.status).toBe(403)
  // If one of these calls ever needs a proof, `startBulk` needs one for its action.
  expect(Object.values(ACTIONS).map(({ route }) => route.needsRecentProof)).toEqual(Array(6).fill(undefined))
})

test('note and reason are deleted when the job ends, and the whole job 30 days later', async () => {
  const [kept] = await db`select count(*)::int as number from bulk_jobs where input is not null`
  expect(kept?.number).toBe(0)
  clock.advance(31 * 24 * 60 * 60 * 1000)
  await deleteExpiredRows(deps)
  for (const table of ['bulk_rows', 'bulk_jobs'])
    expect(await db.unsafe(`select from ${table}`)).toHaveLength(0)
})
