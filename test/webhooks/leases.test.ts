import { expect, test } from 'vitest'
import { type ClaimedDelivery, recordAttempts } from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import {
  type Dispatcher,
  type DispatcherOptions,
  openDispatcher,
} from '../../src/domain/webhooks/dispatch/dispatcher.ts'
import { createHarness } from '../support/harness.ts'
import {
  attemptResult,
  attemptsOf,
  claimDue,
  deliveryOf,
  emitEvents,
  eventually,
  LEASE_MS,
  onboardWithReceiver,
} from './delivery-scene.ts'
import * as behaviors from './receiver-behaviors.ts'

const harness = await createHarness()
const { db, deps, clock } = harness

/** Runs `work` beside its own worker, and stops the worker at the end. */
async function withWorker(
  options: Partial<DispatcherOptions>,
  work: (worker: Dispatcher) => Promise<void>,
): Promise<void> {
  const worker = openDispatcher(deps, { pollMs: 20, random: () => 0, graceMs: 100, ...options })
  worker.start()
  try {
    await work(worker)
  } finally {
    await worker.stop()
  }
}

const waitForClaims = async (worker: Dispatcher) => {
  const before = worker.stats.statements
  await eventually(async () => worker.stats.statements > before + 3)
}

/** Claims like a worker that is killed before it sends anything. */
const claimAndDie = () => claimDue(harness)

test('deliveries of a killed worker are claimed by another when their lease ends, and no earlier', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const events = await emitEvents(harness, partner.id, 3)
  expect((await claimAndDie()).length).toBe(3)
  await withWorker({}, async (worker) => {
    clock.advance(LEASE_MS - 1)
    await waitForClaims(worker)
    expect(receiver.received).toEqual([])
    clock.advance(1)
    await receiver.waitFor(3)
    expect(receiver.received.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['2', '2', '2'])
    for (const { id } of events) {
      await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
      expect(await deliveryOf(db, id)).toMatchObject({ attempt: 2, failures: 0 })
    }
  })
})

test('a worker that records after its lease overwrites nothing; its attempt is still recorded', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  const [late] = (await claimAndDie()) as [ClaimedDelivery]
  clock.advance(LEASE_MS)
  await withWorker({}, async () => {
    await receiver.waitFor(1)
    await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
  })
  const before = await deliveryOf(db, id)
  await recordAttempts(db, [attemptResult(harness, late, { url: receiver.url, status: 500 })], clock.now)
  expect(await deliveryOf(db, id)).toEqual(before)
  expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 200],
  ])
})

test('a worker that records after its lease does not disturb the worker that has claimed the delivery since', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  const [late] = (await claimAndDie()) as [ClaimedDelivery]
  clock.advance(LEASE_MS)
  const [current] = (await claimAndDie()) as [ClaimedDelivery]
  expect([late.attempt, current.attempt]).toEqual([1, 2])
  const before = await deliveryOf(db, id)
  await recordAttempts(db, [attemptResult(harness, late, { url: receiver.url, status: 500 })], clock.now)
  expect(await deliveryOf(db, id)).toEqual(before)
  await recordAttempts(db, [attemptResult(harness, current, { url: receiver.url, status: 200 })], clock.now)
  expect((await deliveryOf(db, id))?.state).toBe('DELIVERED')
})

test('an attempt recorded twice, because the response to the first statement was lost, counts once', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const [claimed] = (await claimAndDie()) as [ClaimedDelivery]
  const states = []
  for (let i = 0; i < 2; i += 1) {
    await recordAttempts(db, [attemptResult(harness, claimed, { url: receiver.url, status: 500 })], clock.now)
    const [endpoint] = await db`select * from endpoints where partner_id = ${partner.id}`
    states.push([await deliveryOf(db, event?.id as string), endpoint])
  }
  expect(states[1]).toEqual(states[0])
  expect(states[0]).toMatchObject([{ failures: 1 }, { failures: 1 }])
})

