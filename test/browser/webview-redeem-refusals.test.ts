import { randomUUID } from 'node:crypto'
import { REDEMPTION_REFUSALS, type RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ApiResponse, Call } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill, PIN, type Till, WRONG_PIN } from '../support/till.ts'
import { button, enterPin, heading, openCounter, openScreen, shareLocation } from './counter.ts'
import { expectAccessible, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, clock, db, origin } = browsing
const counter = await openCounter(browsing)
const { issuer } = counter
const market = openMarket(admin)
const another = visitorsOf(browsing, issuer)('another-customer')
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()

type Scene = { till: Till; voucher: ApiResponse['body']; page: Page; by: Call }
type Case = {
  voucher?: object
  /** A pool of codes for the voucher. */
  codes?: string[]
  /** Makes the preview succeed. */
  before?: (scene: Pick<Scene, 'till' | 'voucher' | 'by'>) => Promise<unknown>
  /** Makes the service refuse, after the phone was handed to the staff. */
  provoke: (scene: Scene) => Promise<unknown>
  pin?: string
  /** What the user reads and can do. */
  title: string
  text: RegExp
  way: string
}

const patch = (path: string, changes: object) => market.change(path, changes)
const patchVoucher =
  (changes: () => object) =>
  ({ voucher }: Scene) =>
    patch(`/admin/vouchers/${voucher.id}`, changes())
const patchOutlet =
  (changes: object) =>
  ({ till }: Scene) =>
    patch(`/admin/outlets/${till.outlet.id}`, changes)
const setScope = (merchantIds: string[] | null) =>
  patch(`/admin/partners/${issuer.id}`, { scope: merchantIds && { merchantIds, categories: [] } })

/** Changes the request on its way. The response comes from the service. */
const exchange = (page: Page, exchanged: { body?: object; key?: string }) =>
  page.route('**/me/redemptions', async (route: Route) => {
    const request = route.request()
    await route.continue({
      postData: JSON.stringify({ ...request.postDataJSON(), ...exchanged.body }),
      headers: { ...request.headers(), ...(exchanged.key && { 'idempotency-key': exchanged.key }) },
    })
  })

const CASES: Record<Exclude<RedemptionRefusal, 'invalid_pin' | 'rate_limited'>, Case> = {
  idempotency_key_reused: {
    voucher: { redemptionCount: 3 },
    provoke: async ({ till, voucher, page, by }) => {
      await till.redeem(by, voucher.id, {}, { 'idempotency-key': `used-${voucher.id}` })
      await exchange(page, { key: `used-${voucher.id}` })
    },
    title: 'Please start again',
    text: /redeemed nothing/,
    way: 'Try again',
  },
  voucher_not_found: {
    provoke: ({ page }) => exchange(page, { body: { voucherId: randomUUID() } }),
    title: 'No longer available',
    text: /no longer offered/,
    way: 'Back',
  },
  voucher_out_of_scope: {
    provoke: () => setScope([counter.till.merchant.id]),
    title: 'Not in your app',
    text: /Your app doesn’t offer this voucher/,
    way: 'Back',
  },
  outlet_not_found: {
    provoke: ({ page }) => exchange(page, { body: { outletId: randomUUID() } }),
    title: 'Outlet not found',
    text: /no longer exists/,
    way: 'Back',
  },
  merchant_out_of_scope: {
    provoke: async ({ till, page }) => {
      await setScope([till.merchant.id])
      await exchange(page, { body: { outletId: counter.till.outlet.id } })
    },
    title: 'Not in your app',
    text: /Your app doesn’t offer vouchers from this place/,
    way: 'Back',
  },
  voucher_inactive: {
    provoke: ({ voucher }) => market.unpublish(voucher.id),
    title: 'No longer available',
    text: /no longer offered/,
    way: 'Back',
  },
  voucher_not_yet_valid: {
    provoke: patchVoucher(() => ({ validFrom: inDays(2) })),
    title: 'Not valid yet',
    text: /come back later/,
    way: 'Back',
  },
  voucher_expired: {
    voucher: { validUntil: inDays(1) },
    provoke: patchVoucher(() => ({ validFrom: inDays(-3), validUntil: inDays(-1) })),
    title: 'Expired',
    text: /has expired/,
    way: 'Back',
  },
  voucher_not_valid_at_outlet: {
    provoke: async ({ till, voucher }) => {
      const { id } = await market.outlet(till.merchant.id)
      await patch(`/admin/vouchers/${voucher.id}`, { outletIds: [id] })
    },
    title: 'Not at this outlet',
    text: /can’t use this voucher here/,
    way: 'Back',
  },
  outlet_inactive: {
    provoke: patchOutlet({ isActive: false }),
    title: 'Outlet not available',
    text: /isn’t accepting vouchers/,
    way: 'Back',
  },
  outlet_pin_not_set: {
    provoke: patchOutlet({ pin: null }),
    title: 'Outlet not ready',
    text: /isn’t set up/,
    way: 'Back',
  },
  too_far: {
    provoke: patchOutlet({ latitude: 3.17 }),
    title: 'You’re too far away',
    text: /You’re 1\.2 km from the outlet\. Come within 150 m/,
    way: 'Check again',
  },
  not_a_favorite: {
    voucher: { favoritesOnly: true },
    before: ({ till, by }) => by('POST', '/me/favorites', { merchantId: till.merchant.id }),
    provoke: ({ till, by }) => by('DELETE', `/me/favorites/${till.merchant.id}`),
    title: 'Favorites only',
    text: /Add this place to your favorites/,
    way: 'Add to favorites',
  },
  no_claim: {
    voucher: { claimFlow: 'WALLET' },
    before: ({ voucher, by }) => by('POST', '/me/claims', { voucherId: voucher.id }),
    provoke: ({ voucher }) => db`delete from claims where voucher_id = ${voucher.id}`,
    title: 'Claim it first',
    text: /Add this voucher to your wallet/,
    way: 'Claim now',
  },
  voucher_not_yet_applicable: {
    voucher: { claimFlow: 'WALLET' },
    before: ({ voucher, by }) => by('POST', '/me/claims', { voucherId: voucher.id }),
    provoke: patchVoucher(() => ({ applicableFrom: '2030-05-04T10:00:00.000Z' })),
    title: 'Not yet',
    text: /from 4 May/,
    way: 'Back',
  },
  voucher_no_longer_applicable: {
    voucher: { claimFlow: 'WALLET' },
    before: ({ voucher, by }) => by('POST', '/me/claims', { voucherId: voucher.id }),
    provoke: patchVoucher(() => ({ applicableUntil: '2026-01-04T10:00:00.000Z' })),
    title: 'Expired',
    text: /expired on 4 January/,
    way: 'Back',
  },
  limit_reached: {
    voucher: { cycle: 'MONTHLY' },
    provoke: ({ till, voucher, by }) => till.redeem(by, voucher.id),
    title: 'Used up',
    text: /available again on 1 /,
    way: 'Back',
  },
  global_cap_reached: {
    voucher: { cycle: 'MONTHLY', globalRedemptionCap: 1 },
    provoke: ({ till, voucher }) => till.redeem(another, voucher.id),
    title: 'Fully redeemed',
    text: /More are available on 1 /,
    way: 'Back',
  },
  codes_exhausted: {
    codes: ['LAST-ONE'],
    provoke: ({ till, voucher }) => till.redeem(another, voucher.id),
    title: 'No codes left',
    text: /All codes for this voucher have been given out/,
    way: 'Back',
  },
  code_generation_failed: {
    voucher: { codeSource: 'AUTO' },
    // Five collisions in a row cannot be produced, so this fakes the contract's response.
    provoke: ({ page }) =>
      page.route('**/me/redemptions', (route) =>
        route.fulfill({ status: 500, json: { error: 'code_generation_failed' } }),
      ),
    title: 'Couldn’t create a code',
    text: /Nothing was redeemed/,
    way: 'Try again',
  },
}

