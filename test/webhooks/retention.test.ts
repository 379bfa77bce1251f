import { afterEach, expect, test } from 'vitest'
import { maintainPartitions, prepareEventStorage } from '../../src/domain/webhooks/retention.ts'
import { connect } from '../../src/platform/database/db.ts'
import { isRaceLost } from '../../src/platform/database/failures.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents, eventually, idAt, onboardWithReceiver, startDelivering } from './delivery-scene.ts'

const harness = await createHarness()
const { admin, clock, db, databaseUrl, deps } = harness
const { id: partnerId } = await onboard(admin, { webhookUrl: 'https://hooks.example.com/' })
const DAY_MS = 24 * 60 * 60 * 1000
const TABLES = ['events', 'deliveries', 'delivery_attempts']

/** Every test begins with only the default partitions, which are empty. */
afterEach(async () => {
  for (const part of await weeks()) await db.unsafe(`drop table ${part}`)
  await db`truncate events, deliveries, delivery_attempts`
})

async function weeks(): Promise<string[]> {
  const rows = await db`
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = any (${TABLES}::text[]::regclass[]) and relname !~ '_default$' order by relname`
  return rows.map(({ relname }) => relname)
}
const weeksOf = async (table: string) =>
  (await weeks()).filter((part) => part.startsWith(`${table}_2`)).map((part) => part.slice(table.length + 1))

/** Writes an event, its delivery and an attempt at the given time. */
async function emitAt(at: Date): Promise<string> {
  const id = idAt(at)
  const row = { id, partnerId, userId: orderedId(), type: 'CLAIM_CREATED', body: '{}', createdAt: at }
  await db`insert into events ${insertion(row)}`
  await db`insert into delivery_attempts ${insertion({ eventId: id, number: 1, attemptedAt: at, durationMs: 1 })}`
  return id
}

/** Writes an event now, again if its partition was just added: so do the service and its clients. */
async function emitNow(): Promise<void> {
  await emitEvents(harness, partnerId, 1, { notifies: false }).catch((error) => {
    if (!isRaceLost(error)) throw error
    return emitNow()
  })
}

/** The partitions that hold the rows of an event; empty if the rows are gone. */
async function partitionsOf(id: string): Promise<string[]> {
  const rows = await db`
    select tableoid::regclass::text as partition from events where id = ${id}
    union all select tableoid::regclass::text from deliveries where event_id = ${id}
    union all select tableoid::regclass::text from delivery_attempts where event_id = ${id}`
  return rows.map(({ partition }) => partition)
}
const inWeek = (week: string) => TABLES.map((table) => `${table}_${week}`)

test('this week and the next two have partitions, and their rows are in them', async () => {
  clock.now = new Date('2026-11-15T23:59:59.999Z')
  await maintainPartitions(deps)
  for (const table of TABLES) expect(await weeksOf(table)).toEqual(['2026w46', '2026w47', '2026w48'])
  expect(await partitionsOf(await emitAt(clock.now))).toEqual(inWeek('2026w46'))
  expect(await partitionsOf(await emitAt(new Date('2026-11-16T00:00:00.000Z')))).toEqual(inWeek('2026w47'))
  expect(await partitionsOf(await emitAt(new Date('2026-11-29T23:59:59.999Z')))).toEqual(inWeek('2026w48'))
  expect(await partitionsOf(await emitAt(new Date('2026-11-30T00:00:00.000Z')))).toEqual(inWeek('default'))
})

test('a second run changes nothing', async () => {
  await maintainPartitions(deps)
  const before = await db`select relname, oid from pg_class where relname = any (${await weeks()}) order by 1`
  await maintainPartitions(deps)
  expect(
    await db`select relname, oid from pg_class where relname = any (${await weeks()}) order by 1`,
  ).toEqual(before)
  expect(before).toHaveLength(9)
})

