import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { deliverNow, workOffDeliverNow } from '../../src/domain/webhooks/deliver-now.ts'
import { recordAttempts } from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import { startWorker } from '../../src/process/worker.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import {
  attemptResult,
  claimDue,
  deliveryOf,
  emitEvents,
  endpointOf,
  eventually,
  LEASE_MS,
  onboardWithReceiver,
  startDelivering,
} from '../webhooks/delivery-scene.ts'
import * as behaviors from '../webhooks/receiver-behaviors.ts'

/** Two attempts. The test clock stands still, so a lease never ends: a long one keeps a slow machine from releasing. */
const harness = await startDelivering({ leaseMs: 10 * 60_000 }, { webhookRetryDelaysSeconds: [3600] })
const { clock, db, deps, homeDeps, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const HOUR_MS = 3_600_000
const FAILS = behaviors.respondsWith(500)
const WORKS = behaviors.respondsWith(200)
const now = () => clock.now.toISOString()
const send = (id: string, call = admin) => call('POST', `/admin/partners/${id}/webhook/deliver-now`)
const deliveryHealth = async (id: string) => (await admin('GET', `/admin/partners/${id}`)).body.delivery
const undelivered = async (id: string) =>
  (await admin('GET', `/admin/deliveries?partnerId=${id}&state=UNDELIVERED`)).body.items
const untilHealth = (id: string, expected: object) =>
  eventually(async () => {
    const health = await deliveryHealth(id)
    return Object.entries(expected).every(([name, value]) => health[name] === value) && health
  })

/** A partner with a failed delivery and one that waits for its second attempt. */
async function withUndelivered() {
  const hooked = await onboardWithReceiver(harness)
  const { partner, receiver } = hooked
  receiver.behave = FAILS
  const since = now()
  const [failed] = await emitEvents(harness, partner.id)
  await untilHealth(partner.id, { undelivered: 1 })
  clock.advance(HOUR_MS)
  await eventually(async () => (await deliveryOf(db, failed?.id as string))?.state === 'FAILED')
  const [waiting] = await emitEvents(harness, partner.id)
  await untilHealth(partner.id, { undelivered: 2 })
  clock.advance(1)
  receiver.received.length = 0
  return { ...hooked, since, ids: [failed?.id as string, waiting?.id as string] }
}

test('delivery: OK, FAILING from the first failure, PAUSED before FAILING, OFF when disabled or without a URL', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const change = (changes: object) => admin('PATCH', `/admin/partners/${partner.id}`, changes)
  const nothing = { state: 'OK', since: null, undelivered: 0, lastStatus: null }
  expect(await deliveryHealth(partner.id)).toEqual(nothing)
  await emitEvents(harness, partner.id)
  await untilHealth(partner.id, { ...nothing, lastStatus: 200 })
  receiver.behave = FAILS
  await emitEvents(harness, partner.id)
  const failing = { state: 'FAILING', since: now(), undelivered: 1, lastStatus: 500 }
  await untilHealth(partner.id, failing)
  const { body } = await admin('GET', `/admin/partners?q=${partner.slug}`)
  expect(body.items[0].delivery).toEqual(failing)

  clock.advance(1000)
  receiver.behave = behaviors.respondsWith(410)
  await emitEvents(harness, partner.id)
  await untilHealth(partner.id, { state: 'PAUSED', since: now(), undelivered: 2, lastStatus: 410 })
  await change({ disabled: true })
  expect(await deliveryHealth(partner.id)).toMatchObject({ state: 'OFF', since: null, undelivered: 2 })
  await change({ disabled: false })
  await admin('POST', `/admin/partners/${partner.id}/webhook/resume`)
  expect(await deliveryHealth(partner.id)).toEqual({ ...failing, undelivered: 2, lastStatus: 410 })
  await change({ webhookUrl: null })
  expect(await deliveryHealth(partner.id)).toMatchObject({ state: 'OFF', undelivered: 2, lastStatus: null })
})

