import { expect, test } from 'vitest'
import { endRequests } from '../../src/domain/approvals/end-requests.ts'
import { openApprovalScene } from '../support/approval-scene.ts'
import { type Call, createHarness } from '../support/harness.ts'
import { HOUR } from '../support/staff-scene.ts'

const harness = await createHarness()
const { clock, db, deps } = harness
const scene = await openApprovalScene(harness)
const { admin, aina, bala, person, market, approve, reject } = scene

const kopi = await market.shop()
const other = await market.shop()
await scene.require()

const DAY = 24 * HOUR
const offer = async (changes: object = {}, merchantId = kopi.id) => {
  const draft = await market.draft(merchantId, { globalRedemptionCap: 500, ...changes })
  const request = await aina('POST', `/admin/vouchers/${draft.id}/publish`)
  expect((await approve(bala, request)).status).toBe(200)
  return draft.id as string
}
const voucher = async (id: string) => (await admin('GET', `/admin/vouchers/${id}`)).body
const patch = (by: Call, id: string, changes: object) => by('PATCH', `/admin/vouchers/${id}`, changes)
const pending = async (by: Call, query = '') =>
  (await by('GET', `/admin/approvals?state=PENDING${query}`)).body.items
const history = async (target: string) =>
  (await admin('GET', `/admin/history?target=${target}`)).body.items.map(
    ({ summary, actor }: { summary: string; actor: { name: string } }) => `${actor.name}: ${summary}`,
  )

test('202: a guarded change waits as a whole, and is made exactly when a second person approves it', async () => {
  const id = await offer()
  const request = await patch(aina, id, { globalRedemptionCap: 900, title: 'Two for one' })
  expect(request.status).toBe(202)
  expect(request.body).toMatchObject({
    ...{ kind: 'voucher.update', state: 'PENDING', target: `voucher:${id}`, merchantId: kopi.id },
    ...{ summary: expect.stringContaining('Cap 500 → 900'), requestedBy: { kind: 'staff', name: 'Aina' } },
    changes: expect.arrayContaining([
      { field: 'Cap', property: 'globalRedemptionCap', from: '500', to: '900' },
    ]),
  })
  const before = await voucher(id)
  expect([before.globalRedemptionCap, before.title]).not.toContain(900)
  expect(await pending(bala, `&target=voucher:${id}`)).toMatchObject([
    { mayDecide: true, mayWithdraw: false },
  ])
  expect(await pending(aina, `&target=voucher:${id}`)).toMatchObject([
    { mayDecide: false, mayWithdraw: true },
  ])
  const approved = await approve(bala, request, 'Agreed on the phone.')
  expect(approved.body).toMatchObject({
    state: 'APPROVED',
    decidedBy: { name: 'Bala' },
    note: 'Agreed on the phone.',
  })
  expect(await voucher(id)).toMatchObject({
    ...{ globalRedemptionCap: 900, title: 'Two for one', version: before.version + 1 },
  })
  expect((await history(`voucher:${id}`)).slice(0, 3)).toEqual([
    expect.stringMatching(/^Aina: .*Cap 500 → 900/),
    'Bala: Request approved, with a note',
    expect.stringMatching(/^Aina: Approval requested: .*Cap 500 → 900/),
  ])
  expect((await db`select payload from approvals where id = ${request.body.id}`)[0]?.payload).toBe(null)
})

test('a request for a publication says so; its terms are in the request, and are no changes in History', async () => {
  const { id } = await market.draft(kopi.id, { globalRedemptionCap: 500 })
  const request = await aina('POST', `/admin/vouchers/${id}/publish`)
  expect(request.body).toMatchObject({
    summary: 'Publication',
    changes: expect.arrayContaining([
      expect.objectContaining({ property: 'globalRedemptionCap', to: '500' }),
    ]),
  })
  expect((await history(`voucher:${id}`))[0]).toBe('Aina: Approval requested to publish the voucher')
  const [entry] = (await admin('GET', `/admin/history?target=voucher:${id}`)).body.items
  expect(entry.changes.map(({ property }: { property: string }) => property)).toEqual(['status'])
  const other = await market.draft(kopi.id)
  const [publishAt, unpublishAt] = ['2030-01-01T08:00:00.000Z', '2030-02-01T08:00:00.000Z']
  const scheduled = await aina('PUT', `/admin/vouchers/${other.id}/schedule`, { publishAt, unpublishAt })
  const period = 'from 1 Jan 2030, 08:00 UTC to 1 Feb 2030, 08:00 UTC'
  expect(scheduled.body.summary).toBe(`Publication ${period}`)
  expect((await history(`voucher:${other.id}`))[0]).toBe(
    `Aina: Approval requested to publish the voucher ${period}`,
  )
})

