import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, enterPin, heading, openCounter, openScreen, shareLocation } from './counter.ts'
import { hold, openBrowsing } from './visits.ts'
import { openHolders } from './wallet-holders.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const { till } = counter
const { somebody, claimed, openApp } = openHolders(browsing, counter)
const holder = somebody()
await claimed(holder, { title: 'Patient bun' })
const { id: laksa } = await till.offer({ title: 'Patient laksa' })

const comeBack = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))')

/** The connection is back while the question that was asked without one is still on its way to fail. */
async function comeBackTooSoon(page: Page, url: RegExp, ask: () => Promise<unknown>): Promise<void> {
  const { until, letGo } = hold()
  const asked = page.waitForRequest(url)
  await page.route(url, (route) => until.then(() => route.abort()), { times: 1 })
  await ask()
  await asked
  await comeBack(page)
  letGo()
}

test.each([
  ['the wallet', /\/me\/claims/],
  ['a voucher in it', /\/vouchers\/[^/]+$/],
])('%s comes by itself, though the connection was back before its failure was known', async (_, url) => {
  const { page } = await openApp(holder)
  await comeBackTooSoon(page, url, () => button(page, 'Wallet').click())
  await heading(page, 'Ready to use 1').waitFor()
})

test('the look ahead of a redemption as well', async () => {
  const { page } = await openApp(holder)
  await page.locator('.merchant').first().waitFor()
  await comeBackTooSoon(page, /\/preview$/, () => openScreen(page, { screen: 'redeem', voucherId: laksa }))
  await heading(page, /^Are you at/).waitFor()
})

test('an unanswered redemption as well, whatever its pause would be', async () => {
  const { page } = await counter.customer(laksa)
  await shareLocation(page)
  const { until, letGo } = hold()
  let tries = 0
  await page.route('**/me/redemptions', async (route) => {
    tries += 1
    if (tries > 5) return route.continue()
    if (tries === 5) await until
    return route.abort()
  })
  await enterPin(page)
  // Four failures on, the next pause is half a minute.
  await expect.poll(() => comeBack(page).then(() => tries)).toBe(5)
  await comeBack(page)
  letGo()
  await heading(page, 'Redeemed').waitFor({ timeout: 20_000 })
  expect(tries).toBe(6)
})