test.each(['UTC', 'America/New_York', 'Europe/Berlin'])(
  'four months, day by day, in time zone %s: no gap, no overlap, nothing dropped before 30 days, nothing kept after 37',
  async (timezone) => {
    const local = await connect(databaseUrl, { max: 1 })
    await local.unsafe(`set timezone to '${timezone}'`)
    const there = { db: local, now: () => clock.now, config: deps.config }
    const emitted: { at: number; id: string }[] = []
    for (let day = 0; day < 120; day += 1) {
      clock.now = new Date(Date.parse('2026-10-01T05:30:00Z') + day * DAY_MS)
      await maintainPartitions(there)
      const id = await emitAt(clock.now)
      expect((await partitionsOf(id)).some((partition) => partition.endsWith('default'))).toBe(false)
      emitted.push({ at: clock.now.getTime(), id })
      if (day % 10 < 8) continue
      const kept = new Set((await db`select id from events`).map((row) => row.id))
      const ageDays = (at: number) => (clock.now.getTime() - at) / DAY_MS
      for (const { at, id } of emitted) {
        if (ageDays(at) <= 30) expect(kept.has(id)).toBe(true)
        if (ageDays(at) > 37) expect(kept.has(id)).toBe(false)
      }
    }
    await local.end({ timeout: 1 })
  },
)

test('at the turn of the year: weeks have their ISO year, and are dropped in order', async () => {
  clock.now = new Date('2026-12-28T00:00:00Z')
  await maintainPartitions(deps)
  expect(await weeksOf('events')).toEqual(['2026w53', '2027w01', '2027w02'])
  const moments = [
    '2026-12-31T23:59:59.999Z',
    '2027-01-03T23:59:59.999Z',
    '2027-01-04T00:00:00Z',
    '2027-01-10T12:00:00Z',
  ]
  const [lastYear, sunday, monday, later] = (await Promise.all(
    moments.map((moment) => emitAt(new Date(moment))),
  )) as [string, string, string, string]
  expect(await partitionsOf(lastYear)).toEqual(inWeek('2026w53'))
  expect(await partitionsOf(sunday)).toEqual(inWeek('2026w53'))
  expect(await partitionsOf(monday)).toEqual(inWeek('2027w01'))
  expect(await partitionsOf(later)).toEqual(inWeek('2027w01'))
  clock.now = new Date('2027-02-02T23:59:59.999Z')
  await maintainPartitions(deps)
  expect(await partitionsOf(lastYear)).toEqual(inWeek('2026w53'))
  clock.now = new Date('2027-02-03T00:00:00Z')
  await maintainPartitions(deps)
  expect([await partitionsOf(lastYear), await partitionsOf(sunday)]).toEqual([[], []])
  expect(await partitionsOf(monday)).toEqual(inWeek('2027w01'))
  clock.now = new Date('2027-02-10T00:00:00Z')
  await maintainPartitions(deps)
  expect(await partitionsOf(later)).toEqual([])
})

test('rows of the default partition move when their week gets a partition; rows past their retention are deleted', async () => {
  clock.now = new Date('2026-11-18T12:00:00Z')
  const at = (daysAgo: number) => new Date(clock.now.getTime() - daysAgo * DAY_MS)
  const [now, lastWeek, month, old] = [
    await emitAt(at(0)),
    await emitAt(at(7)),
    await emitAt(at(29)),
    await emitAt(at(40)),
  ]
  expect(await partitionsOf(now)).toEqual(inWeek('default'))
  await maintainPartitions(deps)
  expect(await partitionsOf(now)).toEqual(inWeek('2026w47'))
  expect(await partitionsOf(lastWeek)).toEqual(inWeek('2026w46'))
  expect(await partitionsOf(month)).toEqual(inWeek('2026w43'))
  expect(await partitionsOf(old)).toEqual([])
})

test('two nodes at once, and a third that starts: one creates the partitions, none fails', async () => {
  clock.now = new Date('2026-11-18T12:00:00Z')
  await emitAt(clock.now)
  const node = await harness.startNode()
  await Promise.all([maintainPartitions(deps), maintainPartitions(node.deps), prepareEventStorage(node.deps)])
  expect(await weeks()).toHaveLength(9)
})

test('a row on its way to the default partition when its own is added: the write fails, and may be repeated', async () => {
  clock.now = new Date()
  const mover = await db.reserve()
  await mover`begin`
  await mover`select add_partition('events', 'week', period_start('week', ${clock.now}, 0))`
  const writing = emitEvents(harness, partnerId, 1, { notifies: false }).catch((error) => error)
  await eventually(
    async () =>
      (await db`select from pg_locks where relation = 'events_default'::regclass and not granted`).length > 0,
  )
  await mover`commit`
  mover.release()
  expect(await writing).toMatchObject({ code: '23514' })
  expect(isRaceLost(await writing)).toBe(true)
  await emitNow()
})

