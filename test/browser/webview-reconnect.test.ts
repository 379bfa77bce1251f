import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uploadImage } from './catalogue.ts'
import { button, enterPin, heading, openCounter, openScreen, shareLocation } from './counter.ts'
import { expectAccessible, hold, openBrowsing } from './visits.ts'
import { openHolders } from './wallet-holders.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const { till } = counter
const { somebody, claimed, openApp, market } = openHolders(browsing, counter)
const holder = somebody()
await claimed(holder, { title: 'Patient bun' })
// One more than home loads at once.
for (let count = 2; count <= 20; count += 1) await market.merchant({ name: `Arcade ${count}` })
const logoPath = await uploadImage(browsing.admin, [0x6f, 0x3b, 0x1e])
await market.merchant({ name: 'Arcade 1', logoPath })
const { id: laksa } = await till.offer({ title: 'Patient laksa' })

const reconnect = (page: Page) => page.evaluate('dispatchEvent(new Event("online"))')

/** The connection returns while a request that was sent without one has not failed yet. */
async function reconnectBeforeFailure(page: Page, url: RegExp, ask: () => Promise<unknown>): Promise<void> {
  const { until, release } = hold()
  const request = page.waitForRequest(url)
  await page.route(url, (route) => until.then(() => route.abort()), { times: 1 })
  await ask()
  await request
  await reconnect(page)
  release()
}

test('the wallet reloads on its own if the connection returns before the request has failed', async () => {
  const { page } = await openApp(holder)
  await reconnectBeforeFailure(page, /\/me\/wallet/, () => button(page, /^Wallet/).click())
  await heading(page, 'Ready to use 1').waitFor()
})

test('home loads the rest of its list when the connection returns', async () => {
  const { page } = await openApp(holder)
  await page.locator('.merchant').nth(19).waitFor()
  await page.context().setOffline(true)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.getByRole('alert').getByText('We couldn’t load the rest of the list.').waitFor()
  await page.context().setOffline(false)
  await page.locator('.merchant').nth(20).waitFor()
  expect(await page.getByText('We couldn’t load the rest of the list.').count()).toBe(0)
})

test('pictures that failed load again when the connection returns', async () => {
  const { page } = await openApp(holder, { path: '/app/wallet' })
  await page.route('**/uploads/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(logoPath))
  await button(page, 'Discover').click()
  await failed
  await page.unroute('**/uploads/**')
  await reconnect(page)
  await page.locator('.merchant img.logo').first().waitFor()
})

test('search without a connection says so, keeps the text, and finds when it returns: before its code has loaded, and after', async () => {
  const { page } = await openApp(holder)
  await page.locator('.merchant').first().waitFor()
  const field = page.getByRole('searchbox')
  for (const text of ['laksa', 'bun']) {
    await page.context().setOffline(true)
    await field.fill(text)
    await heading(page, 'No connection').waitFor()
    await button(page, 'Try again').waitFor()
    expect(await field.inputValue()).toBe(text)
    await expectAccessible(page)
    // The connection does not work yet when the browser says that it is back.
    await page.route(/\.css$/, (route) => route.abort(), { times: 1 })
    await page.context().setOffline(false)
    await page.locator('mark', { hasText: new RegExp(text, 'i') }).waitFor()
    // Its styles arrive, too.
    const display = () => page.evaluate('getComputedStyle(document.querySelector(".found")).display')
    await expect.poll(display).toBe('flex')
  }
})

test('the preview of a redemption reloads on its own if the connection returns before the request has failed', async () => {
  const { page } = await openApp(holder)
  await page.locator('.merchant').first().waitFor()
  await reconnectBeforeFailure(page, /\/preview$/, () =>
    openScreen(page, { screen: 'redeem', voucherId: laksa }),
  )
  await heading(page, /^Are you at/).waitFor()
})

test('an unanswered redemption is retried as soon as the connection returns, however long its next pause is', async () => {
  const { page } = await counter.customer(laksa)
  await shareLocation(page)
  const { until, release } = hold()
  let tries = 0
  await page.route('**/me/redemptions', async (route) => {
    tries += 1
    if (tries > 5) return route.continue()
    if (tries === 5) await until
    return route.abort()
  })
  await enterPin(page)
  // After four failures the next pause is half a minute.
  await expect.poll(() => reconnect(page).then(() => tries)).toBe(5)
  await reconnect(page)
  release()
  await heading(page, 'Redeemed').waitFor({ timeout: 20_000 })
  expect(tries).toBe(6)
})
