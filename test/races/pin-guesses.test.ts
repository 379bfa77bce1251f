import { expect, test } from 'vitest'
import type { Tx } from '../../src/platform/database/db.ts'
import { until } from '../support/process.ts'
import { BatchHolder } from './held-batches.ts'
import { openScene, PIN, type RedeemOptions, tally, times } from './scene.ts'

const batches = new BatchHolder()
const scene = await openScene({ attemptsPerMinute: 100_000, pause: batches.pause })
const { db, market, expectExact } = scene
const voucherId = await scene.voucher({ redemptionCount: 1000 })
const KLCC = { latitude: 3.1579, longitude: 101.7116 }
const FAR = { consumerLat: 3.2, consumerLng: 101.7 }

/** A different wrong PIN for each number. */
const wrongPin = (i: number) => String(i < Number(PIN) ? i : i + 1).padStart(4, '0')
const outlet = async (changes = {}): Promise<string> =>
  (await market.outlet(scene.merchantId, { pin: PIN, ...changes })).id
const redeem = (user: string, outletId: string, changes = {}, options: RedeemOptions = {}) =>
  scene.redeem(user, voucherId, { ...options, changes: { outletId, ...changes } })
const failuresAt = async (outletId: string) =>
  (await db`select from pin_failures where outlet_id = ${outletId}`).length
const redemptionsAt = async (outletId: string) =>
  (await db`select from redemptions where outlet_id = ${outletId}`).length

test('401 and 429: 40 wrong PINs of one user at once on two nodes, exactly 10 are checked', async () => {
  const here = await outlet()
  await scene.meet('forty')
  const responses = await Promise.all(times(40, (i) => redeem('forty', here, { pin: wrongPin(i) })))
  expect(tally(responses)).toEqual({ invalid_pin: 10, rate_limited: 30 })
  expect(responses.find(({ status }) => status === 429)?.body.details).toEqual({ retryAfterSeconds: 3600 })
  expect(await failuresAt(here)).toBe(10)
  expect(tally([await redeem('forty', here)])).toEqual({ rate_limited: 1 })
  expect(await redemptionsAt(here)).toBe(0)
})

test('401 and 429: nine wrong PINs, then five at once on two nodes, exactly one is checked', async () => {
  const here = await outlet()
  for (let i = 0; i < 9; i += 1) await redeem('nine', here, { pin: wrongPin(i) })
  const responses = await Promise.all(times(5, (i) => redeem('nine', here, { pin: wrongPin(100 + i) })))
  expect(tally(responses)).toEqual({ invalid_pin: 1, rate_limited: 4 })
  expect(await failuresAt(here)).toBe(10)
})

test('429 rate_limited: a right PIN, decided before the tenth wrong one was recorded, no row written', async () => {
  const here = await outlet()
  await scene.meet('late')
  const hold = batches.holdNext()
  const right = redeem('late', here, {}, { node: 0 })
  await hold.held
  const wrong = await Promise.all(times(12, (i) => redeem('late', here, { pin: wrongPin(i) }, { node: 1 })))
  expect(tally(wrong)).toEqual({ invalid_pin: 10, rate_limited: 2 })
  hold.release()
  expect(await right).toMatchObject({
    status: 429,
    body: { error: 'rate_limited', details: { retryAfterSeconds: 3600 } },
  })
  expect(await redemptionsAt(here)).toBe(0)
  await expectExact()
})

test('429 rate_limited: a right PIN with a later refusal, because limit_reached would reveal that the PIN is right', async () => {
  const here = await outlet()
  const once = await scene.voucher({ redemptionCount: 1 })
  const ask = (pin: string, node: number) =>
    scene.redeem('used up', once, { node, changes: { outletId: here, pin } })
  expect(tally([await ask(PIN, 0), await ask(PIN, 0)])).toEqual({ '201': 1, limit_reached: 1 })
  const hold = batches.holdNext()
  const right = ask(PIN, 0)
  await hold.held
  await Promise.all(times(10, (i) => ask(wrongPin(i), 1)))
  hold.release()
  expect(tally([await right])).toEqual({ rate_limited: 1 })
})

/** Asks while another transaction holds a lock, which writes and commits once the question waits. Fails if it does not wait. */
async function askWhileLocked(
  lock: (tx: Tx) => Promise<unknown>,
  write: (tx: Tx, inAnHour: Date) => Promise<unknown>,
  ask: () => ReturnType<typeof redeem>,
) {
  const locked = Promise.withResolvers<number>()
  const release = Promise.withResolvers<void>()
  const writing = db.begin(async (tx) => {
    await lock(tx)
    const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
    locked.resolve(row.pid)
    await release.promise
    await write(tx, new Date(scene.clock.now.getTime() + 3_600_000))
  })
  const pid = await locked.promise
  let answered = false
  const response = ask().finally(() => {
    answered = true
  })
  await until(async () => {
    const waiting = await db`select from pg_stat_activity where ${pid} = any (pg_blocking_pids(pid))`
    return answered || waiting.length > 0
  })
  expect(answered).toBe(false)
  release.resolve()
  await writing
  return response
}

test('429 rate_limited: a right PIN waits for a wrong one that is being recorded', async () => {
  const here = await outlet()
  for (let i = 0; i < 9; i += 1) await redeem('waits', here, { pin: wrongPin(i) })
  const response = await askWhileLocked(
    (tx) => tx`select from pin_locks where outlet_id = ${here} for update`,
    (tx, inAnHour) => tx`update pin_locks set locked_until = ${inAnHour} where outlet_id = ${here}`,
    () => redeem('waits', here),
  )
  expect(tally([response])).toEqual({ rate_limited: 1 })
  expect(await redemptionsAt(here)).toBe(0)
})

