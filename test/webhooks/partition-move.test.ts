import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { CLI } from '../../src/domain/actors/caller.ts'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import {
  DELIVERY_LIST,
  findDelivery,
  listDeliveries,
} from '../../src/domain/webhooks/delivery-list-queries.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  makeDeliveriesDue,
  recordAttempts,
  releaseDeliveries,
} from '../../src/domain/webhooks/dispatch/delivery-queries.ts'
import { readFeed } from '../../src/domain/webhooks/feed.ts'
import { queueReplays, startReplay } from '../../src/domain/webhooks/replay.ts'
import { retryDelivery } from '../../src/domain/webhooks/retry-delivery.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { firstRows } from '../../src/platform/input/sorted-list.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import {
  attemptsOf,
  deliveryOf,
  emitEvents,
  eventually,
  onboardWithReceiver,
  waitForClaims,
} from './delivery-scene.ts'
import { untilFeedIsComplete } from './feed-complete.ts'

/**
 * Rows move from the default partition to their own while other transactions read and write them. Each test keeps the move
 * open until its query waits for it. The query must then find the same as without the move.
 */
const harness = await createHarness()
const { admin, clock, databaseUrl, db, deps } = harness
const { id: partnerId } = await onboard(admin, { webhookUrl: 'https://hooks.example.com/' })
const TABLES = ['events', 'deliveries', 'delivery_attempts'] as const
const RETENTION_DAYS = 30
const CAPACITY = { singles: 256, bulk: 256 }

afterEach(async () => {
  const parts = await db`
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = any (${[...TABLES]}::text[]::regclass[]) and relname !~ '_default$'`
  for (const { relname } of parts) await db.unsafe(`drop table ${relname}`)
  await db`truncate events, deliveries, delivery_attempts, replays`
})

/** Creates partitions up to the first that rows of this table move to, and leaves its transaction open. */
async function beginMove(table: (typeof TABLES)[number]): Promise<() => Promise<void>> {
  const mover = await db.reserve()
  for (;;) {
    await mover`begin`
    await mover`select keep_partitions(${table}, 'week', ${clock.now}, 2, make_interval(days => ${RETENTION_DAYS}))`
    const [moved] = await mover`
      select from pg_locks where relation = ${`${table}_default`}::regclass and pid = pg_backend_pid()
        and mode = 'AccessExclusiveLock'`
    if (moved) break
    await mover`commit`
  }
  return async () => {
    await mover`commit`
    mover.release()
  }
}

/**
 * Runs `work` on its own connection while rows of the table move. The move commits once `work` waits for it. `rehearse`
 * runs on that connection before the move.
 */
async function duringMove<T>(
  table: (typeof TABLES)[number],
  work: (there: Db) => Promise<T>,
  rehearse?: (there: Db) => Promise<unknown>,
): Promise<T> {
  const name = `during move ${orderedId()}`
  const there = await connect(databaseUrl, { name, max: 1, plansOnce: rehearse !== undefined })
  await rehearse?.(there)
  const endMove = await beginMove(table)
  const state = { isOver: false }
  const outcome = work(there).finally(() => {
    state.isOver = true
  })
  outcome.catch(() => {})
  await eventually(async () => {
    const waiting =
      await db`select from pg_stat_activity where application_name = ${name} and wait_event_type = 'Lock'`
    return state.isOver || waiting.length > 0
  })
  await endMove()
  return outcome.finally(() => there.end({ timeout: 1 }))
}

const claim = (there: Db) =>
  claimDeliveries(there, [], {
    defaultCapacity: CAPACITY,
    now: clock.now,
    leaseEndsAt: new Date(clock.now.getTime() + 30_000),
  })

const failed = (claimed: ClaimedDelivery) => ({
  claimed,
  attempt: {
    url: 'https://hooks.example.com/',
    attemptedAt: clock.now,
    durationMs: 1,
    status: 500,
    retryAfter: null,
    response: null,
    error: null,
    isCanceled: false,
  },
  verdict: {
    state: 'PENDING' as const,
    isFailure: true,
    isGone: false,
    nextAttemptAt: new Date(clock.now.getTime() + 5000),
    holdUntil: null,
  },
})

/** Three events with a failed attempt each; all rows are in the default partitions. */
async function emitAndFail(): Promise<{ ids: string[]; claimed: ClaimedDelivery[] }> {
  await emitEvents(harness, partnerId, 3, { notifies: false })
  const claimed = await claim(db)
  const ids = claimed.map(({ eventId }) => eventId).sort()
  await recordAttempts(db, claimed.map(failed), clock.now)
  return { ids, claimed }
}

