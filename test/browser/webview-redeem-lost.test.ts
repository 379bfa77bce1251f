import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import {
  button,
  type Customer,
  enterPin,
  heading,
  openCounter,
  openScreen,
  shareLocation,
} from './counter.ts'
import { expectAccessible, hold, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { clock } = browsing
const counter = await openCounter(browsing)
const { issuer, till } = counter
const REDEMPTIONS = '**/me/redemptions'

/** Executes one request and drops its response. */
const loseResponse = (page: Page) =>
  page.route(
    REDEMPTIONS,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )

/** Requests leave the phone and get lost, until the connection returns. */
async function cutConnection(page: Page): Promise<() => Promise<void>> {
  await page.route(REDEMPTIONS, (route) => route.abort('internetdisconnected'))
  return async () => {
    await page.unroute(REDEMPTIONS)
    await page.evaluate('dispatchEvent(new Event("online"))')
  }
}

async function atKeypad(changes: object = {}): Promise<Customer & { voucherId: string }> {
  const voucher = await till.offer({ codeSource: 'AUTO', redemptionCount: 5, ...changes })
  const customer = await counter.customer(voucher.id)
  await shareLocation(customer.page)
  return { ...customer, voucherId: voucher.id }
}

async function expectRedeemedOnce({ page, redemptionRequests, voucherId }: Customer & { voucherId: string }) {
  await heading(page, 'Redeemed').waitFor()
  const rows = await counter.redemptionsOf(voucherId)
  expect(rows.map(({ code }) => code)).toEqual([await page.locator('.code').textContent()])
  expect(new Set(redemptionRequests.map((request) => JSON.stringify(request))).size).toBe(1)
}

test('a response lost after the commit: retried with the same key, one redemption, its code shown', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests, voucherId } = customer
  const { until, release } = hold()
  await page.route(REDEMPTIONS, (route) => until.then(() => route.continue()), { times: 1 })
  await loseResponse(page)
  await enterPin(page)
  await heading(page, 'Waiting for confirmation').waitFor()
  expect(await counter.redemptionsOf(voucherId)).toHaveLength(1)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Waiting for confirmation')
  // The app retries without a tap.
  release()
  await expectRedeemedOnce(customer)
  expect(redemptionRequests).toHaveLength(2)
})

test('a retry is rate limited while the first request may still run: keeps the key and shows the redemption', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests } = customer
  const limited = { status: 429, json: { error: 'rate_limited', details: { retryAfterSeconds: 50 } } }
  await page.route(REDEMPTIONS, (route) => route.fulfill(limited), { times: 1 })
  await loseResponse(page)
  await enterPin(page)
  await expectRedeemedOnce(customer)
  expect(redemptionRequests).toHaveLength(3)
})

test('the partner is at its limit: says that we are busy, waits for retry-after, and redeems with the same key', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests } = customer
  const limited = {
    status: 429,
    headers: { 'retry-after': '3' },
    json: { error: 'rate_limited', details: { limit: 'partner', retryAfterSeconds: 3 } },
  }
  await page.route(REDEMPTIONS, (route) => route.fulfill(limited), { times: 1 })
  await enterPin(page)
  await heading(page, 'Back in a moment').waitFor()
  await page.getByText('We’re busy right now. Try again in 3 seconds.').waitFor()
  await page.getByText('Keep this screen open: we’ll retry automatically').waitFor()
  const waitedFrom = Date.now()
  await expectAccessible(page)
  await expectRedeemedOnce(customer)
  expect(Date.now() - waitedFrom).toBeGreaterThan(2_000)
  expect(redemptionRequests).toHaveLength(2)
})

test('repeated taps on the last digit send one request', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests } = customer
  const { until, release } = hold()
  await page.route(REDEMPTIONS, (route) => until.then(() => route.continue()))
  await enterPin(page, '482')
  await page.evaluate(`{
    const key = [...document.querySelectorAll('.key')].find((key) => key.textContent === '1')
    for (let tap = 0; tap < 3; tap += 1) key.click()
  }`)
  await page.keyboard.type('4821')
  await page.locator('.pin-message').getByText('Redeeming…').waitFor()
  await expectAccessible(page)
  release()
  await expectRedeemedOnce(customer)
  expect(redemptionRequests).toHaveLength(1)
})

test('offline before the PIN is sent: says so and sends nothing, not even when the connection returns', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests, voucherId } = customer
  await page.context().setOffline(true)
  await enterPin(page)
  await page.getByRole('alert').getByText('You’re offline, so nothing was sent.').waitFor()
  expect(await page.locator('.dot.full').count()).toBe(0)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByText('This is what we last loaded.').waitFor({ state: 'detached' })
  await page.getByText('You’re offline, so nothing was sent.').waitFor({ state: 'detached' })
  await page.getByText('Staff: enter your outlet PIN').waitFor()
  expect([redemptionRequests, await counter.redemptionsOf(voucherId)]).toEqual([[], []])
  await enterPin(page)
  await expectRedeemedOnce(customer)
  expect(redemptionRequests).toHaveLength(1)
})

