import { randomUUIDv7 } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { keepPartitions, prepareEvents } from '../../src/domain/webhooks/retention.ts'
import { connect } from '../../src/platform/database/db.ts'
import { orderedId } from '../../src/platform/database/ordered-id.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { createHarness } from '../harness.ts'
import { onboard } from '../signing.ts'
import { eventually, hookUp, startDelivering, tell } from './scene.ts'

const harness = await createHarness()
const { admin, clock, db, databaseUrl, deps } = harness
const { id: partnerId } = await onboard(admin, { webhookUrl: 'https://hooks.example.com/' })
const DAY_MS = 24 * 60 * 60 * 1000
const TABLES = ['events', 'deliveries', 'delivery_attempts']

/** Every test begins with no partition but the default ones, and nothing in them. */
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

/** An event, its delivery and an attempt, told at that moment. */
async function tellAt(at: Date): Promise<string> {
  const time = at.getTime().toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
  const row = { id, partnerId, userId: orderedId(), type: 'CLAIM_CREATED', body: '{}', createdAt: at }
  await db`insert into events ${insertion(row)}`
  await db`insert into delivery_attempts ${insertion({ eventId: id, number: 1, attemptedAt: at, durationMs: 1 })}`
  return id
}

/** Where the three rows of an event lie; nothing for those that are gone. */
async function placesOf(id: string): Promise<string[]> {
  const rows = await db`
    select tableoid::regclass::text as place from events where id = ${id}
    union all select tableoid::regclass::text from deliveries where event_id = ${id}
    union all select tableoid::regclass::text from delivery_attempts where event_id = ${id}`
  return rows.map(({ place }) => place)
}
const inWeek = (week: string) => TABLES.map((table) => `${table}_${week}`)

test('this week and the two to come have their partitions, and rows land in them', async () => {
  clock.now = new Date('2026-11-15T23:59:59.999Z')
  await keepPartitions(deps)
  for (const table of TABLES) expect(await weeksOf(table)).toEqual(['2026w46', '2026w47', '2026w48'])
  expect(await placesOf(await tellAt(clock.now))).toEqual(inWeek('2026w46'))
  expect(await placesOf(await tellAt(new Date('2026-11-16T00:00:00.000Z')))).toEqual(inWeek('2026w47'))
  expect(await placesOf(await tellAt(new Date('2026-11-29T23:59:59.999Z')))).toEqual(inWeek('2026w48'))
  expect(await placesOf(await tellAt(new Date('2026-11-30T00:00:00.000Z')))).toEqual(inWeek('default'))
})

test('a second look finds nothing to do', async () => {
  await keepPartitions(deps)
  const before = await db`select relname, oid from pg_class where relname = any (${await weeks()}) order by 1`
  await keepPartitions(deps)
  expect(
    await db`select relname, oid from pg_class where relname = any (${await weeks()}) order by 1`,
  ).toEqual(before)
  expect(before).toHaveLength(9)
})

test.each(['UTC', 'America/New_York', 'Europe/Berlin'])(
  'four months, a day at a time, in a session of %s: no gap, no overlap, nothing younger than 30 days dropped, little older kept',
  async (timezone) => {
    const local = await connect(databaseUrl, { max: 1 })
    await local.unsafe(`set timezone to '${timezone}'`)
    const there = { db: local, now: () => clock.now }
    const told: { at: number; id: string }[] = []
    for (let day = 0; day < 120; day += 1) {
      clock.now = new Date(Date.parse('2026-10-01T05:30:00Z') + day * DAY_MS)
      await keepPartitions(there)
      const id = await tellAt(clock.now)
      expect((await placesOf(id)).some((place) => place.endsWith('default'))).toBe(false)
      told.push({ at: clock.now.getTime(), id })
      if (day % 10 < 8) continue
      const kept = new Set((await db`select id from events`).map((row) => row.id))
      const ageDays = (at: number) => (clock.now.getTime() - at) / DAY_MS
      for (const { at, id } of told) {
        if (ageDays(at) <= 30) expect(kept.has(id)).toBe(true)
        if (ageDays(at) > 37) expect(kept.has(id)).toBe(false)
      }
    }
    await local.end({ timeout: 1 })
  },
)