test('a stop releases waiting deliveries with their attempt unused, and cancels the rest after the grace period', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.hangs
  const events = await emitEvents(harness, partner.id, 20)
  await withWorker({ initialLimit: 4 }, async (worker) => {
    await receiver.waitFor(4)
    const startedAt = performance.now()
    await worker.stop()
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(95)
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })
  const rows = await db`select * from deliveries where partner_id = ${partner.id}`
  expect(rows.filter(({ attempt }) => attempt === 0).length).toBe(16)
  for (const row of rows) {
    expect(row).toMatchObject({ state: 'PENDING', failures: 0 })
    expect(Date.parse(row.dueAt)).toBeLessThanOrEqual(clock.now.getTime())
  }
  const [canceled] = rows.filter(({ attempt }) => attempt === 1)
  expect(await attemptsOf(db, canceled?.eventId)).toMatchObject([
    {
      number: 1,
      status: null,
      error: 'canceled: the worker was shutting down',
      nextAttemptAt: expect.any(String),
    },
  ])
  expect(await db`select from endpoints where partner_id = ${partner.id}`).toEqual([])
  receiver.behave = behaviors.respondsWith(200)
  await withWorker({}, async () => {
    await receiver.waitFor(4 + 20)
    const arrived = receiver.received.slice(4).map(({ headers }) => headers['x-event-id'])
    expect(arrived.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  })
})

test('a stop waits for requests in flight and records them', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const release = Promise.withResolvers<void>()
  receiver.behave = async (_request, response) => {
    await release.promise
    response.end()
  }
  const [event] = await emitEvents(harness, partner.id)
  await withWorker({ graceMs: 20_000 }, async (worker) => {
    await receiver.waitFor(1)
    const stopped = worker.stop()
    setTimeout(release.resolve, 150)
    await stopped
  })
  expect(await deliveryOf(db, event?.id as string)).toMatchObject({ state: 'DELIVERED', attempt: 1 })
})

test('three workers: every event arrives, and no attempt is sent twice', { timeout: 60_000 }, async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  let count = 0
  receiver.behave = (_request, response) => {
    count += 1
    response.writeHead(count % 3 === 0 ? 500 : 200).end()
  }
  const withoutDelays = { ...deps, config: { ...deps.config, webhookRetryDelaysSeconds: Array(50).fill(0) } }
  const options = { pollMs: 10, random: () => 0 }
  const workers = [1, 2, 3].map(() => openDispatcher(withoutDelays, options))
  for (const worker of workers) worker.start()
  await emitEvents(harness, partner.id, 600)
  await eventually(async () => {
    const [row] = await db`
      select count(*) from deliveries where partner_id = ${partner.id} and state = 'DELIVERED'`
    return row?.count === 600
  }, 30_000)
  await Promise.all(workers.map((worker) => worker.stop()))
  const attempts = receiver.received.map(
    ({ headers }) => `${headers['x-event-id']} ${headers['x-delivery-attempt']}`,
  )
  expect(new Set(attempts).size).toBe(attempts.length)
  expect(attempts.length).toBeGreaterThan(600)
  expect(workers.map(({ stats }) => stats.delivered).reduce((a, b) => a + b)).toBe(600)
  expect(workers.filter(({ stats }) => stats.delivered > 0).length).toBeGreaterThan(1)
})

test('a delivery that has waited too long in its lane is released and claimed again', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.hangs
  await emitEvents(harness, partner.id, 2)
  // One request at a time: when the first times out, the second has waited for half of its lease.
  await withWorker({ initialLimit: 1, leaseMs: 1000, timeoutMs: 500 }, async () => {
    await receiver.waitFor(1)
    clock.advance(10)
    const [, second] = await receiver.waitFor(2)
    expect(second?.headers['x-delivery-attempt']).toBe('1')
    const { dueAt } = (await deliveryOf(db, String(second?.headers['x-event-id']))) ?? {}
    expect(Date.parse(dueAt) - clock.now.getTime()).toBe(1000)
  })
})

test('the events of a node whose clock is an hour ahead are due at once for the others', async () => {
  const { partner } = await onboardWithReceiver(harness)
  clock.advance(3_600_000)
  await emitEvents(harness, partner.id, 1, { notifies: false })
  // The database counts in microseconds.
  clock.now = new Date(Date.now() + 1)
  const claimed = await claimDue(harness)
  expect(claimed.filter(({ partnerId }) => partnerId === partner.id)).toHaveLength(1)
})