describe.each(TABLES)('while rows of %s move', (table) => {
  test.each([
    ['for the first time', undefined],
    ['by a plan that was cached before', claim],
  ])('a claim returns every body: %s', async (_how, rehearse) => {
    const { ids } = await emitAndFail()
    const claimed = await duringMove(
      table,
      (there) => {
        clock.advance(60_000)
        return claim(there)
      },
      rehearse,
    )
    expect(claimed.map(({ eventId }) => eventId).sort()).toEqual(ids)
    expect(claimed.filter(({ body }) => body === null)).toEqual([])
  })

  test('an attempt is recorded, and its delivery updated', async () => {
    await emitAndFail()
    clock.advance(60_000)
    const claimed = await claim(db)
    await duringMove(table, (there) => recordAttempts(there, claimed.map(failed), clock.now))
    for (const { eventId } of claimed) {
      expect(await deliveryOf(db, eventId)).toMatchObject({ attempt: 2, failures: 2, lastStatus: 500 })
      expect(await attemptsOf(db, eventId)).toHaveLength(2)
    }
  })

  test('released deliveries are due again', async () => {
    await emitAndFail()
    clock.advance(60_000)
    const claimed = await claim(db)
    await duringMove(table, (there) => releaseDeliveries(there, claimed, clock.now))
    expect(await claim(db)).toHaveLength(3)
  })

  test('the feed omits nothing', async () => {
    const { ids } = await emitAndFail()
    await untilFeedIsComplete(db)
    const page = await duringMove(table, (there) =>
      readFeed({ ...deps, db: there }, { id: partnerId, sandboxId: null }, {}),
    )
    expect(page).toMatchObject({ bodies: { length: 3 }, next: null })
    const rest = await duringMove(table, (there) =>
      readFeed({ ...deps, db: there }, { id: partnerId, sandboxId: null }, { after: ids[0] as string }),
    )
    expect(rest).toMatchObject({ bodies: { length: 2 } })
  })

  test('the back office lists all deliveries with their attempts', async () => {
    const { ids } = await emitAndFail()
    const first = firstRows(DELIVERY_LIST, 50)
    const listed = await duringMove(table, (there) => listDeliveries(there, CLI, { state: 'PENDING' }, first))
    expect(listed.map(({ id, attemptCount }) => [id, attemptCount]).sort()).toEqual(ids.map((id) => [id, 1]))
  })

  test('a delivery is found with its attempts', async () => {
    const { ids } = await emitAndFail()
    const found = await duringMove(table, (there) => findDelivery(there, CLI, ids[0] as string))
    expect(found).toMatchObject({ id: ids[0], attempts: [{ status: 500 }] })
  })

  test('a delivery is retried', async () => {
    const { ids } = await emitAndFail()
    const retried = await duringMove(table, (there) =>
      retryDelivery({ ...deps, db: there }, CLI, ids[0] as string),
    )
    expect(retried).toMatchObject({ id: ids[0], state: 'PENDING', attemptCount: 1 })
  })

  test('a replay counts all events', async () => {
    await emitAndFail()
    const since = new Date(clock.now.getTime() - 86_400_000).toISOString()
    clock.advance(1)
    const replay = await duringMove(table, (there) =>
      startReplay({ ...deps, db: there }, CLI, partnerId, { since, only: 'all' }),
    )
    expect(replay).toMatchObject({ total: 3 })
  })

  test('a replay queues all events, and does not finish before they are sent', async () => {
    await emitAndFail()
    const since = new Date(clock.now.getTime() - 86_400_000).toISOString()
    clock.advance(1)
    await startReplay(deps, CLI, partnerId, { since, only: 'all' })
    await duringMove(table, (there) => queueReplays({ ...deps, db: there }))
    const [replay] = await db`select placed, finished_at from replays`
    expect(replay).toEqual({ placed: 3, finishedAt: null })
    await duringMove(table, (there) => queueReplays({ ...deps, db: there }))
    const [after] = await db`select finished_at from replays`
    expect(after).toEqual({ finishedAt: null })
  })

  test('deliveries of a resumed endpoint become due', async () => {
    await emitAndFail()
    clock.advance(1)
    const resumption = { partnerId, resumedAt: clock.now.toISOString() }
    expect(await duringMove(table, (there) => makeDeliveriesDue(there, resumption, 1000))).toBe(3)
  })

  test('events are written with their deliveries', async () => {
    await emitAndFail()
    const written = await duringMove(table, (there) =>
      emitEvents({ ...harness, db: there }, partnerId, 2, { notifies: false }),
    )
    for (const { id } of written) expect(await deliveryOf(db, id)).toBeDefined()
    const [row] = await db`select count(*) from events`
    expect(row?.count).toBe(5)
  })

  test('the ledger agrees', async () => {
    await emitAndFail()
    expect(await duringMove(table, (there) => auditLedger(there))).toEqual([])
  })
})

test('a delivery whose event is not found waits, and no attempt is lost', async () => {
  const POLL_MS = 50
  const delivering = await createHarness({}, {}, { pollMs: POLL_MS })
  const { partner, receiver } = await onboardWithReceiver(delivering)
  const [event] = await emitEvents(delivering, partner.id, 1, { notifies: false })
  const id = event?.id as string
  await delivering.db`create table withheld as select * from events`
  await delivering.db`delete from events`
  const { dispatcher } = delivering.deps
  dispatcher.start()
  onTestFinished(() => dispatcher.stop())
  for (let look = 0; look < 3; look += 1) {
    await waitForClaims(delivering)
    delivering.clock.advance(POLL_MS)
  }
  await waitForClaims(delivering)
  expect(receiver.received).toEqual([])
  expect(await attemptsOf(delivering.db, id)).toEqual([])
  // Inserted into the partition directly: an insert into `events` would create a second delivery.
  await delivering.db`insert into events_default select * from withheld`
  const delivered = await eventually(async () => {
    delivering.clock.advance(POLL_MS)
    const delivery = await deliveryOf(delivering.db, id)
    return delivery?.state === 'DELIVERED' && delivery
  })
  expect(delivered).toMatchObject({ attempt: 1, failures: 0 })
  expect(receiver.received.map(({ body }) => body)).toEqual([JSON.stringify(event)])
})
