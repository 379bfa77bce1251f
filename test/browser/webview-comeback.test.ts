import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { button, heading, openCounter, openScreen } from './counter.ts'
import { openBrowsing } from './visits.ts'
import { openHolders } from './wallet-holders.ts'

const browsing = await openBrowsing()
const counter = await openCounter(browsing)
const { till } = counter
const { somebody, claimed, openApp } = openHolders(browsing, counter)
const holder = somebody()
await claimed(holder, { title: 'Patient bun' })
const { id: laksa } = await till.offer({ title: 'Patient laksa' })

/** The connection is back while the question that was asked without one is still on its way to fail. */
async function comeBackTooSoon(page: Page, url: RegExp, ask: () => Promise<unknown>): Promise<void> {
  let fail = () => {}
  const held = new Promise<void>((resolve) => {
    fail = resolve
  })
  const asked = page.waitForRequest(url)
  await page.route(url, (route) => held.then(() => route.abort()), { times: 1 })
  await ask()
  await asked
  await page.evaluate('dispatchEvent(new Event("online"))')
  fail()
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
