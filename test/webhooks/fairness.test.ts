import { expect, test } from 'vitest'
import { openDispatcher } from '../../src/domain/webhooks/dispatcher.ts'
import { createHarness } from '../harness.ts'
import type { Received } from '../receiver.ts'
import * as hostile from './hostile.ts'
import { eventually, hookUp, tell } from './scene.ts'

const FIRST_LIMIT = 8
const HIGHEST_LIMIT = 12
const harness = await createHarness()
const { db, deps } = harness

async function withWorker(work: () => Promise<void>, options = {}): Promise<void> {
  const limits = { firstLimit: FIRST_LIMIT, highestLimit: HIGHEST_LIMIT }
  const worker = openDispatcher(deps, { pollMs: 20, graceMs: 50, ...limits, ...options })
  worker.start()
  try {
    await work()
  } finally {
    await worker.stop()
  }
}

/** Answers when it is told to, and knows how many wait for it. */
function heldAnswers() {
  const waiting: (() => void)[] = []
  let most = 0
  return {
    most: () => most,
    waiting: () => waiting.length,
    behave: (_request: unknown, response: { end(): void }) => {
      waiting.push(() => response.end())
      most = Math.max(most, waiting.length)
    },
    release: (count: number) => {
      for (const answer of waiting.splice(0, count)) answer()
    },
  }
}

const isSingle = ({ headers }: Received) => headers['x-event-type'] === 'CLAIM_CREATED'

test('requests in flight to one endpoint: as many as it is given at first, and never more than the most', async () => {
  const { partner, receiver } = await hookUp(harness)
  const answers = heldAnswers()
  receiver.behave = answers.behave
  await tell(harness, partner.id, 100)
  await withWorker(async () => {
    await receiver.waitFor(FIRST_LIMIT)
    expect(answers.most()).toBe(FIRST_LIMIT)
    while (receiver.received.length < 100 || answers.waiting() > 0) {
      answers.release(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  expect(answers.most()).toBeGreaterThan(FIRST_LIMIT)
  expect(answers.most()).toBeLessThanOrEqual(HIGHEST_LIMIT)
})

test('single events go before fan-out that was there first', async () => {
  const { partner, receiver } = await hookUp(harness)
  await tell(harness, partner.id, 60, { isBulk: true, rings: false })
  await tell(harness, partner.id, 8, { rings: false })
  await withWorker(async () => void (await receiver.waitFor(68)))
  const places = receiver.received.flatMap((one, i) => (isSingle(one) ? [i] : []))
  expect(places.length).toBe(8)
  expect(Math.max(...places)).toBeLessThan(2 * FIRST_LIMIT)
})

test('a lane full of fan-out, none of it answered: a single event finds a place at once', async () => {
  const { partner, receiver } = await hookUp(harness)
  const answers = heldAnswers()
  receiver.behave = answers.behave
  await tell(harness, partner.id, 200, { isBulk: true })
  await withWorker(async () => {
    await receiver.waitFor(FIRST_LIMIT - 1)
    const held = await db`select from deliveries where partner_id = ${partner.id} and attempt > 0`
    expect(held.length).toBeGreaterThan(FIRST_LIMIT)
    await tell(harness, partner.id)
    const received = await receiver.waitFor(FIRST_LIMIT)
    expect(isSingle(received.at(-1) as Received)).toBe(true)
  })
})

test('singles that keep coming to a full lane: each waits behind no more fan-out than was under way', async () => {
  const { partner, receiver } = await hookUp(harness)
  const answers = heldAnswers()
  receiver.behave = answers.behave
  await tell(harness, partner.id, 200, { isBulk: true })
  await withWorker(async () => {
    await receiver.waitFor(FIRST_LIMIT - 1)
    await tell(harness, partner.id, 10)
    await receiver.waitFor(FIRST_LIMIT)
    // They are at hand before the first answer comes.
    await eventually(async () => {
      const rows =
        await db`select from deliveries where partner_id = ${partner.id} and attempt > 0 and not is_bulk`
      return rows.length === 10
    })
    const before = receiver.received.length
    answers.release(FIRST_LIMIT)
    await eventually(async () => receiver.received.filter(isSingle).length === 10)
    const last = receiver.received.findLastIndex(isSingle)
    const fanOut = receiver.received.slice(before, last).filter((one) => !isSingle(one))
    expect(fanOut.length).toBeLessThanOrEqual(2)
    answers.release(100)
  })
})

test('an endpoint that hangs gets one request at a time, and takes nothing from the others', async () => {
  const dead = await hookUp(harness)
  dead.receiver.behave = hostile.hangs
  const alive = await hookUp(harness)
  await tell(harness, dead.partner.id, 500, { rings: false })
  const heldForDead = async () => {
    const [row] = await db`
      select count(*) from deliveries
      where partner_id = ${dead.partner.id} and state = 'PENDING' and due_at > ${harness.clock.now}
        and not exists (select from delivery_attempts a where a.event_id = deliveries.event_id and a.number = attempt)`
    return row?.count as number
  }
  await withWorker(
    async () => {
      await dead.receiver.waitFor(FIRST_LIMIT)
      expect(await heldForDead()).toBeLessThanOrEqual(2 * FIRST_LIMIT)
      await eventually(async () => (await heldForDead()) <= 2)
      const before = dead.receiver.received.length
      await tell(harness, alive.partner.id, 300)
      await alive.receiver.waitFor(300)
      // It hung for as long as the others' took, and got no more than its turn.
      expect(await heldForDead()).toBeLessThanOrEqual(2)
      expect(dead.receiver.received.length - before).toBeLessThan(30)
    },
    { timeoutMs: 500, leaseMs: 2000 },
  )
})

test('one look takes some of every partner: no flood hides what is behind it', async () => {
  const flooded = await hookUp(harness)
  const others = await Promise.all([1, 2, 3].map(() => hookUp(harness)))
  await tell(harness, flooded.partner.id, 1000, { rings: false })
  for (const { partner } of others) await tell(harness, partner.id, 1, { rings: false })
  const answers = heldAnswers()
  flooded.receiver.behave = answers.behave
  await withWorker(async () => {
    for (const { receiver } of others) await receiver.waitFor(1)
    expect(flooded.receiver.received.length).toBeLessThanOrEqual(FIRST_LIMIT)
  })
})
