import { expect, test, vi } from 'vitest'
import { openScene, times } from './scene.ts'

// Ids are made from the real time, so the tests move Date.now. Ids of a process never go back: this file runs alone.
const MONTH_MS = 31 * 86_400_000
let pause = async () => {}
const scene = await openScene({ attemptsPerMinute: 10_000, maxBatchSize: 4, pause: () => pause() })
const { db, redeem, voucher } = scene
const today = new Date()
const nextMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1)

const partitionsOf = async (voucherId: string) => {
  const rows = await db<{ name: string }[]>`
    select distinct tableoid::regclass::text as name from redemptions where voucher_id = ${voucherId} order by 1`
  return rows.map(({ name }) => name)
}

test('a month ends under load: redemptions are in both partitions, and the ledger is exact', async () => {
  const id = await voucher({ redemptionCount: 100, codeSource: 'AUTO', globalRedemptionCap: 150 })
  await scene.meet(...times(20, (i) => `boundary ${i}`))
  let calls = 0
  vi.spyOn(Date, 'now').mockImplementation(() => {
    calls += 1
    return calls <= 120 ? nextMonth - 1000 : nextMonth + 1000
  })
  const responses = await Promise.all(times(200, (i) => redeem(`boundary ${i % 20}`, id)))
  vi.restoreAllMocks()
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(150)
  expect(await partitionsOf(id)).toHaveLength(2)
  await scene.expectExact()
})

test('500 requests with one idempotency key on two nodes while a month ends: one redemption', async () => {
  const id = await voucher({ redemptionCount: 1000 })
  await scene.meet('once')
  const boundary = nextMonth + MONTH_MS
  let clock = boundary - 1000
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  // Both nodes have decided, with ids of two months, before either writes.
  const { promise: bothDecided, resolve } = Promise.withResolvers<void>()
  pause = async () => {
    if (clock > boundary) resolve()
    clock = boundary + MONTH_MS
    await bothDecided
  }
  const responses = await Promise.all(times(500, () => redeem('once', id, { key: 'the-same' })))
  vi.restoreAllMocks()
  pause = async () => {}
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(499)
  expect(await db`select from redemptions where voucher_id = ${id}`).toHaveLength(1)
  await scene.expectExact()
})
