import { expect, test } from 'vitest'
import { type Claimed, claimDeliveries, recordAttempts } from '../../src/domain/webhooks/delivery-queries.ts'
import {
  type Dispatcher,
  type DispatcherOptions,
  openDispatcher,
} from '../../src/domain/webhooks/dispatcher.ts'
import { DEFAULT_DELAYS_SECONDS, judge } from '../../src/domain/webhooks/retry.ts'
import { createHarness } from '../harness.ts'
import * as hostile from './hostile.ts'
import { attemptsOf, deliveryOf, eventually, hookUp, tell } from './scene.ts'

const LEASE_MS = 30_000
const harness = await createHarness()
const { db, deps, clock } = harness

/** A worker of its own on the shared database, stopped at the end of the test unless it was before. */
async function withWorker(
  options: Partial<DispatcherOptions>,
  work: (worker: Dispatcher) => Promise<void>,
): Promise<void> {
  const worker = openDispatcher(deps, { pollMs: 20, chance: () => 0, graceMs: 100, ...options })
  worker.start()
  try {
    await work(worker)
  } finally {
    await worker.stop()
  }
}

const turns = async (worker: Dispatcher) => {
  const before = worker.figures.statements
  await eventually(async () => worker.figures.statements > before + 3)
}

/** What a worker holds that was killed before it sent anything. */
const takeUpAndDie = () =>
  claimDeliveries(db, [], {
    roomForOthers: { singles: 32, bulk: 32 },
    now: clock.now,
    leaseEndsAt: new Date(clock.now.getTime() + LEASE_MS),
  })

