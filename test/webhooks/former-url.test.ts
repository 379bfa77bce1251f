import { expect, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { lockPartner } from '../../src/domain/partners/queries.ts'
import { type ClaimedDelivery, recordAttempts } from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import { retryDelivery } from '../../src/domain/webhooks/retry-delivery.ts'
import { transaction } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'
import {
  attemptResult,
  attemptsOf,
  claimDue,
  deliveryOf,
  emitEvents,
  endpointOf,
  eventually,
  onboardWithReceiver,
  startDelivering,
} from './delivery-scene.ts'

const delivering = await startDelivering({ leaseMs: 10 * 60 * 1000 })
const idle = await createHarness()

/** An event in flight to an endpoint that does not answer yet, whose partner has just changed its URL. */
async function changeUrlInFlight() {
  const { admin } = delivering
  const { partner, receiver: former } = await onboardWithReceiver(delivering)
  const reply = Promise.withResolvers<[number, Record<string, string>]>()
  former.behave = async (_request, response) => void response.writeHead(...(await reply.promise)).end()
  const [event] = await emitEvents(delivering, partner.id)
  await former.waitFor(1)
  const receiver = await openReceiver()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  return { partner, former, receiver, id: event?.id as string, reply: reply.resolve }
}

test.each<[string, number, Record<string, string>]>([
  ['410', 410, {}],
  ['429 with retry-after', 429, { 'retry-after': '3600' }],
  ['503 with retry-after', 503, { 'retry-after': '3600' }],
  ['500', 500, {}],
])(
  '%s from the former URL: the new URL is neither paused nor held, and gets the event at once',
  async (_name, status, headers) => {
    const { db, admin, clock } = delivering
    const { partner, former, receiver, id, reply } = await changeUrlInFlight()
    const before = clock.now
    reply([status, headers])
    await receiver.waitFor(1)
    await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
    expect(clock.now).toEqual(before)
    const known = await endpointOf(db, partner.id)
    expect([known?.pausedAt ?? null, known?.heldUntil ?? null, known?.failingSince ?? null]).toEqual([
      null,
      null,
      null,
    ])
    expect((await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPausedAt).toBeNull()
    // Both attempts are recorded, and the former URL gets nothing more.
    expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([
      [1, status],
      [2, 200],
    ])
    expect([former.received.length, receiver.received.length]).toEqual([1, 1])
  },
)

test('200 from the former URL: the event is delivered, and failures of the new URL still count', async () => {
  const { db } = delivering
  const { partner, receiver, id, reply } = await changeUrlInFlight()
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(delivering, partner.id)
  await eventually(async () => (await endpointOf(db, partner.id))?.failures === 1)
  reply([200, {}])
  await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
  expect((await endpointOf(db, partner.id))?.failures).toBe(1)
})

test('410 from a URL that was removed: the next URL is not paused', async () => {
  const { admin, db } = delivering
  const { partner, receiver, id, reply } = await changeUrlInFlight()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: null })
  reply([410, {}])
  await eventually(async () => (await attemptsOf(db, id)).length === 1)
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  await receiver.waitFor(1)
  expect((await endpointOf(db, partner.id))?.pausedAt ?? null).toBeNull()
})

/** A claimed delivery without a recorded attempt. */
async function claimOne() {
  const { partner, receiver } = await onboardWithReceiver(idle)
  const [event] = await emitEvents(idle, partner.id, 1, { notifies: false })
  const own = (await claimDue(idle)).find(({ partnerId }) => partnerId === partner.id) as ClaimedDelivery
  return { partner, receiver, id: event?.id as string, own }
}

test('410 recorded while the change of the URL commits: the new URL is not paused', async () => {
  const { db, clock } = idle
  const { partner, receiver, id, own } = await claimOne()
  const mayCommit = Promise.withResolvers<void>()
  const isChanged = Promise.withResolvers<void>()
  const changing = transaction(db, async (tx) => {
    await lockPartner(tx, CLI, partner.id)
    await tx`update partners set webhook_url = 'https://hooks.example.com/new' where id = ${partner.id}`
    isChanged.resolve()
    await mayCommit.promise
  })
  await isChanged.promise
  const recording = recordAttempts(
    db,
    [attemptResult(idle, own, { url: receiver.url, status: 410 })],
    clock.now,
  )
  await Promise.race([recording, new Promise((resolve) => setTimeout(resolve, 300))])
  mayCommit.resolve()
  await Promise.all([changing, recording])
  expect((await endpointOf(db, partner.id))?.pausedAt ?? null).toBeNull()
  expect(await deliveryOf(db, id)).toMatchObject({
    state: 'PENDING',
    failures: 0,
    dueAt: clock.now.toISOString(),
  })
})

test.each([500, 410, 200])(
  'a retry by hand while an attempt is in flight: its %d is recorded and changes nothing',
  async (status) => {
    const { db, deps, clock } = idle
    const { receiver, id, own } = await claimOne()
    clock.advance(1000)
    await retryDelivery(deps, CLI, id)
    await recordAttempts(db, [attemptResult(idle, own, { url: receiver.url, status })], clock.now)
    expect(await deliveryOf(db, id)).toMatchObject({
      state: 'PENDING',
      failures: 0,
      dueAt: clock.now.toISOString(),
      deliveredAt: null,
    })
    expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([[1, status]])
  },
)