test('no response: FAILING without a last status; two results in one record: the last one decides', async () => {
  const quiet = await createHarness()
  const { partner } = await onboardWithReceiver(quiet)
  const recorded = async (...statuses: number[]) => {
    await emitEvents(quiet, partner.id, statuses.length, { notifies: false })
    const claimed = await claimDue(quiet)
    const url = (await quiet.admin('GET', `/admin/partners/${partner.id}`)).body.webhookUrl
    const results = statuses.map((status, i) =>
      attemptResult(quiet, claimed[i] as (typeof claimed)[number], { url, status }),
    )
    await recordAttempts(quiet.db, results, quiet.clock.now)
    return (await quiet.admin('GET', `/admin/partners/${partner.id}`)).body.delivery
  }
  expect(await recorded(500, 200)).toMatchObject({ state: 'OK', lastStatus: 200, undelivered: 1 })
  expect(await recorded(200, 503)).toMatchObject({ state: 'FAILING', lastStatus: 503, undelivered: 2 })
  const since = quiet.clock.now.toISOString()
  quiet.clock.advance(1000)
  expect(await recorded(502)).toMatchObject({ state: 'FAILING', since, lastStatus: 502 })
  expect(await recorded(200, 500)).toMatchObject({ since: quiet.clock.now.toISOString(), lastStatus: 500 })
})

test('202: failed and waiting deliveries are sent now and start their schedule again; the count falls as they arrive', async () => {
  const { partner, receiver, ids, since } = await withUndelivered()
  expect((await undelivered(partner.id)).map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort())
  const { status, body } = await send(partner.id)
  expect([status, body]).toEqual([202, { deliveries: 2 }])
  expect(await deliveryHealth(partner.id)).toEqual({
    state: 'FAILING',
    since,
    undelivered: 2,
    lastStatus: 500,
  })
  await workOffDeliverNow(homeDeps)
  await receiver.waitFor(2)
  await eventually(async () => (await deliveryOf(db, ids[0] as string))?.failures === 1)
  await eventually(async () => (await deliveryOf(db, ids[1] as string))?.failures === 1)
  expect(await deliveryHealth(partner.id)).toMatchObject({ state: 'FAILING', since, undelivered: 2 })
  // They failed after the request, so they wait for their own time again.
  await workOffDeliverNow(homeDeps)
  expect((await deliveryOf(db, ids[0] as string))?.dueAt).toBe(
    new Date(clock.now.getTime() + HOUR_MS).toISOString(),
  )

  clock.advance(1)
  receiver.behave = WORKS
  expect((await send(partner.id)).body).toEqual({ deliveries: 2 })
  await workOffDeliverNow(homeDeps)
  await untilHealth(partner.id, { state: 'OK', since: null, undelivered: 0, lastStatus: 200 })
  expect(await undelivered(partner.id)).toEqual([])
  const [entry] = (await admin('GET', `/admin/audit?target=partner:${partner.id}`)).body.items
  expect(entry).toMatchObject({ action: 'partner.webhook.deliver_now', after: { deliveries: 2 } })
})

test('202: a paused endpoint is resumed, and a hold by retry-after ends', async () => {
  const { partner, receiver } = await withUndelivered()
  const holdUntil = new Date(clock.now.getTime() + HOUR_MS)
  await db`
    update endpoints set paused_at = ${clock.now}, pause_reason = 'GONE', held_until = ${holdUntil}
    where partner_id = ${partner.id}`
  receiver.behave = WORKS
  expect((await send(partner.id)).body).toEqual({ deliveries: 2 })
  expect(await endpointOf(db, partner.id)).toMatchObject({
    pausedAt: null,
    pauseReason: null,
    heldUntil: null,
  })
  await workOffDeliverNow(homeDeps)
  await untilHealth(partner.id, { state: 'OK', undelivered: 0 })
})

test('202: after a request, an endpoint that still fails is not paused at once, however long it has been failing', async () => {
  const { partner } = await withUndelivered()
  await db`
    update endpoints set failures = 100, failing_since = failing_since - interval '9 days', counted_since = null
    where partner_id = ${partner.id}`
  await send(partner.id)
  await workOffDeliverNow(homeDeps)
  await eventually(async () => (await endpointOf(db, partner.id))?.failures === 102)
  expect(await endpointOf(db, partner.id)).toMatchObject({ pausedAt: null, countedSince: now() })
})