test('at once: what is not guarded, lowering a cap, unpublishing, and a draft', async () => {
  const id = await offer()
  expect((await patch(aina, id, { title: 'New', globalRedemptionCap: 300 })).status).toBe(200)
  expect((await patch(aina, id, { globalRedemptionCap: 300, redemptionCount: 1 })).status).toBe(200)
  expect((await aina('POST', `/admin/vouchers/${id}/unpublish`)).status).toBe(200)
  const draft = await market.draft(kopi.id)
  expect((await patch(aina, draft.id, { redemptionValue: { amount: '5.00', currency: 'MYR' } })).status).toBe(
    200,
  )
})

test('400 and 412 before the queue: a change that would be refused is not requested', async () => {
  const id = await offer()
  const seen = (await pending(aina)).length
  const late = { validFrom: '2027-02-01T00:00:00.000Z', validUntil: '2027-01-01T00:00:00.000Z' }
  expect((await patch(aina, id, late)).status).toBe(400)
  const stale = await aina('PATCH', `/admin/vouchers/${id}`, { redemptionCount: 9 }, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
  const draft = await market.draft(kopi.id, { imagePath: null })
  expect((await aina('POST', `/admin/vouchers/${draft.id}/publish`)).body.error).toBe('voucher_incomplete')
  expect((await pending(aina)).length).toBe(seen)
})

test('the same request again is the one that waits', async () => {
  const { id } = await market.draft(kopi.id)
  const [one, two] = [
    await aina('POST', `/admin/vouchers/${id}/publish`),
    await aina('POST', `/admin/vouchers/${id}/publish`),
  ]
  expect(two.body.id).toBe(one.body.id)
})

test('403 own_request: by the person, and by the creator of the API key', async () => {
  const { body: key } = await aina('POST', '/admin/keys', { name: 'Automation', role: 'admin' })
  const id = await offer()
  const own = await patch(aina, id, { redemptionCount: 2 })
  const byKey = await patch(harness.as(key.key), id, { redemptionCount: 3 })
  expect([own.status, byKey.status]).toEqual([202, 202])
  for (const request of [own, byKey]) {
    const refused = await approve(aina, request)
    expect([refused.status, refused.body.error]).toEqual([403, 'own_request'])
    expect((await reject(aina, request)).body.error).toBe('own_request')
  }
  expect((await voucher(id)).redemptionCount).toBe(1)
})

test('403 session_needed: an API key never decides', async () => {
  const request = await patch(aina, await offer(), { redemptionCount: 2 })
  for (const refused of [await approve(admin, request), await reject(admin, request)])
    expect([refused.status, refused.body.error]).toEqual([403, 'session_needed'])
})

test('409 record_changed: the record moved since; the worker then ends the request', async () => {
  const id = await offer()
  const request = await patch(aina, id, { redemptionCount: 2 })
  await patch(aina, id, { title: 'Moved' })
  expect((await pending(bala, `&target=voucher:${id}`))[0].recordChanged).toBe(true)
  const refused = await approve(bala, request)
  expect([refused.status, refused.body.error]).toEqual([409, 'record_changed'])
  expect((await voucher(id)).redemptionCount).toBe(1)
  await endRequests(deps)
  expect((await aina('GET', `/admin/approvals/${request.body.id}`)).body.state).toBe('LAPSED')
  expect((await approve(bala, request)).body.error).toBe('record_changed')
  expect((await history(`voucher:${id}`))[0]).toBe('counterfoil: Request ended: the record has changed since')
})

test('409 approval_decided: rejected, withdrawn, approved twice, expired', async () => {
  const request = async () => patch(aina, await offer(), { redemptionCount: 2 })
  const [rejected, withdrawn, approved] = [await request(), await request(), await request()]
  expect((await reject(bala, rejected, 'Too many.')).body).toMatchObject({
    state: 'REJECTED',
    note: 'Too many.',
  })
  expect((await bala('POST', `/admin/approvals/${withdrawn.body.id}/withdraw`)).status).toBe(403)
  expect((await aina('POST', `/admin/approvals/${withdrawn.body.id}/withdraw`)).body.state).toBe('WITHDRAWN')
  await approve(bala, approved)
  for (const [one, state] of [
    [rejected, 'REJECTED'],
    [withdrawn, 'WITHDRAWN'],
    [approved, 'APPROVED'],
  ] as const) {
    const again = await approve(bala, one)
    expect([again.status, again.body]).toEqual([409, { error: 'approval_decided', details: { state } }])
    expect((await reject(bala, one)).status).toBe(409)
  }
})

test('decidable: exactly the requests that wait and that the caller may decide', async () => {
  const id = await offer()
  await patch(aina, id, { globalRedemptionCap: 901 })
  await patch(bala, id, { globalRedemptionCap: 902 })
  const idsOf = (items: { id: string }[]) => items.map((item) => item.id)
  for (const by of [aina, bala, admin]) {
    const waiting = await pending(by, '&limit=200')
    const { body } = await by('GET', '/admin/approvals?decidable=true&limit=200&count=true')
    expect(idsOf(body.items)).toEqual(
      idsOf(waiting.filter(({ mayDecide }: { mayDecide: boolean }) => mayDecide)),
    )
    expect(body.count.value).toBe(body.items.length)
  }
  const { body } = await aina('GET', `/admin/approvals?decidable=true&target=voucher:${id}`)
  expect(body.items).toMatchObject([{ requestedBy: { name: 'Bala' } }])
})

test('two approvers at once: one wins, the other is 409, and the change is made once', async () => {
  const chong = await person({ role: 'admin', name: 'Chong' })
  const id = await offer()
  const { version } = await voucher(id)
  const request = await patch(aina, id, { redemptionCount: 2 })
  const responses = await Promise.all([bala, chong, bala, chong].map((by) => approve(by, request)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const codes = responses.map(({ body }) => body.error).filter((code) => code !== undefined)
  expect(codes).toEqual(Array(3).fill('approval_decided'))
  expect((await voucher(id)).version).toBe(version + 1)
})

test('a merchant’s people decide on their own requests, an admin on all; others see nothing', async () => {
  const [mei, nur] = [
    await person({ role: 'merchant', merchantIds: [kopi.id], name: 'Mei' }),
    await person({ role: 'merchant', merchantIds: [kopi.id], name: 'Nur' }),
  ]
  const stranger = await person({ role: 'merchant', merchantIds: [other.id] })
  const support = await person({ role: 'support' })
  const id = await offer()
  const request = await patch(mei, id, { redemptionCount: 2 })
  expect(request.status).toBe(202)
  expect((await approve(stranger, request)).status).toBe(404)
  expect(await pending(stranger)).toEqual([])
  expect((await approve(support, request)).status).toBe(403)
  expect((await approve(nur, request)).status).toBe(200)
  const byAdmin = await patch(aina, id, { redemptionCount: 3 })
  expect((await pending(nur, `&target=voucher:${id}`))[0]).toMatchObject({
    ...{ mayDecide: false, requestedBy: { id: null, name: 'Operator' } },
  })
  expect((await approve(nur, byAdmin)).body.error).toBe('forbidden')
  expect((await approve(bala, byAdmin)).status).toBe(200)
})

test('409 requester_not_allowed: the requester was deactivated or has another role, or the key was revoked', async () => {
  const dina = await person({ role: 'admin', name: 'Dina' })
  const { body: key } = await admin('POST', '/admin/keys', { name: 'Job', role: 'admin' })
  const [one, two] = [await offer(), await offer()]
  const requests = [
    await patch(dina, one, { redemptionCount: 2 }),
    await patch(harness.as(key.key), two, { redemptionCount: 2 }),
  ]
  await admin('PATCH', `/admin/staff/${dina.id}`, { role: 'support' })
  await admin('DELETE', `/admin/keys/${key.id}`)
  for (const request of requests) {
    const refused = await approve(bala, request)
    expect([refused.status, refused.body.error]).toEqual([409, 'requester_not_allowed'])
    expect((await reject(bala, request)).status).toBe(200)
  }
})

test('a person who was demoted after their request arrived does not approve', async () => {
  const eko = await person({ role: 'admin', name: 'Eko' })
  const request = await patch(aina, await offer(), { redemptionCount: 2 })
  const blocker = await db.reserve()
  await blocker`begin`
  await blocker`update staff set role = 'support', version = version + 1 where id = ${eko.id}`
  const response = approve(eko, request)
  await expect
    .poll(async () => (await db`select from pg_stat_activity where wait_event_type = 'Lock'`).length)
    .toBeGreaterThan(0)
  await blocker`commit`
  blocker.release()
  expect((await response).body.error).toBe('forbidden')
})

test('requests end after 7 days: not approved from then on, ended by the worker', async () => {
  const id = await offer()
  const request = await patch(admin, id, { redemptionCount: 2 })
  clock.advance(7 * DAY)
  const late = await person({ role: 'admin', name: 'Late' })
  expect((await approve(late, request)).body).toEqual({
    ...{ error: 'approval_decided', details: { state: 'EXPIRED' } },
  })
  await endRequests(deps)
  expect((await admin('GET', `/admin/approvals/${request.body.id}`)).body).toMatchObject({
    ...{ state: 'EXPIRED', decidedBy: { kind: 'system' } },
  })
  expect((await history(`voucher:${id}`))[0]).toContain('nobody decided within 7 days')
})

test('counts: the badge of the queue, and the metrics', async () => {
  const { body } = await admin('GET', '/admin/approvals?state=PENDING&count=true&limit=1')
  const [row] = await db`select count(*)::int from approvals where state = 'PENDING'`
  expect(body.count).toEqual({ value: row?.count, isExact: true })
  const { body: metrics } = await admin('GET', '/metrics')
  expect(metrics).toContain(`counterfoil_approvals_pending ${row?.count}`)
})
