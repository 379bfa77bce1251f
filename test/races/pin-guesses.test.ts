import { expect, test } from 'vitest'
import type { EngineOptions } from '../../src/domain/redemptions/engine.ts'
import type { Answer } from '../harness.ts'
import { until } from '../process.ts'
import { openScene, PIN, type RedeemOptions, tally, times } from './scene.ts'

const bent: { pause?: EngineOptions['pause'] | undefined } = {}
const scene = await openScene({
  attemptsPerMinute: 100_000,
  pause: () => bent.pause?.() ?? Promise.resolve(),
})
const { db, market, expectExact } = scene
const voucherId = await scene.voucher({ redemptionCount: 1000 })
const KLCC = { latitude: 3.1579, longitude: 101.7116 }
const FAR = { consumerLat: 3.2, consumerLng: 101.7 }

/** PINs that are all different, and none of them the right one. */
const wrongPin = (i: number) => String(i < Number(PIN) ? i : i + 1).padStart(4, '0')
const outlet = async (changes = {}): Promise<string> =>
  (await market.outlet(scene.merchantId, { pin: PIN, ...changes })).id
const redeem = (user: string, outletId: string, changes = {}, options: RedeemOptions = {}) =>
  scene.redeem(user, voucherId, { ...options, changes: { outletId, ...changes } })
const failuresAt = async (outletId: string) =>
  (await db`select from pin_failures where outlet_id = ${outletId}`).length
const redemptionsAt = async (outletId: string) =>
  (await db`select from redemptions where outlet_id = ${outletId}`).length

/** Holds the next batch between its facts and all that it writes. */
function holdNext() {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  bent.pause = async () => {
    bent.pause = undefined
    held.resolve()
    await release.promise
  }
  return { held: held.promise, release: () => release.resolve() }
}

test('forty guesses of one user at once on two nodes: exactly 10 are looked at', async () => {
  const here = await outlet()
  await scene.meet('forty')
  const answers = await Promise.all(times(40, (i) => redeem('forty', here, { pin: wrongPin(i) })))
  expect(tally(answers)).toEqual({ invalid_pin: 10, rate_limited: 30 })
  expect(answers.find(({ status }) => status === 429)?.body.details).toEqual({ retryAfterSeconds: 3600 })
  expect(await failuresAt(here)).toBe(10)
  expect(tally([await redeem('forty', here)])).toEqual({ rate_limited: 1 })
  expect(await redemptionsAt(here)).toBe(0)
})

test('nine wrong PINs, then five guesses at once on two nodes: exactly one is looked at', async () => {
  const here = await outlet()
  for (let i = 0; i < 9; i += 1) await redeem('nine', here, { pin: wrongPin(i) })
  const answers = await Promise.all(times(5, (i) => redeem('nine', here, { pin: wrongPin(100 + i) })))
  expect(tally(answers)).toEqual({ invalid_pin: 1, rate_limited: 4 })
  expect(await failuresAt(here)).toBe(10)
})

