import { expect, test } from 'vitest'
import { until } from '../support/process.ts'
import { openScene, tally, times } from './scene.ts'

let blocked: Promise<void> | null = null
const scene = await openScene({
  maxQueueLength: 10,
  maxBatchSize: 1,
  lanes: 1,
  pause: async () => blocked ?? undefined,
})
const { redeem, voucher, expectExact, clock } = scene

test('429 rate_limited: six attempts at once on two nodes, exactly one is refused, with retry-after', async () => {
  const id = await voucher({ redemptionCount: 99 })
  const responses = await Promise.all(times(6, () => redeem('six', id)))
  expect(tally(responses)).toEqual({ '201': 5, rate_limited: 1 })
  const refused = responses.find(({ status }) => status === 429)
  expect(refused?.headers['retry-after']).toBe('60')
  clock.advance(59_999)
  expect(tally([await redeem('six', id)])).toEqual({ rate_limited: 1 })
  clock.advance(1)
  expect(tally(await Promise.all(times(6, () => redeem('six', id))))).toEqual({ '201': 5, rate_limited: 1 })
  await expectExact()
})

test('refused attempts count too', async () => {
  const id = await voucher()
  const responses = await Promise.all(times(8, () => redeem('wrong', id, { changes: { pin: '0000' } })))
  expect(tally(responses)).toEqual({ invalid_pin: 5, rate_limited: 3 })
})

test('503 unavailable: a full queue, with retry-after; queued requests succeed', async () => {
  const id = await voucher({ redemptionCount: 1 })
  for (let i = 0; i < 30; i += 1) expect((await redeem(`queue ${i}`, id, { node: 0 })).status).toBe(201)
  const again = await voucher({ redemptionCount: 1 })
  const release = Promise.withResolvers<void>()
  blocked = release.promise
  const { stats } = scene.deps.redemptionEngine
  const { batches } = stats
  const first = redeem('queue 0', again, { node: 0 })
  await until(() => stats.batches > batches)
  const redeeming = [first, ...times(29, (i) => redeem(`queue ${i + 1}`, again, { node: 0 }))]
  await until(() => stats.turnedAway === 19)
  expect(stats.queued).toBe(10)
  blocked = null
  release.resolve()
  const responses = await Promise.all(redeeming)
  const refused = responses.filter(({ status }) => status === 503)
  expect(tally(responses)).toEqual({ '201': 11, unavailable: 19 })
  for (const { headers } of refused) expect(headers['retry-after']).toBeDefined()
  expect(stats).toMatchObject({ queued: 0, turnedAway: 19 })
  const metrics = await scene.admin('GET', '/metrics')
  expect(metrics.body).toContain('counterfoil_redemption_turned_away_total 19')
  expect(metrics.body).toContain('counterfoil_redemption_queue_length 0')
  await expectExact()
})
