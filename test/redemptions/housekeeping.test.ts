import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { openScene, times } from '../races/scene.ts'

const scene = await openScene()
const { db, deps, clock, outletId, partnerId } = scene
await scene.meet('guesser')
const [user] = await db<{ id: string }[]>`select id from users where external_user_id = 'guesser'`

const outlets = await Promise.all(
  times(4, async () => (await scene.market.outlet(scene.merchantId)).id as string),
)

const hoursAgo = (hours: number) => new Date(clock.now.getTime() - hours * 3_600_000).toISOString()
const failures = async () =>
  (await db<{ at: string }[]>`select at from pin_failures order by at`).map(({ at }) => at)
const locks = async () =>
  (await db<{ at: string }[]>`select guessed_at as at from pin_locks order by guessed_at`).map(({ at }) => at)
const defenses = async () =>
  (await db<{ at: string }[]>`select guessed_at as at from outlet_defenses order by guessed_at`).map(
    ({ at }) => at,
  )
const counted = async () =>
  (await db<{ quarter: string }[]>`select quarter from refusal_counts order by quarter`).map(
    ({ quarter }) => quarter,
  )

beforeEach(async () => {
  await db`truncate pin_failures, pin_locks, outlet_defenses, refusal_counts`
  clock.now = new Date('2026-11-15T08:00:00.000Z')
  for (const hours of [24, 25.5, 26, 26.001, 27, 500]) {
    await db`
      insert into pin_failures (id, user_id, outlet_id, at, by_newcomer)
      values (${randomUUID()}, ${user?.id ?? ''}, ${outletId}, ${hoursAgo(hours)}, false)`
  }
  for (const [i, hours] of [24, 26, 26.001, 500].entries()) {
    const outlet = outlets[i] ?? ''
    await db`
      insert into pin_locks (outlet_id, user_id, guessed_at) values (${outlet}, ${user?.id ?? ''}, ${hoursAgo(hours)})`
    await db`insert into outlet_defenses (outlet_id, guessed_at) values (${outlet}, ${hoursAgo(hours)})`
  }
  for (const days of [0, 400, 401, 402, 500, 501, 502]) {
    await db`
      insert into refusal_counts (quarter, partner_id, reason, count)
      values (${hoursAgo(days * 24)}, ${partnerId}, 'invalid_pin', 1)`
  }
})

test('request counts of processes that ended more than an hour ago are deleted', async () => {
  for (const hours of [0, 1, 1.001])
    await db`
      insert into partner_request_counts (partner_id, surface, process_id, counted_at, counts)
      values (${partnerId}, 'consumer', ${randomUUID()}, ${hoursAgo(hours)}, '{1}')`
  await deleteExpiredRows(deps)
  const left = await db<{ at: string }[]>`
    select counted_at as at from partner_request_counts order by counted_at`
  expect(left.map(({ at }) => at)).toEqual([1, 0].map(hoursAgo))
})

test('rows past their retention are deleted, all others stay', async () => {
  await deleteExpiredRows(deps)
  expect(await failures()).toEqual([26, 25.5, 24].map(hoursAgo))
  expect(await locks()).toEqual([26, 24].map(hoursAgo))
  expect(await defenses()).toEqual([26, 24].map(hoursAgo))
  expect(await counted()).toEqual([401, 400, 0].map((days) => hoursAgo(days * 24)))
})

test('expired rows are deleted in small batches, until none is left', async () => {
  await deleteExpiredRows(deps, undefined, 1)
  expect([(await failures()).length, (await counted()).length]).toEqual([3, 3])
  expect([(await locks()).length, (await defenses()).length]).toEqual([2, 2])
})

test('rows locked by a guess are skipped without waiting', async () => {
  await db.begin(async (tx) => {
    await tx`select from pin_locks for update`
    await tx`select from outlet_defenses for update`
    await deleteExpiredRows(deps)
  })
  expect([(await locks()).length, (await defenses()).length]).toEqual([4, 4])
})

test('after an abort nothing is deleted', async () => {
  await deleteExpiredRows(deps, AbortSignal.abort())
  expect([(await failures()).length, (await counted()).length]).toEqual([6, 7])
})

test('attempts: a user without one for a day has no row', async () => {
  await scene.meet(...times(4, (n) => `attempts-${n}`))
  const ids = await db<{ id: string }[]>`
    select id from users where external_user_id like 'attempts-%' order by external_user_id`
  const attempts: string[][] = [
    [hoursAgo(48), hoursAgo(23.9)],
    [hoursAgo(48), hoursAgo(24.1)],
    [],
    [hoursAgo(0)],
  ]
  await db`truncate redemption_attempts`
  for (const [i, attemptTimes] of attempts.entries()) {
    await db`
      insert into redemption_attempts (user_id, times, granted)
      values (${ids[i]?.id ?? ''}, ${attemptTimes}::timestamptz[], 0)`
  }
  await deleteExpiredRows(deps, undefined, 1)
  const left = await db<{ id: string }[]>`
    select user_id as id from redemption_attempts join users on users.id = user_id order by external_user_id`
  expect(left).toEqual([ids[0], ids[3]])
})

test('REFUSAL_COUNTS_KEPT_DAYS=500: counts of 500 days stay', async () => {
  const keptDays = { ...deps.config.keptDays, refusalCounts: 500 }
  await deleteExpiredRows({ ...deps, config: { ...deps.config, keptDays } })
  expect(await counted()).toEqual([500, 402, 401, 400, 0].map((days) => hoursAgo(days * 24)))
})