test('while a reader locks the events, writers wait for less than 2 s; the partitions are created later', async () => {
  clock.now = new Date()
  const reader = await db.reserve()
  await reader`begin`
  await reader`select count(*) from events`
  const outcome = maintainPartitions(deps).catch((error: Error) => error.message)
  const waits: number[] = []
  const load = { isOver: false }
  const writing = (async () => {
    while (!load.isOver) {
      const started = performance.now()
      await emitNow()
      waits.push(performance.now() - started)
    }
  })()
  const message = await outcome
  load.isOver = true
  await writing
  const weeksMeanwhile = await weeksOf('events')
  // A start still succeeds.
  await prepareEventStorage(deps)
  await reader`rollback`
  reader.release()
  expect(message).toMatch(/partitions not changed/)
  expect(Math.max(...waits)).toBeLessThan(2000)
  expect(weeksMeanwhile).toEqual([])
  await maintainPartitions(deps)
  expect(await weeksOf('events')).toHaveLength(3)
  const [row] = await db`select count(*) from events_default`
  expect(row?.count).toBe(0)
})

test('writers at the same time: none fails, and every event has its delivery', async () => {
  clock.now = new Date()
  const load = { isOver: false }
  const write = async () => {
    let count = 0
    for (; !load.isOver; count += 1) await emitNow()
    return count
  }
  const writers = Array.from({ length: 5 }, write)
  for (let i = 0; i < 3; i += 1) {
    await eventually(
      async () =>
        maintainPartitions(deps)
          .then(() => true)
          .catch(() => false),
      30_000,
    )
    expect(await weeks()).toHaveLength(9)
    if (i === 2) break
    // Moves all rows back to the default partition while the writers continue.
    for (const table of TABLES) {
      await db.begin(async (tx) => {
        await tx.unsafe(`lock table ${table}`)
        for (const week of (await weeksOf(table)).map((name) => `${table}_${name}`)) {
          await tx.unsafe(`alter table ${table} detach partition ${week}`)
          await tx.unsafe(`insert into ${table}_default select * from ${week}`)
          await tx.unsafe(`drop table ${week}`)
        }
      })
    }
  }
  load.isOver = true
  const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
  const [row] = await db`
    select count(*), count(deliveries.event_id) as planned from events left join deliveries on event_id = id`
  expect(row).toEqual({ count: written, planned: written })
})

test('deliveries in flight arrive and are recorded while their rows move', async () => {
  const delivering = await startDelivering()
  const { partner, receiver } = await onboardWithReceiver(delivering)
  const held: (() => void)[] = []
  receiver.behave = (_request, response) => void held.push(() => response.end('ok'))
  await emitEvents(delivering, partner.id, 10)
  await receiver.waitFor(10)
  await maintainPartitions(delivering.deps)
  for (const release of held) release()
  receiver.behave = (_request, response) => void response.end('ok')
  const states = () => delivering.db`
    select state, attempt, tableoid::regclass::text ~ 'default' as is_default from deliveries`
  await eventually(async () => (await states()).every(({ state }) => state === 'DELIVERED'))
  expect(await states()).toEqual(
    Array.from({ length: 10 }, () => ({ state: 'DELIVERED', attempt: 1, isDefault: false })),
  )
  const [attempts] = await delivering.db`select count(*) from delivery_attempts`
  expect([attempts?.count, receiver.received.length]).toEqual([10, 10])
})

test('a start drops nothing: a command may run without the EVENTS_KEPT_DAYS of the workers', async () => {
  const old = new Date(clock.now.getTime() - 100 * DAY_MS)
  await emitAt(old)
  const kept = { ...deps, config: { ...deps.config, keptDays: { ...deps.config.keptDays, events: 400 } } }
  await maintainPartitions(kept)
  const id = await emitAt(new Date(old.getTime() + 10 * DAY_MS))
  await prepareEventStorage(deps)
  expect(await partitionsOf(id)).toHaveLength(TABLES.length)
  expect((await weeksOf('events')).length).toBeGreaterThan(3)
  await maintainPartitions(deps)
  expect(await partitionsOf(id)).toEqual([])
})