test('around the turn of the year: weeks bear the year that ISO gives them, and go in their turn', async () => {
  clock.now = new Date('2026-12-28T00:00:00Z')
  await keepPartitions(deps)
  expect(await weeksOf('events')).toEqual(['2026w53', '2027w01', '2027w02'])
  const moments = [
    '2026-12-31T23:59:59.999Z',
    '2027-01-03T23:59:59.999Z',
    '2027-01-04T00:00:00Z',
    '2027-01-10T12:00:00Z',
  ]
  const [lastYear, sunday, monday, later] = (await Promise.all(
    moments.map((moment) => tellAt(new Date(moment))),
  )) as [string, string, string, string]
  expect(await placesOf(lastYear)).toEqual(inWeek('2026w53'))
  expect(await placesOf(sunday)).toEqual(inWeek('2026w53'))
  expect(await placesOf(monday)).toEqual(inWeek('2027w01'))
  expect(await placesOf(later)).toEqual(inWeek('2027w01'))
  clock.now = new Date('2027-02-02T23:59:59.999Z')
  await keepPartitions(deps)
  expect(await placesOf(lastYear)).toEqual(inWeek('2026w53'))
  clock.now = new Date('2027-02-03T00:00:00Z')
  await keepPartitions(deps)
  expect([await placesOf(lastYear), await placesOf(sunday)]).toEqual([[], []])
  expect(await placesOf(monday)).toEqual(inWeek('2027w01'))
  clock.now = new Date('2027-02-10T00:00:00Z')
  await keepPartitions(deps)
  expect(await placesOf(later)).toEqual([])
})

test('what lies in the default partition moves when its week gets one; what is too old goes', async () => {
  clock.now = new Date('2026-11-18T12:00:00Z')
  const at = (daysAgo: number) => new Date(clock.now.getTime() - daysAgo * DAY_MS)
  const [now, lastWeek, month, old] = [
    await tellAt(at(0)),
    await tellAt(at(7)),
    await tellAt(at(29)),
    await tellAt(at(40)),
  ]
  expect(await placesOf(now)).toEqual(inWeek('default'))
  await keepPartitions(deps)
  expect(await placesOf(now)).toEqual(inWeek('2026w47'))
  expect(await placesOf(lastWeek)).toEqual(inWeek('2026w46'))
  expect(await placesOf(month)).toEqual(inWeek('2026w43'))
  expect(await placesOf(old)).toEqual([])
})

test('two nodes at once, and a third that starts: one does it, none fails', async () => {
  clock.now = new Date('2026-11-18T12:00:00Z')
  await tellAt(clock.now)
  const node = await harness.startNode()
  await Promise.all([keepPartitions(deps), keepPartitions(node.deps), prepareEvents(node.deps)])
  expect(await weeks()).toHaveLength(9)
})

test('while a reader holds the events open, writers wait for a moment only; later it is done', async () => {
  clock.now = new Date()
  const reader = await db.reserve()
  await reader`begin`
  await reader`select count(*) from events`
  const outcome = keepPartitions(deps).catch((error: Error) => error.message)
  const waits: number[] = []
  const load = { isOver: false }
  const writing = (async () => {
    while (!load.isOver) {
      const started = performance.now()
      await tell(harness, partnerId, 1, { rings: false })
      waits.push(performance.now() - started)
    }
  })()
  expect(await outcome).toMatch(/have to wait/)
  load.isOver = true
  await writing
  expect(Math.max(...waits)).toBeLessThan(2000)
  expect(await weeksOf('events')).toEqual([])
  // A start is not stopped by it.
  await prepareEvents(deps)
  await reader`rollback`
  reader.release()
  await keepPartitions(deps)
  expect(await weeksOf('events')).toHaveLength(3)
  const [row] = await db`select count(*) from events_default`
  expect(row?.count).toBe(0)
})

test('writers all the while: none fails, no event is without its delivery', async () => {
  clock.now = new Date()
  const load = { isOver: false }
  const write = async () => {
    let count = 0
    for (; !load.isOver; count += 1) await tell(harness, partnerId, 1, { rings: false })
    return count
  }
  const writers = Array.from({ length: 5 }, write)
  for (let i = 0; i < 3; i += 1) {
    await eventually(
      async () =>
        keepPartitions(deps)
          .then(() => true)
          .catch(() => false),
      30_000,
    )
    expect(await weeks()).toHaveLength(9)
    if (i === 2) break
    // Back to the default partition, under the writers' feet.
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
  const told = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0)
  const [row] = await db`
    select count(*), count(deliveries.event_id) as planned from events left join deliveries on event_id = id`
  expect(row).toEqual({ count: told, planned: told })
})

test('deliveries in flight arrive and are recorded while their rows move', async () => {
  const delivering = await startDelivering()
  const { partner, receiver } = await hookUp(delivering)
  const held: (() => void)[] = []
  receiver.behave = (_request, response) => void held.push(() => response.end('ok'))
  await tell(delivering, partner.id, 10)
  await receiver.waitFor(10)
  await keepPartitions(delivering.deps)
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
