import { expect, test } from 'vitest'
import { openDispatcher } from '../../src/domain/webhooks/dispatch/dispatcher.ts'
import { createHarness } from '../support/harness.ts'
import type { Received } from '../support/receiver.ts'
import { emitEvents, eventually, onboardWithReceiver, type PartnerWithReceiver } from './delivery-scene.ts'
import * as behaviors from './receiver-behaviors.ts'

const INITIAL_LIMIT = 8
const MAX_LIMIT = 12
const harness = await createHarness()
const { db, deps } = harness

async function withWorker(work: () => Promise<void>, options = {}): Promise<void> {
  const limits = { initialLimit: INITIAL_LIMIT, maxLimit: MAX_LIMIT }
  const worker = openDispatcher(deps, { pollMs: 20, graceMs: 50, ...limits, ...options })
  worker.start()
  try {
    await work()
  } finally {
    await worker.stop()
  }
}

/** Answers on `release`, and counts the requests that are waiting. */
function holdResponses() {
  const waiting: (() => void)[] = []
  let maxWaiting = 0
  return {
    maxWaiting: () => maxWaiting,
    waiting: () => waiting.length,
    behave: (_request: unknown, response: { end(): void }) => {
      waiting.push(() => response.end())
      maxWaiting = Math.max(maxWaiting, waiting.length)
    },
    release: (count: number) => {
      for (const response of waiting.splice(0, count)) response()
    },
  }
}

/** A lane full of fan-out that its receiver does not answer. */
async function withFullLane(
  work: (lane: PartnerWithReceiver & { responses: ReturnType<typeof holdResponses> }) => Promise<void>,
): Promise<void> {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const responses = holdResponses()
  receiver.behave = responses.behave
  await emitEvents(harness, partner.id, 200, { isBulk: true })
  await withWorker(async () => {
    await receiver.waitFor(INITIAL_LIMIT - 1)
    await work({ partner, receiver, responses })
  })
}

const isSingle = ({ headers }: Received) => headers['x-event-type'] === 'CLAIM_CREATED'

test('requests in flight to one endpoint: the initial limit at first, then never more than the maximum', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const responses = holdResponses()
  receiver.behave = responses.behave
  await emitEvents(harness, partner.id, 100)
  await withWorker(async () => {
    await receiver.waitFor(INITIAL_LIMIT)
    expect(responses.maxWaiting()).toBe(INITIAL_LIMIT)
    while (receiver.received.length < 100 || responses.waiting() > 0) {
      responses.release(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  expect(responses.maxWaiting()).toBeGreaterThan(INITIAL_LIMIT)
  expect(responses.maxWaiting()).toBeLessThanOrEqual(MAX_LIMIT)
})

test('single events are sent before fan-out that was queued earlier', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  await emitEvents(harness, partner.id, 60, { isBulk: true, notifies: false })
  await emitEvents(harness, partner.id, 8, { notifies: false })
  await withWorker(async () => void (await receiver.waitFor(68)))
  const positions = receiver.received.flatMap((one, i) => (isSingle(one) ? [i] : []))
  expect(positions.length).toBe(8)
  expect(Math.max(...positions)).toBeLessThan(2 * INITIAL_LIMIT)
})

test('a lane full of unanswered fan-out: a single event is sent at once', async () => {
  await withFullLane(async ({ partner, receiver }) => {
    const held = await db`select from deliveries where partner_id = ${partner.id} and attempt > 0`
    expect(held.length).toBeGreaterThan(INITIAL_LIMIT)
    await emitEvents(harness, partner.id)
    const received = await receiver.waitFor(INITIAL_LIMIT)
    expect(isSingle(received.at(-1) as Received)).toBe(true)
  })
})

test('single events for a full lane: at most 2 fan-out events are sent before the last of them', async () => {
  await withFullLane(async ({ partner, receiver, responses }) => {
    await emitEvents(harness, partner.id, 10)
    await receiver.waitFor(INITIAL_LIMIT)
    // All are claimed before the first response.
    await eventually(async () => {
      const rows =
        await db`select from deliveries where partner_id = ${partner.id} and attempt > 0 and not is_bulk`
      return rows.length === 10
    })
    const before = receiver.received.length
    responses.release(INITIAL_LIMIT)
    await eventually(async () => receiver.received.filter(isSingle).length === 10)
    const last = receiver.received.findLastIndex(isSingle)
    const fanOut = receiver.received.slice(before, last).filter((one) => !isSingle(one))
    expect(fanOut.length).toBeLessThanOrEqual(2)
    responses.release(100)
  })
})

test('an endpoint that hangs gets one request at a time and delays no other endpoint', async () => {
  const dead = await onboardWithReceiver(harness)
  dead.receiver.behave = behaviors.hangs
  const alive = await onboardWithReceiver(harness)
  await emitEvents(harness, dead.partner.id, 500, { notifies: false })
  const heldForDead = async () => {
    const [row] = await db`
      select count(*) from deliveries
      where partner_id = ${dead.partner.id} and state = 'PENDING' and due_at > ${harness.clock.now}
        and not exists (select from delivery_attempts a where a.event_id = deliveries.event_id and a.number = attempt)`
    return row?.count as number
  }
  await withWorker(
    async () => {
      await dead.receiver.waitFor(INITIAL_LIMIT)
      expect(await heldForDead()).toBeLessThanOrEqual(2 * INITIAL_LIMIT)
      await eventually(async () => (await heldForDead()) <= 2)
      const before = dead.receiver.received.length
      await emitEvents(harness, alive.partner.id, 300)
      await alive.receiver.waitFor(300)
      // The endpoint hung while the other one got its events. An attempt that has just ended may still be counted.
      await expect.poll(heldForDead).toBeLessThanOrEqual(2)
      expect(dead.receiver.received.length - before).toBeLessThan(30)
    },
    { timeoutMs: 500, leaseMs: 2000 },
  )
})

test('one claim takes deliveries of every partner: 1,000 events of one partner delay no other', async () => {
  const flooded = await onboardWithReceiver(harness)
  const others = await Promise.all([1, 2, 3].map(() => onboardWithReceiver(harness)))
  await emitEvents(harness, flooded.partner.id, 1000, { notifies: false })
  for (const { partner } of others) await emitEvents(harness, partner.id, 1, { notifies: false })
  const responses = holdResponses()
  flooded.receiver.behave = responses.behave
  await withWorker(async () => {
    for (const { receiver } of others) await receiver.waitFor(1)
    expect(flooded.receiver.received.length).toBeLessThanOrEqual(INITIAL_LIMIT)
  })
})
