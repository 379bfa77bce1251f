import { describe, expect, test } from 'vitest'
import { type ApiResponse, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { NEAR, OUTLET_AT, openTill, PIN, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const visitor = visitorsOf(harness, await onboardIssuer(harness))
const till = await openTill(harness)
const plenty = await till.offer({ redemptionCount: 1000 })

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WITHOUT_LOCATION = { consumerLat: undefined, consumerLng: undefined }
/** About 167 m north of the outlet. */
const FAR = { consumerLat: 3.1594, consumerLng: 101.7116 }
const TOO_FAR = [422, { error: 'too_far', details: { distanceMeters: 166.8, maxMeters: 150 } }]
const INVALID_PIN = [401, { error: 'invalid_pin' }]

let people = 0
const someone = (): Call => {
  people += 1
  return visitor(`someone-${people}`)
}
const outlet = async (changes = {}): Promise<string> =>
  (await market.outlet(till.merchant.id, { pin: PIN, ...OUTLET_AT, ...changes })).id
const limited = (retryAfterSeconds: number) => [
  429,
  { error: 'rate_limited', details: { retryAfterSeconds } },
]
const outcome = ({ status, body }: ApiResponse) => (status === 201 ? 201 : [status, body])
const at = async (outletId: string, by: Call, changes = {}) =>
  outcome(await till.redeem(by, plenty.id, { outletId, ...WITHOUT_LOCATION, ...changes }))
const failuresAt = async (outletId: string) =>
  (await db`select from pin_failures where outlet_id = ${outletId}`).length

/** Wrong PINs, each from a new user. */
async function guess(outletId: string, count: number, changes = {}): Promise<void> {
  for (let i = 0; i < count; i += 1)
    expect(await at(outletId, someone(), { pin: WRONG_PIN, ...changes })).toEqual(INVALID_PIN)
}
async function defended(changes = {}): Promise<string> {
  const outletId = await outlet(changes)
  await guess(outletId, 20)
  return outletId
}

describe('an outlet where 20 newcomers sent a wrong PIN within 10 minutes', () => {
  test('429 rate_limited: a newcomer without coordinates, whatever the PIN, until an hour after the last wrong PIN', async () => {
    const here = await defended()
    expect(await at(here, someone())).toEqual(limited(3600))
    expect(await at(here, someone(), { pin: WRONG_PIN })).toEqual(limited(3600))
    clock.advance(10 * MINUTE)
    const response = await till.redeem(someone(), plenty.id, { outletId: here, ...WITHOUT_LOCATION })
    expect([outcome(response), response.headers['retry-after']]).toEqual([limited(3000), '3000'])
    expect(await failuresAt(here)).toBe(20)
  })

  test('422 too_far: a newcomer farther than 150 m, whatever the PIN', async () => {
    const here = await defended()
    expect(await at(here, someone(), FAR)).toEqual(TOO_FAR)
    expect(await at(here, someone(), { ...FAR, pin: WRONG_PIN })).toEqual(TOO_FAR)
    expect(await failuresAt(here)).toBe(20)
  })

  test('201: a newcomer within 150 m with the right PIN; 401 invalid_pin with a wrong one', async () => {
    const here = await defended()
    expect(await at(here, someone(), NEAR)).toBe(201)
    expect(await at(here, someone(), { ...NEAR, pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await failuresAt(here)).toBe(21)
  })

  test('201: a user who has redeemed there before needs no coordinates and may mistype', async () => {
    const here = await outlet()
    const regular = someone()
    expect(await at(here, regular)).toBe(201)
    await guess(here, 20)
    expect(await at(here, regular, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, regular)).toBe(201)
    expect(await at(here, regular, FAR)).toEqual(TOO_FAR)
  })

  test('a redemption at another outlet does not make a regular here; the other outlet is not defended', async () => {
    const [here, there] = [await outlet(), await outlet()]
    const by = someone()
    expect(await at(there, by)).toBe(201)
    await guess(here, 20)
    expect(await at(here, by)).toEqual(limited(3600))
    expect(await at(there, by)).toBe(201)
    expect(await at(there, someone())).toBe(201)
  })

  test('an outlet without coordinates: 429 for newcomers wherever they are, 201 for regulars', async () => {
    const here = await outlet({ latitude: null, longitude: null })
    const regular = someone()
    expect(await at(here, regular)).toBe(201)
    await guess(here, 20)
    expect(await at(here, someone())).toEqual(limited(3600))
    expect(await at(here, someone(), NEAR)).toEqual(limited(3600))
    expect(await at(here, regular)).toBe(201)
  })

  test('rules before the PIN come before the defense, rules after the PIN do not', async () => {
    const here = await defended()
    await market.change(`/admin/outlets/${here}`, { isActive: false })
    expect(await at(here, someone())).toEqual([422, { error: 'outlet_inactive' }])
    await market.change(`/admin/outlets/${here}`, { isActive: true })
    const wallet = await market.offer(till.merchant.id)
    const body = { outletId: here, ...WITHOUT_LOCATION }
    expect(outcome(await till.redeem(someone(), wallet.id, body))).toEqual(limited(3600))
  })
})

describe('the defense starts', () => {
  test('with the 20th wrong PIN, not the 19th, and only if all came within 10 minutes', async () => {
    const here = await outlet()
    await guess(here, 1)
    clock.advance(10 * MINUTE)
    await guess(here, 19)
    expect(await at(here, someone())).toBe(201)
    const there = await outlet()
    await guess(there, 1)
    clock.advance(10 * MINUTE - 1)
    await guess(there, 19)
    expect(await at(there, someone())).toEqual(limited(3600))
  })

  test('not for wrong PINs of users who have redeemed there', async () => {
    const here = await outlet()
    const regulars = Array.from({ length: 6 }, someone)
    for (const by of regulars) expect(await at(here, by)).toBe(201)
    for (const by of regulars)
      for (let i = 0; i < 4; i += 1) expect(await at(here, by, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, someone())).toBe(201)
  })

  test('not for wrong PINs of regulars and 19 of newcomers', async () => {
    const here = await outlet()
    const regular = someone()
    expect(await at(here, regular)).toBe(201)
    for (let i = 0; i < 4; i += 1) expect(await at(here, regular, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    await guess(here, 19)
    expect(await at(here, someone())).toBe(201)
  })

  test('for wrong PINs of users who have redeemed only at another outlet', async () => {
    const [here, there] = [await outlet(), await outlet()]
    for (let i = 0; i < 20; i += 1) {
      const by = someone()
      expect(await at(there, by)).toBe(201)
      expect(await at(here, by, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    }
    expect(await at(here, someone())).toEqual(limited(3600))
  })

  test('for 20 wrong PINs of few newcomers as well as of many', async () => {
    const here = await outlet()
    for (const by of [someone(), someone(), someone(), someone()])
      for (let i = 0; i < 5; i += 1) expect(await at(here, by, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, someone())).toEqual(limited(3600))
  })
})

describe('the defense ends', () => {
  test('after an hour without a wrong PIN, to the millisecond; refused guesses do not extend it', async () => {
    const here = await defended()
    clock.advance(HOUR - 1)
    expect(await at(here, someone(), { pin: WRONG_PIN })).toEqual(limited(1))
    expect(await at(here, someone(), { ...FAR, pin: WRONG_PIN })).toEqual(TOO_FAR)
    clock.advance(1)
    expect(await at(here, someone())).toBe(201)
    expect(await at(here, someone(), { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, someone())).toBe(201)
  })

  test('a wrong PIN of a newcomer within 150 m restarts the hour, one of a regular does not', async () => {
    const here = await outlet()
    const regular = someone()
    expect(await at(here, regular)).toBe(201)
    await guess(here, 20)
    clock.advance(5 * MINUTE)
    expect(await at(here, regular, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, someone())).toEqual(limited(3300))
    clock.advance(25 * MINUTE)
    expect(await at(here, regular, { pin: WRONG_PIN })).toEqual(INVALID_PIN)
    expect(await at(here, someone())).toEqual(limited(1800))
    await guess(here, 1, NEAR)
    expect(await at(here, someone())).toEqual(limited(3600))
    clock.advance(HOUR)
    expect(await at(here, someone())).toBe(201)
  })

  test('and starts again with the next 20 wrong PINs', async () => {
    const here = await defended()
    clock.advance(HOUR)
    await guess(here, 20)
    expect(await at(here, someone())).toEqual(limited(3600))
  })
})

test('429: a user locked out after ten wrong PINs is refused before all other checks, also within 150 m', async () => {
  const here = await defended()
  const by = someone()
  for (let i = 0; i < 10; i += 1) {
    if (i === 5) clock.advance(MINUTE)
    expect(await at(here, by, { ...NEAR, pin: WRONG_PIN })).toEqual(INVALID_PIN)
  }
  clock.advance(10 * MINUTE)
  expect(await at(here, by, NEAR)).toEqual(limited(3000))
  expect(await at(here, by, FAR)).toEqual(limited(3000))
})

test('a preview at a defended outlet: rate_limited; too_far only once; no reason within 150 m or for a regular', async () => {
  const here = await outlet()
  const regular = someone()
  expect(await at(here, regular)).toBe(201)
  await guess(here, 20)
  const reasons = async (by: Call, position = {}) => {
    const input = { voucherId: plenty.id, outletId: here, ...position }
    return (await by('POST', '/me/redemptions/preview', input)).body.reasons
  }
  expect(await reasons(someone())).toEqual(['rate_limited'])
  expect(await reasons(someone(), FAR)).toEqual(['too_far'])
  expect(await reasons(someone(), NEAR)).toEqual([])
  expect(await reasons(regular)).toEqual([])
  clock.advance(HOUR)
  expect(await reasons(someone())).toEqual([])
})
