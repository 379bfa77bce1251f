import { beforeEach, expect, test } from 'vitest'
import { maintainRedemptionMonths } from '../../src/domain/redemptions/months/maintain-months.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { openScene } from '../races/scene.ts'

const scene = await openScene()
const { admin, clock, db, deps, logs, redeem, voucher } = scene
const unlimited = await voucher({ redemptionCount: 1000, codeSource: 'AUTO' })

const partitions = async () => {
  const rows = await db<{ name: string }[]>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'redemptions'::regclass order by relname`
  return rows.map(({ name }) => name)
}
const partitionOf = async (id: string) => {
  const [row] = await db<
    { name: string }[]
  >`select tableoid::regclass::text as name from redemptions where id = ${id}`
  return row?.name
}
const nameOf = (time: Date, monthsLater = 0) => {
  const month = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater))
  return `redemptions_${month.toISOString().slice(0, 7).replace('-', '_')}`
}
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(String((await admin('GET', '/metrics')).body))?.[1])

beforeEach(() => {
  clock.now = new Date()
})

test('a new database has partitions for this month, the next 12 and everything else', async () => {
  const months = Array.from({ length: 13 }, (_, n) => nameOf(new Date(), n))
  expect(await partitions()).toEqual([...months, 'redemptions_default'].sort())
  const { body } = await redeem('first', unlimited)
  expect(await partitionOf(body.id)).toBe(nameOf(new Date()))
})

test('a year later: a worker creates the missing months', async () => {
  clock.advance(366 * 86_400_000)
  expect(await metric('counterfoil_redemption_months_ahead')).toBeLessThan(2)
  await maintainRedemptionMonths(deps)
  expect(await partitions()).toContain(nameOf(clock.now, 12))
  expect(await metric('counterfoil_redemption_months_ahead')).toBe(12)
  expect(logs.join('')).toContain('few months of redemptions have a partition')
})

test('201: a month without a partition; the redemption is found, reported, and moved to its month', async () => {
  const month = nameOf(new Date())
  await db.unsafe(`delete from redemptions; drop table ${month}`)
  await db`truncate user_quotas, voucher_quotas, events, idempotency_keys, stat_changes`
  const { status, body } = await redeem('stray', unlimited, { key: 'stray' })
  expect([status, await partitionOf(body.id)]).toEqual([201, 'redemptions_default'])
  expect(await metric('counterfoil_redemption_stray_rows')).toBe(1)
  expect((await redeem('stray', unlimited, { key: 'stray' })).body).toEqual(body)

  await maintainRedemptionMonths(deps)
  expect(logs.join('')).toContain('redemptions are in the default partition')
  expect(await partitionOf(body.id)).toBe(month)
  expect(await metric('counterfoil_redemption_stray_rows')).toBe(0)
  expect((await redeem('stray', unlimited, { key: 'stray' })).body).toEqual(body)
  // A move of rows is no change for the stats: the day is the same, and nothing was deleted.
  expect(await db`select from stat_changes`).toHaveLength(0)
  await scene.expectExact()
})

test('a move of rows waits briefly for another transaction, then fails; a later run succeeds', async () => {
  const month = nameOf(new Date(), 12)
  await db.unsafe(`drop table ${month}`)
  const reader = await db.reserve()
  await reader`begin`
  await reader`select from redemptions_default`
  await expect(maintainRedemptionMonths(deps)).rejects.toThrow('another transaction is using the redemptions')
  await reader`commit`
  reader.release()
  await maintainRedemptionMonths(deps)
  expect(await partitions()).toContain(month)
})

test('a row whose id is not a time stays in the default partition, and causes no warning', async () => {
  const { body } = await redeem('odd', unlimited)
  const odd = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
  await db`update redemptions set id = ${odd} where id = ${body.id}`
  await maintainRedemptionMonths(deps)
  expect(await partitionOf(odd)).toBe('redemptions_default')
  expect(await metric('counterfoil_redemption_stray_rows')).toBe(0)
})

test('idempotency keys are deleted 25 hours after their redemption by the real clock, not by the clock of a test partner', async () => {
  await db`truncate idempotency_keys`
  // The clock of a test partner may be years ahead.
  await db`
    insert into idempotency_keys (user_id, key, redemption_id, merchant_id, request_hash, redeemed_at)
    select (select id from users limit 1), hours::text, uuid_v7_floor(${clock.now}::timestamptz - make_interval(hours => hours)),
      gen_random_uuid(), '', ${clock.now}::timestamptz + interval '2 years'
    from unnest(array[1, 24, 26, 500]) as hours`
  await deleteExpiredRows(deps)
  const rows = await db<{ key: string }[]>`select key from idempotency_keys order by redemption_id desc`
  expect(rows.map(({ key }) => key)).toEqual(['1', '24'])
})
