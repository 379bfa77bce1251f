import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Deps } from '../../src/domain/deps.ts'
import { readFeed } from '../../src/domain/webhooks/feed.ts'
import { claimCreated } from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { prepareEventStorage } from '../../src/domain/webhooks/retention.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents, eventually } from './delivery-scene.ts'
import { untilFeedIsComplete } from './feed-complete.ts'

const harness = await createHarness()
const { admin, clock, db, databaseUrl, deps } = harness

const createEvent = () =>
  claimCreated(
    { id: orderedId(), createdAt: clock.now },
    {
      ...{ userId: orderedId(), externalUserId: 'user-42', claimId: orderedId(), voucherId: orderedId() },
      ...{ voucherTitle: 'Tea for two', merchantId: orderedId() },
    },
  )

/** A transaction that has written an event and stays open until `commit` or `rollBack`. */
async function openTransaction(writers: Db, partnerId: string) {
  const event = createEvent()
  const written = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<'commit' | 'roll back'>()
  const ended = writers
    .begin(async (tx) => {
      await enqueueEvents(tx, [{ partnerId, event }])
      written.resolve()
      if ((await outcome.promise) === 'roll back') throw new Error('rolled back')
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error
    })
  await written.promise
  const end = (how: 'commit' | 'roll back') => {
    outcome.resolve(how)
    return ended
  }
  return { id: event.id, commit: () => end('commit'), rollBack: () => end('roll back') }
}

/** Reads a feed as a partner does: from the last id that it has seen. */
function follow(partnerId: string, limit = 7) {
  const seen: string[] = []
  const read = async (
    node: Pick<Deps, 'cells' | 'cell' | 'db' | 'homeDb' | 'now' | 'config'> = deps,
  ): Promise<string[]> => {
    const after = seen.at(-1)
    const page = await readFeed(node, { id: partnerId, sandboxId: null }, { limit, ...(after && { after }) })
    if (page instanceof Refusal) throw new Error(JSON.stringify(page))
    seen.push(...page.bodies.map((body) => JSON.parse(body).id))
    return page.next === null ? seen : read(node)
  }
  return { seen, read }
}

test('the event of a transaction that begins first and commits last is neither skipped nor seen twice', async () => {
  const { id: partnerId } = await onboard(admin)
  const writers = await connect(databaseUrl, { max: 3 })
  const feed = follow(partnerId)
  const first = await openTransaction(writers, partnerId)
  const second = await openTransaction(writers, partnerId)
  const third = await openTransaction(writers, partnerId)
  await third.commit()
  expect(await feed.read()).toEqual([])
  await second.rollBack()
  expect(await feed.read()).toEqual([])
  await first.commit()
  await untilFeedIsComplete(db)
  expect(await feed.read()).toEqual([first.id, third.id])
  expect(await feed.read()).toEqual([first.id, third.id])
  await writers.end({ timeout: 1 })
})

test('events before an open transaction do not wait for it', async () => {
  const { id: partnerId } = await onboard(admin)
  const writers = await connect(databaseUrl, { max: 2 })
  const before = await openTransaction(writers, partnerId)
  const open = await openTransaction(writers, partnerId)
  await before.commit()
  const feed = follow(partnerId)
  await eventually(async () => (await feed.read()).length === 1, 30_000)
  expect(feed.seen).toEqual([before.id])
  await open.commit()
  await untilFeedIsComplete(db)
  expect(await feed.read()).toEqual([before.id, open.id])
  await writers.end({ timeout: 1 })
})

test.each([1, 2])(
  '20 writers that commit in any order, readers on %i node(s): each event once, in the same order for all',
  async (nodeCount) => {
    const { id: partnerId } = await onboard(admin)
    const { id: otherId } = await onboard(admin)
    const writers = await connect(databaseUrl, { max: 20 })
    const nodes = [deps, ...(nodeCount > 1 ? [(await harness.startNode()).deps] : [])]
    const committed: string[] = []
    const write = async () => {
      for (let i = 0; i < 15; i += 1) {
        const transaction = await openTransaction(writers, i % 5 === 4 ? otherId : partnerId)
        await sleep(randomInt(30))
        if (randomInt(8) === 0) await transaction.rollBack()
        else {
          await transaction.commit()
          if (i % 5 !== 4) committed.push(transaction.id)
        }
      }
    }
    const load = { isOver: false }
    const readers = [...nodes, null].map(async (node, i) => {
      const feed = follow(partnerId, 1 + i * 3)
      // The last reader alternates between the nodes.
      for (let turn = 0; !load.isOver; turn += 1) {
        await feed.read(node ?? nodes[turn % nodes.length])
        await sleep(randomInt(5))
      }
      return feed.read()
    })
    await Promise.all(Array.from({ length: 20 }, write))
    await untilFeedIsComplete(db)
    load.isOver = true
    const [one = [], ...others] = await Promise.all(readers)
    expect(one.toSorted()).toEqual(committed.toSorted())
    for (const other of others) expect(other).toEqual(one)
    // The test is only meaningful if they did not commit in the order in which they began.
    expect(committed).not.toEqual(committed.toSorted())
    await writers.end({ timeout: 1 })
  },
)

test('a restore into a new cluster whose transaction ids start again: readers continue where they were', async () => {
  const { id: partnerId } = await onboard(admin)
  const halfway = follow(partnerId)
  const early = (await emitEvents(harness, partnerId, 3)).map(({ id }) => id)
  await untilFeedIsComplete(db)
  await halfway.read()
  // Ids and transactions are in different orders, as if transactions had committed late.
  const late = (await emitEvents(harness, partnerId, 3)).map(({ id }) => id)
  for (const [i, id] of late.entries()) {
    await db`update events set feed_position = feed_position + ${10 - i} where id = ${id}`
  }
  const far = 5_000_000_000
  await db`update events set feed_position = feed_position + ${far}`
  expect(await follow(partnerId).read()).toEqual([])
  const node = await harness.startNode()
  await Promise.all([prepareEventStorage(deps), prepareEventStorage(node.deps)])
  const fresh = (await emitEvents(harness, partnerId, 2)).map(({ id }) => id)
  await untilFeedIsComplete(db)
  const all = [...early, ...late.toReversed(), ...fresh]
  expect(await follow(partnerId).read()).toEqual(all)
  expect(await halfway.read()).toEqual(all)
  // A second restore: some positions are already negative, some are not.
  await db`update events set feed_position = feed_position + ${far} where feed_position > 0`
  await prepareEventStorage(deps)
  expect(await follow(partnerId).read()).toEqual(all)
  const [again] = await emitEvents(harness, partnerId)
  await untilFeedIsComplete(db)
  expect(await halfway.read()).toEqual([...all, again?.id])
})

test('a start in the same cluster leaves the positions unchanged', async () => {
  const { id: partnerId } = await onboard(admin)
  await emitEvents(harness, partnerId, 3)
  const positions = () => db`select id, feed_position from events order by id`
  const before = await positions()
  await prepareEventStorage(deps)
  expect(await positions()).toEqual(before)
})
