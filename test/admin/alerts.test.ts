import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { NEAR, OUTLET_AT, openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { clock, served } = harness
const admin = heldToContract(served, harness.as(ADMIN_KEY))
const market = openMarket(admin)
const visitor = visitorsOf(harness, await onboardIssuer(harness))
const till = await openTill(harness)
const voucher = await till.offer({ redemptionCount: 1000 })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const alerts = async () => {
  const { status, body } = await admin('GET', '/admin/alerts')
  expect([status, body.nextCursor]).toEqual([200, null])
  return body.items.map(({ facts: _, ...alert }: Record<string, unknown>) => alert)
}
/** Without PIN_DEFENSE, the alert that so many wrong PINs of newcomers also cause. */
const guessing = async () => (await alerts()).filter(({ kind }: { kind: string }) => kind === 'PIN_GUESSING')
let guessers = 0
const guess = async (count: number) => {
  for (let i = 0; i < count; i += 1) {
    // Each user sends only five: a single user would be rate limited.
    guessers += 1
    const response = await till.redeem(visitor(`guesser ${Math.floor(guessers / 5)}`), voucher.id, {
      pin: WRONG_PIN,
    })
    expect(response.body.error).toBe('invalid_pin')
  }
}

test('PIN_GUESSING: starts with the 50th wrong PIN within an hour, from any users, and lasts a day', async () => {
  await guess(1)
  clock.advance(HOUR_MS + 1)
  await guess(25)
  clock.advance(59 * MINUTE_MS)
  await guess(24)
  expect(await guessing()).toEqual([])
  await guess(1)
  const raised = {
    kind: 'PIN_GUESSING',
    message: '50 wrong PINs at Kopi Corner within an hour',
    subject: { type: 'outlet', id: till.outlet.id, name: 'Kopi Corner' },
    since: clock.now.toISOString(),
    delivery: null,
  }
  expect(await guessing()).toEqual([raised])
  const { items } = (await admin('GET', '/admin/alerts')).body
  expect(items.find(({ kind }: { kind: string }) => kind === 'PIN_GUESSING').facts).toEqual({
    sentence: 'PIN_GUESSING',
    details: { name: { type: 'NAME', value: 'Kopi Corner' }, count: { type: 'NUMBER', value: '50' } },
  })
  // Honest customers are not locked out.
  expect((await till.redeem(visitor('honest'), voucher.id)).status).toBe(201)
  clock.advance(MINUTE_MS)
  await guess(2)
  expect(await guessing()).toEqual([{ ...raised, message: '52 wrong PINs at Kopi Corner within an hour' }])
  clock.advance(23 * HOUR_MS)
  expect(await guessing()).toHaveLength(1)
  clock.advance(HOUR_MS)
  expect(await guessing()).toEqual([])
})

test('PIN_DEFENSE: while newcomers must be at the outlet, until an hour after the last wrong PIN', async () => {
  const WITHOUT_LOCATION = { consumerLat: undefined, consumerLng: undefined }
  const defend = async (name: string, position: object) => {
    const { id } = await market.outlet(till.merchant.id, { name, pin: '7777', ...position })
    const users = Array.from({ length: 20 }, (_, i) => visitor(`${name} ${i}`))
    for (const by of users.slice(1)) await till.redeem(by, voucher.id, { outletId: id, ...WITHOUT_LOCATION })
    expect(await alerts()).toEqual([])
    const [last] = users
    if (last) await till.redeem(last, voucher.id, { outletId: id, ...WITHOUT_LOCATION })
    return id
  }
  const located = await defend('Suria', OUTLET_AT)
  const since = clock.now.toISOString()
  const raised = {
    kind: 'PIN_DEFENSE',
    message:
      'Somebody is guessing the PIN of Suria: users who have never redeemed there must be within 150 m of it',
    subject: { type: 'outlet', id: located, name: 'Suria' },
    since,
    delivery: null,
  }
  expect(await alerts()).toEqual([raised])
  clock.advance(30 * MINUTE_MS)
  await till.redeem(visitor('at Suria'), voucher.id, { outletId: located, ...NEAR })
  clock.advance(HOUR_MS - 1)
  expect(await alerts()).toEqual([raised])
  clock.advance(1)
  expect(await alerts()).toEqual([])

  const unlocated = await defend('Night market', {})
  expect(await alerts()).toEqual([
    {
      kind: 'PIN_DEFENSE',
      message:
        'Somebody is guessing the PIN of Night market: users who have never redeemed there are refused, because it has no coordinates',
      subject: { type: 'outlet', id: unlocated, name: 'Night market' },
      since: clock.now.toISOString(),
      delivery: null,
    },
  ])
  clock.advance(HOUR_MS)
  expect(await alerts()).toEqual([])
})

test('POOL_LOW, then POOL_EMPTY, each with its start; ends when codes are added or the voucher is no longer live', async () => {
  const pool = await market.draft(till.merchant.id, {
    ...{ title: '{b}Pooled{/b}', codeSource: 'MANUAL', claimFlow: 'INSTANT', redemptionCount: 100 },
  })
  const add = (count: number, prefix: string) =>
    admin('POST', `/admin/vouchers/${pool.id}/codes`, {
      codes: Array.from({ length: count }, (_, i) => `${prefix}-${i}`),
    })
  await add(6, 'A')
  expect(await alerts()).toEqual([])
  await admin('POST', `/admin/vouchers/${pool.id}/publish`)
  const draw = async () => {
    clock.advance(MINUTE_MS)
    expect((await till.redeem(visitor('drawer'), pool.id)).status).toBe(201)
    return clock.now.toISOString()
  }
  await draw()
  await draw()
  expect(await alerts()).toEqual([])
  const since = await draw()
  await draw()
  const subject = { type: 'voucher', id: pool.id, name: 'Pooled' }
  expect(await alerts()).toEqual([
    { kind: 'POOL_LOW', message: '2 of 6 codes left for Pooled', subject, since, delivery: null },
  ])
  await draw()
  const emptied = await draw()
  expect(await alerts()).toEqual([
    {
      kind: 'POOL_EMPTY',
      message: 'No codes left for Pooled (6 in total)',
      subject,
      since: emptied,
      delivery: null,
    },
  ])
  await add(30, 'B')
  expect(await alerts()).toEqual([])
  for (let i = 0; i < 30; i += 1) await draw()
  expect(await alerts()).toMatchObject([{ kind: 'POOL_EMPTY' }])

  await market.change(`/admin/merchants/${till.merchant.id}`, { isActive: false })
  expect(await alerts()).toEqual([])
  await market.change(`/admin/merchants/${till.merchant.id}`, { isActive: true })
  await market.unpublish(pool.id)
  expect(await alerts()).toEqual([])
})

test('POOL_LOW: at a tenth of a large pool, not with one code more', async () => {
  const pool = await market.draft(till.merchant.id, {
    ...{ title: 'Large', codeSource: 'MANUAL', claimFlow: 'INSTANT', redemptionCount: 1000 },
  })
  await admin('POST', `/admin/vouchers/${pool.id}/codes`, {
    codes: Array.from({ length: 300 }, (_, i) => `L-${i}`),
  })
  await admin('POST', `/admin/vouchers/${pool.id}/publish`)
  const drawn = (count: number) =>
    Promise.all(Array.from({ length: count }, () => till.redeem(visitor('many'), pool.id)))
  await drawn(269)
  expect(await alerts()).toEqual([])
  await drawn(1)
  expect(await alerts()).toMatchObject([
    { kind: 'POOL_LOW', message: '30 of 300 codes left for Large', since: clock.now.toISOString() },
  ])
})