test('429 for a right PIN that was decided before the tenth wrong one was recorded: no row written', async () => {
  const here = await outlet()
  await scene.meet('late')
  const hold = holdNext()
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

test('429 for a right PIN with a later refusal: limit_reached would tell that the PIN is right', async () => {
  const here = await outlet()
  const once = await scene.voucher({ redemptionCount: 1 })
  const ask = (pin: string, node: number) =>
    scene.redeem('used up', once, { node, changes: { outletId: here, pin } })
  expect(tally([await ask(PIN, 0), await ask(PIN, 0)])).toEqual({ '201': 1, limit_reached: 1 })
  const hold = holdNext()
  const right = ask(PIN, 0)
  await hold.held
  await Promise.all(times(10, (i) => ask(wrongPin(i), 1)))
  hold.release()
  expect(tally([await right])).toEqual({ rate_limited: 1 })
})

test('a right PIN waits for the wrong one that is being recorded, and does not pass it', async () => {
  const here = await outlet()
  for (let i = 0; i < 9; i += 1) await redeem('waits', here, { pin: wrongPin(i) })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const recording = db.begin(async (tx) => {
    await tx`
      update pin_locks set locked_until = ${new Date(scene.clock.now.getTime() + 3_600_000)}
      where outlet_id = ${here}`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  let answered = false
  const right = redeem('waits', here).finally(() => {
    answered = true
  })
  await until(async () => {
    const [row] = await db<{ n: number }[]>`
      select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%pin_locks%'
        and datname = current_database()`
    return (row?.n ?? 0) > 0
  })
  expect(answered).toBe(false)
  release.resolve()
  await recording
  expect(tally([await right])).toEqual({ rate_limited: 1 })
  expect(await redemptionsAt(here)).toBe(0)
})

/** Fills both lanes of node 0 with a held request each, so that what comes next is one batch. */
async function inOneBatch(asking: () => Promise<Answer>[]): Promise<Answer[]> {
  const elsewhere = await outlet()
  const holds = []
  const fillers = []
  await scene.meet('filler 1', 'filler 2')
  for (const i of [1, 2]) {
    const hold = holdNext()
    fillers.push(redeem(`filler ${i}`, elsewhere, {}, { node: 0 }))
    await hold.held
    holds.push(hold)
  }
  const asked = asking()
  await until(() => scene.deps.redemptionEngine.figures.queued === asked.length)
  for (const hold of holds) hold.release()
  expect(tally(await Promise.all(fillers))).toEqual({ '201': 2 })
  return Promise.all(asked)
}

test('thirty guesses in one batch, the right PIN last: ten are looked at, the right one is not', async () => {
  const here = await outlet()
  await scene.meet('batch', 'neighbour')
  const elsewhere = await outlet()
  const answers = await inOneBatch(() => [
    ...times(29, (i) => redeem('batch', here, { pin: wrongPin(i) }, { node: 0 })),
    redeem('batch', here, {}, { node: 0 }),
    redeem('neighbour', elsewhere, {}, { node: 0 }),
  ])
  expect(tally(answers.slice(0, 30))).toEqual({ invalid_pin: 10, rate_limited: 20 })
  expect(answers[29]?.status).toBe(429)
  expect(answers[30]?.status).toBe(201)
  expect(await failuresAt(here)).toBe(10)
  await expectExact()
})

test('1,000 users at once on two nodes, far away or without coordinates: exactly 20 PINs are looked at', async () => {
  const here = await outlet(KLCC)
  const answers = await Promise.all(
    times(1000, (i) => redeem(`thousand ${i}`, here, { pin: wrongPin(i), ...(i % 2 === 0 ? FAR : {}) })),
  )
  const { invalid_pin, too_far = 0, rate_limited = 0, ...others } = tally(answers)
  expect([invalid_pin, too_far + rate_limited, others]).toEqual([20, 980, {}])
  expect(await failuresAt(here)).toBe(20)
  const right = await Promise.all([
    ...times(10, (i) => redeem(`thousand ${i}`, here, i % 2 === 0 ? FAR : {})),
    redeem('thousand and one', here),
  ])
  expect(tally(right)).toEqual({ too_far: 5, rate_limited: 6 })
  expect(await redemptionsAt(here)).toBe(0)
}, 60_000)

test('429 for a right PIN of a newcomer that was decided before the defense went up', async () => {
  const here = await outlet(KLCC)
  await scene.meet('early', ...times(25, (i) => `crowd ${i}`))
  const hold = holdNext()
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

test('wrong and right PINs of the same users at many outlets and both nodes: all are answered, none waits in a circle', async () => {
  const outlets = await Promise.all(times(5, () => outlet(KLCC)))
  const near = { consumerLat: KLCC.latitude, consumerLng: KLCC.longitude }
  const users = times(8, (i) => `circle ${i}`)
  await scene.meet(...users)
  const asked = times(400, (i) => {
    const here = outlets[(i * 7) % 5] ?? ''
    const user = users[(i * 3) % 8] ?? ''
    return redeem(user, here, { pin: i % 4 === 0 ? wrongPin(i) : PIN, ...near })
  })
  const {
    invalid_pin = 0,
    rate_limited = 0,
    '201': redeemed = 0,
    ...others
  } = tally(await Promise.all(asked))
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

test('a batch that is decided again records a wrong PIN once', async () => {
  const [here, capped] = [await outlet(), await scene.voucher({ globalRedemptionCap: 1 })]
  await scene.meet('once', 'capped slow', 'capped fast')
  const answers = await inOneBatch(() => {
    const hold = holdNext()
    hold.held
      .then(() => scene.redeem('capped fast', capped, { node: 1 }))
      .then((answer) => expect(answer.status).toBe(201))
      .finally(hold.release)
    return [
      redeem('once', here, { pin: wrongPin(1) }, { node: 0 }),
      scene.redeem('capped slow', capped, { node: 0 }),
    ]
  })
  expect(tally(answers)).toEqual({ invalid_pin: 1, global_cap_reached: 1 })
  expect(await failuresAt(here)).toBe(1)
})