test('an attempt that is in flight at the request and fails later is sent again too; the request ends after a lease', async () => {
  const quiet = await createHarness()
  const { partner } = await onboardWithReceiver(quiet)
  const [event] = await emitEvents(quiet, partner.id, 1, { notifies: false })
  const id = event?.id as string
  const { webhookUrl: url } = (await quiet.admin('GET', `/admin/partners/${partner.id}`)).body
  const claim = async () => (await claimDue(quiet))[0] as Awaited<ReturnType<typeof claimDue>>[number]
  await recordAttempts(quiet.db, [attemptResult(quiet, await claim(), { url, status: 500 })], quiet.clock.now)
  quiet.clock.advance(5000)
  const inFlight = attemptResult(quiet, await claim(), { url, status: 500 })
  quiet.clock.advance(1)
  expect(await deliverNow(quiet.deps, CLI, partner.id)).toEqual({ deliveries: 1 })
  await workOffDeliverNow(quiet.deps)
  expect((await deliveryOf(quiet.db, id))?.attempt).toBe(2)
  await recordAttempts(quiet.db, [inFlight], quiet.clock.now)
  expect(await claimDue(quiet)).toEqual([])
  await workOffDeliverNow(quiet.deps)
  expect(await claim()).toMatchObject({ eventId: id, attempt: 3, failures: 0 })
  expect((await endpointOf(quiet.db, partner.id))?.deliverNowAt).not.toBeNull()
  quiet.clock.advance(LEASE_MS)
  await workOffDeliverNow(quiet.deps)
  expect((await endpointOf(quiet.db, partner.id))?.deliverNowAt).toBeNull()
})

test('1,100 undelivered ones are worked off in batches; when a worker stops, the next one continues; each arrives', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = FAILS
  await emitEvents(harness, partner.id, 1100)
  await eventually(async () => {
    // A delivery that a busy worker releases is due a little later.
    clock.advance(1)
    return (await deliveryHealth(partner.id)).undelivered === 1100
  }, 60_000)
  clock.advance(1)
  receiver.received.length = 0
  receiver.behave = WORKS
  expect((await send(partner.id)).body).toEqual({ deliveries: 1100 })
  const stopping = new AbortController()
  await workOffDeliverNow(
    { ...homeDeps, eventNotifier: { ...deps.eventNotifier, notify: () => stopping.abort() } },
    stopping.signal,
  )
  const left = async () =>
    (await db`select from deliveries where partner_id = ${partner.id} and not failed_before`).length
  expect(await left()).toBe(100)
  const worker = startWorker((await startNode()).deps)
  await eventually(async () => (await left()) === 0)
  await eventually(async () => {
    // On a busy machine, an attempt may time out. Its delivery is due an hour later.
    clock.advance(10_000)
    return (await deliveryHealth(partner.id)).undelivered === 0
  }, 60_000)
  await worker.stop()
  expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id'])).size).toBe(1100)
}, 240_000)

test('202: a partner’s key sends its own; 404 not_found: another partner; 409 no_webhook_url', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const other = await onboardWithReceiver(harness, { webhookUrl: null })
  const access = { name: 'Own', role: 'partner', partnerId: partner.id }
  const asPartner = as((await admin('POST', '/admin/keys', access)).body.key)
  expect((await send(partner.id, asPartner)).body).toEqual({ deliveries: 0 })
  expect((await send(other.partner.id, asPartner)).body).toEqual({ error: 'not_found' })
  expect((await send(randomUUID())).body).toEqual({ error: 'not_found' })
  const refused = await send(other.partner.id)
  expect([refused.status, refused.body]).toEqual([409, { error: 'no_webhook_url' }])
})

test('a delivery that was sent again by hand counts as undelivered until it arrives; a replayed delivered one does not', async () => {
  const { partner, receiver, ids } = await withUndelivered()
  await deps.dispatcher.stop()
  await admin('POST', `/admin/deliveries/${ids[0]}/retry`)
  expect(await deliveryHealth(partner.id)).toMatchObject({ undelivered: 2 })
  await db`update deliveries set state = 'DELIVERED', delivered_at = ${clock.now} where event_id = ${ids[1] as string}`
  await admin('POST', `/admin/deliveries/${ids[1]}/retry`)
  expect((await undelivered(partner.id)).map(({ id }: { id: string }) => id)).toEqual([ids[0]])
  receiver.behave = WORKS
  const { body } = await admin('POST', `/admin/partners/${partner.id}/replay`, {
    since: '2026-01-01T00:00:00Z',
    only: 'undelivered',
  })
  expect(body).toMatchObject({ only: 'undelivered', total: 1 })
})