test('offline after the PIN was sent: says that the outcome is not known, and redeems once when the connection returns', async () => {
  const customer = await atKeypad()
  const { page } = customer
  const regain = await cutConnection(page)
  await enterPin(page)
  await heading(page, 'Waiting for confirmation').waitFor()
  await page.locator('.subject').getByText(till.outlet.name).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await button(page, 'Try again').click()
  await page.getByText('We’ll retry when the connection is back').waitFor()
  await regain()
  await expectRedeemedOnce(customer)
})

test('500, 502 from a gateway, 503: retried with the same key', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests } = customer
  const responses = [
    { status: 500, json: { error: 'internal_error' } },
    { status: 502, body: '<html>Bad gateway</html>' },
    { status: 503, json: { error: 'unavailable' }, headers: { 'retry-after': '1' } },
  ]
  await page.route(REDEMPTIONS, (route) => {
    const response = responses.shift()
    return response ? route.fulfill(response) : route.fallback()
  })
  await enterPin(page)
  await heading(page, 'Waiting for confirmation').waitFor()
  // This event makes the app retry sooner than on its schedule.
  const askAgain = () => page.evaluate('dispatchEvent(new Event("online"))')
  await expect.poll(() => askAgain().then(() => redemptionRequests.length)).toBe(4)
  await expectRedeemedOnce(customer)
})

test('leaving while unanswered: the redemption stays pending, and its result is announced', async () => {
  const customer = await atKeypad()
  const { page, redemptionRequests, voucherId } = customer
  const regain = await cutConnection(page)
  await enterPin(page)
  await heading(page, 'Waiting for confirmation').waitFor()
  const dialog = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  expect((await dialog).type()).toBe('beforeunload')
  await (await dialog).dismiss()
  await page.goBack()
  await page.getByText('We’re still waiting for confirmation').waitFor()
  // Coming back shows it again, whatever voucher is opened.
  await openScreen(page, { screen: 'redeem', voucherId: (await till.offer()).id })
  await heading(page, 'Waiting for confirmation').waitFor()
  await page.goBack()
  await regain()
  await page.getByText('Your voucher was redeemed').waitFor()
  expect(await counter.redemptionsOf(voucherId)).toHaveLength(1)
  expect(new Set(redemptionRequests.map(({ key }) => key)).size).toBe(1)

  clock.advance(61_000)
  await openScreen(page, { screen: 'redeem', voucherId })
  await button(page, 'Redeem again').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  expect(new Set(redemptionRequests.map(({ key }) => key)).size).toBe(2)
})

test('leaving for the outlets or another voucher: a later rejection is shown on the current screen', async () => {
  const stall = await openTill(browsing)
  const second = await openMarket(browsing.admin).outlet(stall.merchant.id, { name: 'Annex', pin: WRONG_PIN })
  const voucher = await stall.offer()
  const { page } = await counter.customer(voucher.id)
  await button(page, /Annex/).click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  let regain = await cutConnection(page)
  await enterPin(page, '0000')
  await heading(page, 'Waiting for confirmation').waitFor()
  await page.goBack()
  await heading(page, 'Waiting for confirmation').waitFor()
  await regain()
  await page.getByRole('alert').getByText('That’s not this outlet’s PIN').waitFor()

  const other = await stall.offer({ outletIds: [second.id] })
  await openScreen(page, { screen: 'redeem', voucherId: other.id })
  await page.getByText('Use once').waitFor()
  await page.goBack()
  await button(page, /Annex/).click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  regain = await cutConnection(page)
  await enterPin(page, '0000')
  await heading(page, 'Waiting for confirmation').waitFor()
  await openScreen(page, { screen: 'redeem', voucherId: other.id })
  await heading(page, 'Waiting for confirmation').waitFor()
  await regain()
  await page.getByRole('status').getByText('That’s not this outlet’s PIN').waitFor()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page, WRONG_PIN)
  await heading(page, 'Redeemed').waitFor()
})

test('another user’s token: the pending redemption is not retried in their name', async () => {
  const { page, redemptionRequests, voucherId } = await atKeypad()
  const regain = await cutConnection(page)
  await enterPin(page)
  await heading(page, 'Waiting for confirmation').waitFor()
  // Something of the first user is kept and is deleted, which takes a second because the database hangs.
  await page.evaluate(`localStorage.setItem('counterfoil-kept', '1'); indexedDB.open = () => ({})`)
  await page.evaluate(`location.hash = 'token=${issuer.mint({ sub: 'somebody-else' })}'`)
  await heading(page, 'Waiting for confirmation').waitFor({ state: 'detached' })
  const before = redemptionRequests.length
  await regain()
  await openScreen(page, { screen: 'redeem', voucherId })
  await heading(page, 'Are you at').waitFor()
  expect([redemptionRequests.length, await counter.redemptionsOf(voucherId)]).toEqual([before, []])
})

test('a token that expires at the counter: the PIN is asked for only once', async () => {
  const customer = await atKeypad()
  const { page, sub } = customer
  // Otherwise this request of the app would be the one that meets the expired token.
  const walletRequests = "performance.getEntriesByName(location.origin + '/me/wallet').length"
  await expect.poll(() => page.evaluate(walletRequests)).toBe(1)
  clock.advance(2 * 3_600_000)
  await enterPin(page)
  await heading(page, 'Your session has ended').waitFor()
  await page.evaluate(`location.hash = 'token=${issuer.mint({ sub })}'`)
  await expectRedeemedOnce(customer)
})