test('what a killed worker held is taken over when its lease ends, and no earlier', async () => {
  const { partner, receiver } = await hookUp(harness)
  const events = await tell(harness, partner.id, 3)
  expect((await takeUpAndDie()).length).toBe(3)
  await withWorker({}, async (worker) => {
    clock.advance(LEASE_MS - 1)
    await turns(worker)
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

const resultOf = (claimed: Claimed, url: string, status: number) => {
  const answered = { status, retryAfter: null }
  const schedule = { delaysSeconds: DEFAULT_DELAYS_SECONDS, now: clock.now, chance: 0 }
  return {
    claimed,
    attempt: {
      ...answered,
      ...{ url, attemptedAt: clock.now, durationMs: 7, response: 'late', error: null, isCutOff: false },
    },
    verdict: judge(answered, claimed.failures, schedule),
  }
}

test('a worker that comes back late overwrites nothing; its attempt is on record all the same', async () => {
  const { partner, receiver } = await hookUp(harness)
  const [event] = await tell(harness, partner.id)
  const id = event?.id as string
  const [late] = (await takeUpAndDie()) as [Claimed]
  clock.advance(LEASE_MS)
  await withWorker({}, async () => {
    await receiver.waitFor(1)
    await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
  })
  const before = await deliveryOf(db, id)
  await recordAttempts(db, [resultOf(late, receiver.url, 500)], clock.now)
  expect(await deliveryOf(db, id)).toEqual(before)
  expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 200],
  ])
})

test('a worker that comes back late does not disturb one that has it in hand', async () => {
  const { partner, receiver } = await hookUp(harness)
  const [event] = await tell(harness, partner.id)
  const id = event?.id as string
  const [late] = (await takeUpAndDie()) as [Claimed]
  clock.advance(LEASE_MS)
  const [current] = (await takeUpAndDie()) as [Claimed]
  expect([late.attempt, current.attempt]).toEqual([1, 2])
  const before = await deliveryOf(db, id)
  await recordAttempts(db, [resultOf(late, receiver.url, 500)], clock.now)
  expect(await deliveryOf(db, id)).toEqual(before)
  await recordAttempts(db, [resultOf(current, receiver.url, 200)], clock.now)
  expect((await deliveryOf(db, id))?.state).toBe('DELIVERED')
})

test('written down twice, since the answer to the first was lost: the same as once', async () => {
  const { partner, receiver } = await hookUp(harness)
  const [event] = await tell(harness, partner.id)
  const [claimed] = (await takeUpAndDie()) as [Claimed]
  const states = []
  for (let i = 0; i < 2; i += 1) {
    await recordAttempts(db, [resultOf(claimed, receiver.url, 500)], clock.now)
    const [endpoint] = await db`select * from endpoints where partner_id = ${partner.id}`
    states.push([await deliveryOf(db, event?.id as string), endpoint])
  }
  expect(states[1]).toEqual(states[0])
  expect(states[0]).toMatchObject([{ failures: 1 }, { failures: 1 }])
})

test('a stop gives back what it had not begun, its attempt unused, and cuts off the rest after its grace', async () => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = hostile.hangs
  const events = await tell(harness, partner.id, 20)
  await withWorker({ firstLimit: 4 }, async (worker) => {
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
  const [cut] = rows.filter(({ attempt }) => attempt === 1)
  expect(await attemptsOf(db, cut?.eventId)).toMatchObject([
    {
      number: 1,
      status: null,
      error: 'cut off: the worker was shutting down',
      nextAttemptAt: expect.any(String),
    },
  ])
  expect(await db`select from endpoints where partner_id = ${partner.id}`).toEqual([])
  receiver.behave = hostile.answers(200)
  await withWorker({}, async () => {
    await receiver.waitFor(4 + 20)
    const arrived = receiver.received.slice(4).map(({ headers }) => headers['x-event-id'])
    expect(arrived.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  })
})

test('a stop waits for what is on its way, and writes it down', async () => {
  const { partner, receiver } = await hookUp(harness)
  const answer = Promise.withResolvers<void>()
  receiver.behave = async (_request, response) => {
    await answer.promise
    response.end()
  }
  const [event] = await tell(harness, partner.id)
  await withWorker({ graceMs: 20_000 }, async (worker) => {
    await receiver.waitFor(1)
    const stopped = worker.stop()
    setTimeout(answer.resolve, 150)
    await stopped
  })
  expect(await deliveryOf(db, event?.id as string)).toMatchObject({ state: 'DELIVERED', attempt: 1 })
})

test('three workers: every event arrives, and no attempt is sent twice', { timeout: 60_000 }, async () => {
  const { partner, receiver } = await hookUp(harness)
  let count = 0
  receiver.behave = (_request, response) => {
    count += 1
    response.writeHead(count % 3 === 0 ? 500 : 200).end()
  }
  const hurried = { ...deps, config: { ...deps.config, webhookRetryDelaysSeconds: Array(50).fill(0) } }
  const options = { pollMs: 10, chance: () => 0 }
  const workers = [1, 2, 3].map(() => openDispatcher(hurried, options))
  for (const worker of workers) worker.start()
  await tell(harness, partner.id, 600)
  await eventually(async () => {
    const [row] = await db`
      select count(*) from deliveries where partner_id = ${partner.id} and state = 'DELIVERED'`
    return row?.count === 600
  }, 30_000)
  await Promise.all(workers.map((worker) => worker.stop()))
  const sent = receiver.received.map(
    ({ headers }) => `${headers['x-event-id']} ${headers['x-delivery-attempt']}`,
  )
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent.length).toBeGreaterThan(600)
  expect(workers.map(({ figures }) => figures.delivered).reduce((a, b) => a + b)).toBe(600)
  expect(workers.filter(({ figures }) => figures.delivered > 0).length).toBeGreaterThan(1)
})

test('what has waited too long for its turn goes back, and is taken up afresh', async () => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = hostile.hangs
  await tell(harness, partner.id, 2)
  // One at a time: the second has waited for half a second of its one when the first is given up.
  await withWorker({ firstLimit: 1, leaseMs: 1000, timeoutMs: 500 }, async () => {
    await receiver.waitFor(1)
    clock.advance(10)
    const [, second] = await receiver.waitFor(2)
    expect(second?.headers['x-delivery-attempt']).toBe('1')
    const { dueAt } = (await deliveryOf(db, String(second?.headers['x-event-id']))) ?? {}
    expect(Date.parse(dueAt) - clock.now.getTime()).toBe(1000)
  })
})
