import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeDeliveriesDue } from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import { makeResumedDeliveriesDue } from '../../src/domain/webhooks/resume-webhook.ts'
import { startWorker } from '../../src/process/worker.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'
import {
  emitEvents,
  eventually,
  onboardWithReceiver,
  type PartnerWithReceiver,
  startDelivering,
} from '../webhooks/delivery-scene.ts'

/** The test clock stands still, so a lease never ends. A long one keeps a slow machine from releasing deliveries. */
const LEASE = { leaseMs: 10 * 60 * 1000 }
const harness = await startDelivering(LEASE)
const { clock, db, homeDeps, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const HOUR_MS = 60 * 60 * 1000
const now = () => clock.now.toISOString()
const partnerOf = async (id: string) => (await admin('GET', `/admin/partners/${id}`)).body
const resume = (id: string, call = admin) => call('POST', `/admin/partners/${id}/webhook/resume`)
const auditOf = async (id: string) =>
  (await admin('GET', `/admin/audit?target=partner:${id}&action=partner.webhook.`)).body.items
const countOf = async (partnerId: string, state: string) => {
  const [row] = await db`select count(*) from deliveries where partner_id = ${partnerId} and state = ${state}`
  return row?.count
}
const resumptionOf = async (partnerId: string) =>
  (await db`select resumed_at from endpoints where partner_id = ${partnerId}`)[0]?.resumedAt

/** Fails `count` events, whose next attempts are in the future, then pauses the endpoint with a 410. */
async function pausedWith(count: number): Promise<PartnerWithReceiver> {
  const hooked = await onboardWithReceiver(harness)
  const { partner, receiver } = hooked
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(harness, partner.id, count)
  await eventually(async () => {
    // A delivery whose partner could not be looked up is released, and is due a little later.
    clock.advance(1)
    const [row] = await db`
      select count(*) from delivery_attempts join deliveries using (event_id) where partner_id = ${partner.id}`
    return row?.count === count
  }, 60_000)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  await emitEvents(harness, partner.id)
  await eventually(async () => (await partnerOf(partner.id)).webhookPausedAt)
  receiver.received.length = 0
  receiver.behave = (_request, response) => void response.end()
  return hooked
}

test('200: the pause ends, and waiting deliveries are sent at once', async () => {
  const { partner, receiver } = await pausedWith(3)
  expect(await partnerOf(partner.id)).toMatchObject({
    webhookPausedAt: clock.now.toISOString(),
    webhookPauseReason: 'GONE',
  })
  // The next attempts of the three are much later. The pause holds the fourth.
  clock.advance(1)
  const waiting = await emitEvents(harness, partner.id)
  const { status, body } = await resume(partner.id)
  expect([status, body.id, body.webhookPausedAt, body.webhookPauseReason]).toEqual([
    200,
    partner.id,
    null,
    null,
  ])
  await receiver.waitFor(1)
  await makeResumedDeliveriesDue(homeDeps)
  await receiver.waitFor(5)
  await eventually(async () => (await countOf(partner.id, 'DELIVERED')) === 5)
  expect(receiver.received.map(({ headers }) => headers['x-event-id'])).toContain(waiting[0]?.id)
  const [endpoint] = await db`select * from endpoints where partner_id = ${partner.id}`
  expect(endpoint).toMatchObject({ failures: 0, failingSince: null, heldUntil: null, resumedAt: null })
})

test('1,200 waiting deliveries become due in batches; when a worker stops, the next one continues', async () => {
  const { partner, receiver } = await pausedWith(1200)
  clock.advance(1)
  await resume(partner.id)
  const stopping = new AbortController()
  const eventNotifier = { ...homeDeps.eventNotifier, notify: () => stopping.abort() }
  await makeResumedDeliveriesDue({ ...homeDeps, eventNotifier }, stopping.signal)
  const [left] = await db`
    select count(*) from deliveries join delivery_attempts using (event_id)
    where partner_id = ${partner.id} and state = 'PENDING' and number = attempt and due_at > ${clock.now}`
  // All failed deliveries, including the 410, except one batch of 1,000.
  expect(left?.count).toBe(201)
  expect(await resumptionOf(partner.id)).not.toBeNull()

  const worker = startWorker((await startNode()).deps)
  await eventually(async () => {
    // A delivery that a busy worker releases is due a little later, but long before its next attempt.
    clock.advance(1)
    return receiver.received.length >= 1201
  }, 60_000)
  await eventually(async () => (await countOf(partner.id, 'DELIVERED')) === 1201, 60_000)
  await eventually(async () => (await resumptionOf(partner.id)) === null)
  await worker.stop()
  expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id'])).size).toBe(1201)
}, 240_000)

test('200: a delivery that fails after the resumption keeps its schedule', async () => {
  const { partner, receiver } = await pausedWith(3)
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  clock.advance(1)
  await resume(partner.id)
  await makeResumedDeliveriesDue(homeDeps)
  await receiver.waitFor(4)
  await eventually(async () => {
    const rows = await db`
      select from deliveries join delivery_attempts using (event_id)
      where partner_id = ${partner.id} and number = attempt and attempted_at = ${clock.now}`
    return rows.length === 4
  })
  // A worker may still make deliveries due after the resumption.
  expect(await makeDeliveriesDue(db, { partnerId: partner.id, resumedAt: now() }, 1000)).toBe(0)
})

test('200: an endpoint that is not paused stays unchanged, without an entry in the audit log', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const { delivery: _, ...before } = await partnerOf(partner.id)
  const { status, body } = await resume(partner.id)
  expect([status, body]).toEqual([200, before])
  expect(await auditOf(partner.id)).toEqual([])
})

test('a partner’s own key can resume; the audit log shows who resumed which endpoint', async () => {
  const { partner } = await pausedWith(1)
  const { webhookPausedAt } = await partnerOf(partner.id)
  const key = { name: 'Own', role: 'partner', partnerId: partner.id }
  const asPartner = as((await admin('POST', '/admin/keys', key)).body.key)
  expect((await resume(partner.id, asPartner)).status).toBe(200)
  const entries = await auditOf(partner.id)
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    action: 'partner.webhook.resume',
    actor: { name: 'Own' },
    before: { webhookPausedAt, webhookPauseReason: 'GONE' },
    after: { webhookPausedAt: null, webhookPauseReason: null },
  })
})

test('a new webhookUrl clears pause and hold, and gets the waiting deliveries', async () => {
  const worker = startWorker((await startNode()).deps)
  const { partner, receiver } = await pausedWith(2)
  const paused = await partnerOf(partner.id)
  await db`update endpoints set held_until = ${new Date(clock.now.getTime() + HOUR_MS)} where partner_id = ${partner.id}`
  clock.advance(1)
  const change = (webhookUrl: string) => admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl })
  expect((await change(receiver.url)).body).toMatchObject({ webhookPausedAt: paused.webhookPausedAt })
  const moved = await openReceiver()
  expect((await change(moved.url)).body).toMatchObject({ webhookPausedAt: null, webhookPauseReason: null })
  await eventually(async () => {
    // A delivery that a worker releases, because it still knows the old URL, is due a little later.
    clock.advance(1)
    return moved.received.length === 3
  })
  expect(receiver.received).toEqual([])
  await worker.stop()
})

test('409 no_webhook_url: the partner has no webhook URL', async () => {
  const { partner } = await onboardWithReceiver(harness, { webhookUrl: null })
  const response = await resume(partner.id)
  expect([response.status, response.body]).toEqual([409, { error: 'no_webhook_url' }])
})

test('404 not_found: an unknown partner', async () => {
  const response = await resume(randomUUID())
  expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
})