const customer = await counter.customer((await openStall({})).voucher.id)
await shareLocation(customer.page)

/** The same customer at one counter after another, a minute apart. The consent to share the location is kept. */
async function arrive(voucherId: string, before: (by: Call) => Promise<unknown> = async () => {}) {
  clock.advance(61_000)
  await before(customer.by)
  await openScreen(customer.page, { screen: 'redeem', voucherId })
  await heading(customer.page, 'Hand your phone to the staff').waitFor()
  return customer
}

async function openStall({ voucher: changes, codes }: Pick<Case, 'voucher' | 'codes'>) {
  const till = await openTill(browsing)
  return { till, voucher: codes ? await till.pool(codes, changes) : await till.offer(changes) }
}

test.each(Object.entries(CASES))('%s: says why, and offers the next step', async (code, refusal) => {
  const stall = await openStall(refusal)
  const { page, by } = await arrive(stall.voucher.id, async (by) => refusal.before?.({ ...stall, by }))
  await refusal.provoke({ ...stall, page, by })
  const before = await counter.redemptionsOf(stall.voucher.id)
  await enterPin(page, refusal.pin)
  await heading(page, refusal.title).waitFor()
  await page.unroute('**/me/redemptions')
  await setScope(null)
  expect(await page.getByRole('alert').textContent()).toMatch(refusal.text)
  await button(page, refusal.way).last().waitFor()
  expect(await page.locator('main').textContent()).not.toContain(code)
  expect(await page.evaluate('document.activeElement.textContent')).toBe(refusal.title)
  expect(await counter.redemptionsOf(stall.voucher.id)).toEqual(before)
})

test('every refusal in the contract has a test case', () => {
  expect([...Object.keys(CASES), 'invalid_pin', 'rate_limited'].sort()).toEqual(
    [...REDEMPTION_REFUSALS].sort(),
  )
})

test('a refusal is accessible in light and dark mode, with no console errors', async () => {
  const { page } = customer
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  expectQuiet(customer, origin)
})