test('429 rate_limited: a wrong PIN of a newcomer waits for the one with which the defense begins', async () => {
  const here = await outlet()
  for (let i = 0; i < 19; i += 1) await redeem(`stranger ${i}`, here, { pin: wrongPin(i) })
  await scene.meet('the last stranger')
  const response = await askWhileLocked(
    (tx) => tx`select from outlet_defenses where outlet_id = ${here} for update`,
    (tx, inAnHour) => tx`
      update outlet_defenses set defended_since = guessed_at, defended_until = ${inAnHour}
      where outlet_id = ${here}`,
    () => redeem('the last stranger', here, { pin: wrongPin(19) }),
  )
  expect(tally([response])).toEqual({ rate_limited: 1 })
  expect(await failuresAt(here)).toBe(19)
})

test('429 rate_limited: 29 wrong PINs and then the right one in one batch, only 10 wrong ones are checked', async () => {
  const here = await outlet()
  await scene.meet('batch', 'neighbor')
  const elsewhere = await outlet()
  const responses = await batches.inOneBatch(scene, () => [
    ...times(29, (i) => redeem('batch', here, { pin: wrongPin(i) }, { node: 0 })),
    redeem('batch', here, {}, { node: 0 }),
    redeem('neighbor', elsewhere, {}, { node: 0 }),
  ])
  expect(tally(responses.slice(0, 30))).toEqual({ invalid_pin: 10, rate_limited: 20 })
  expect(responses[29]?.status).toBe(429)
  expect(responses[30]?.status).toBe(201)
  expect(await failuresAt(here)).toBe(10)
  await expectExact()
})

test('300 users guess at once on two nodes, far away or without coordinates: exactly 20 PINs are checked', async () => {
  const here = await outlet(KLCC)
  // The users exist before: creating hundreds at once may take longer than a redemption may wait.
  await scene.meet(...times(300, (i) => `guesser ${i}`))
  const responses = await Promise.all(
    times(300, (i) => redeem(`guesser ${i}`, here, { pin: wrongPin(i), ...(i % 2 === 0 ? FAR : {}) })),
  )
  const { invalid_pin, too_far = 0, rate_limited = 0, ...others } = tally(responses)
  expect([invalid_pin, too_far + rate_limited, others]).toEqual([20, 280, {}])
  expect(await failuresAt(here)).toBe(20)
  const right = await Promise.all([
    ...times(10, (i) => redeem(`guesser ${i}`, here, i % 2 === 0 ? FAR : {})),
    redeem('a newcomer', here),
  ])
  expect(tally(right)).toEqual({ too_far: 5, rate_limited: 6 })
  expect(await redemptionsAt(here)).toBe(0)
}, 60_000)

test('429 rate_limited: the right PIN of a newcomer, decided before the outlet was defended', async () => {
  const here = await outlet(KLCC)
  await scene.meet('early', ...times(25, (i) => `crowd ${i}`))
  const hold = batches.holdNext()
  const right = redeem('early', here, {}, { node: 0 })
  await hold.held
  const wrong = await Promise.all(
    times(25, (i) => redeem(`crowd ${i}`, here, { pin: wrongPin(i) }, { node: 1 })),
  )
  expect(tally(wrong)).toEqual({ invalid_pin: 20, rate_limited: 5 })
  hold.release()
  expect(tally([await right])).toEqual({ rate_limited: 1 })
  expect(await redemptionsAt(here)).toBe(0)
})

test('wrong and right PINs of the same users at many outlets on both nodes: all are answered, no deadlock', async () => {
  const outlets = await Promise.all(times(5, () => outlet(KLCC)))
  const near = { consumerLat: KLCC.latitude, consumerLng: KLCC.longitude }
  const users = times(8, (i) => `user ${i}`)
  await scene.meet(...users)
  const attempts = times(400, (i) => {
    const here = outlets[(i * 7) % 5] ?? ''
    const user = users[(i * 3) % 8] ?? ''
    return redeem(user, here, { pin: i % 4 === 0 ? wrongPin(i) : PIN, ...near })
  })
  const {
    invalid_pin = 0,
    rate_limited = 0,
    '201': redeemed = 0,
    ...others
  } = tally(await Promise.all(attempts))
  expect(others).toEqual({})
  expect(invalid_pin + rate_limited + redeemed).toBe(400)
  const [row] = await db<{ n: number }[]>`
    select count(*) as n from pin_failures where outlet_id = any (${outlets}::uuid[])`
  expect(row?.n).toBe(invalid_pin)
  const pairs = await db<{ n: number }[]>`
    select count(*) as n from pin_failures where outlet_id = any (${outlets}::uuid[]) group by outlet_id, user_id`
  expect(Math.max(...pairs.map(({ n }) => n))).toBeLessThanOrEqual(10)
  await expectExact()
}, 60_000)

test('a batch that is decided again records a wrong PIN only once', async () => {
  const [here, capped] = [await outlet(), await scene.voucher({ globalRedemptionCap: 1 })]
  await scene.meet('once', 'capped slow', 'capped fast')
  const responses = await batches.inOneBatch(scene, () => {
    const hold = batches.holdNext()
    hold.held
      .then(() => scene.redeem('capped fast', capped, { node: 1 }))
      .then((response) => expect(response.status).toBe(201))
      .finally(hold.release)
    return [
      redeem('once', here, { pin: wrongPin(1) }, { node: 0 }),
      scene.redeem('capped slow', capped, { node: 0 }),
    ]
  })
  expect(tally(responses)).toEqual({ invalid_pin: 1, global_cap_reached: 1 })
  expect(await failuresAt(here)).toBe(1)
})