test('invalid_pin: shown at the keypad, which is cleared and focused; the next PIN is a new request', async () => {
  const { voucher } = await openStall({})
  const { page, redemptionRequests } = await arrive(voucher.id)
  const from = redemptionRequests.length
  await enterPin(page, WRONG_PIN)
  await page.getByRole('alert').getByText('That’s not this outlet’s PIN').waitFor()
  expect(await page.locator('.dot.full').count()).toBe(0)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('PIN keypad')
  await expectAccessible(page)
  await enterPin(page, PIN)
  await heading(page, 'Redeemed').waitFor()
  const [wrong, right] = redemptionRequests.slice(from)
  expect([wrong?.body.pin, right?.body.pin]).toEqual([WRONG_PIN, PIN])
  expect(wrong?.key).not.toBe(right?.key)
})

test('maintenance: says so on every screen, browsing goes on, and redeeming works without a reload once it is over', async () => {
  const { voucher } = await openStall({})
  const { page, redemptionRequests } = await arrive(voucher.id)
  const from = redemptionRequests.length
  await admin('PUT', '/admin/maintenance', { until: inDays(1), message: 'We are moving.' })
  await enterPin(page)
  await heading(page, 'We’re doing maintenance').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(
    /^Vouchers can’t be used until .*\d:\d\d.*\. \u2068We are moving\.\u2069$/,
  )
  await expectAccessible(page)
  await openScreen(page, { screen: 'home' })
  const banner = page.getByRole('status').getByText('We are moving.')
  await banner.waitFor()
  await page.getByRole('main').getByText('Kopi Corner').first().waitFor()
  await page.goBack()
  await admin('DELETE', '/admin/maintenance')
  await button(page, 'Try again').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  expect(await banner.count()).toBe(0)
  expect(redemptionRequests.slice(from)).toHaveLength(2)
})

test('rate_limited: a countdown runs, then the user can try again', async () => {
  const { voucher } = await openStall({})
  const { page, by } = await arrive(voucher.id)
  for (let number = 0; number < 5; number += 1) {
    await by('POST', '/me/redemptions', { ...counter.till.bodyFor(voucher.id), pin: WRONG_PIN })
  }
  clock.advance(10_000)
  await page.clock.install()
  await enterPin(page)
  await heading(page, 'Too many attempts').waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^0:[1-5]\d$/)
  expect(await button(page, 'Try again').isDisabled()).toBe(true)
  await expectAccessible(page)
  clock.advance(51_000)
  await page.clock.fastForward(51_000)
  await page.getByText('You can try again now.').waitFor()
  await button(page, 'Try again').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
})

test('rate_limited in the preview: shows the countdown too', async () => {
  const { voucher } = await openStall({})
  const { page } = await arrive(voucher.id)
  for (let number = 0; number < 5; number += 1) {
    await enterPin(page, WRONG_PIN)
    await page.locator('.keypad[aria-disabled="false"]').waitFor()
    await expect.poll(() => page.locator('.dot.full').count()).toBe(0)
  }
  await page.goBack()
  await openScreen(page, { screen: 'redeem', voucherId: voucher.id })
  await heading(page, 'Too many attempts').waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^(0:[1-5]\d|1:00)$/)
  expect(await button(page, 'Try again').isDisabled()).toBe(true)
  await expectAccessible(page)
})

test('a PIN lock in the preview: its end as a clock time and in minutes', async () => {
  const { voucher, till } = await openStall({})
  const { by } = customer
  for (let wrong = 0; wrong < 10; wrong += 1) {
    if (wrong % 5 === 0) clock.advance(61_000)
    await till.redeem(by, voucher.id, { pin: WRONG_PIN })
  }
  clock.advance(61_000)
  const { page } = customer
  await openScreen(page, { screen: 'redeem', voucherId: voucher.id, outletId: till.outlet.id })
  await heading(page, 'Too many attempts').waitFor()
  await expect
    .poll(() => page.getByRole('timer').textContent())
    .toMatch(/^Try again at \d\d?:\d\d \(in 59 minutes\)\.$/)
  expect(await button(page, 'Try again').isDisabled()).toBe(true)
  await expectAccessible(page)
})

test('preview: lists all reasons in order; adding the favorite and claiming take one tap each', async () => {
  const { voucher } = await openStall({
    voucher: { favoritesOnly: true, claimFlow: 'WALLET', codeSource: 'AUTO' },
  })
  clock.advance(61_000)
  const { page } = customer
  await openScreen(page, { screen: 'redeem', voucherId: voucher.id })
  await heading(page, 'Before you redeem').waitFor()
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Favorites only',
    'Claim it first',
  ])
  await expectAccessible(page)
  await button(page, 'Add to favorites').click()
  await heading(page, 'Favorites only').waitFor({ state: 'detached' })
  await button(page, 'Claim now').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
})

test('preview: a reason the user cannot fix is shown before the phone is handed over', async () => {
  const { till, voucher } = await openStall({ voucher: { cycle: 'MONTHLY' } })
  clock.advance(61_000)
  const { page, by } = customer
  await till.redeem(by, voucher.id)
  await openScreen(page, { screen: 'redeem', voucherId: voucher.id })
  await heading(page, 'Used up').waitFor()
  await page.getByText(/available again on 1 /).waitFor()
  await openScreen(page, { screen: 'redeem', voucherId: randomUUID() })
  await heading(page, 'No longer available').waitFor()
})
