import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, enterPin, heading, openCounter, shareLocation } from './counter.ts'
import {
  age,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  hold,
  openBrowsing,
  PHONE,
} from './visits.ts'
import { claim, claims, dataRequests, focusId, openHolders, settled, showHistory } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { clock, origin } = browsing
const counter = await openCounter(browsing)
const { till, issuer } = counter
const { somebody, claimed, openApp, openWallet, fillWallet, inDays, market } = openHolders(browsing, counter)
const regular = somebody()
const { ready } = await fillWallet(regular)

/** The sum of all layout shifts that no input caused. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 300)
})`

const nothingSticksOut = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)

test('usable vouchers come first, with their remaining uses; then the others by group, with the reason', async () => {
  const visited = await openWallet(regular)
  const { page } = visited
  await settled(page)
  await claims(page).nth(6).waitFor()
  expect(await page.locator('.wallet section > h2').allInnerTexts()).toEqual([
    'Ready to use 2',
    'Available later 1',
    'Used up 2',
    'Ended 2',
  ])
  expect(await page.locator('.claimed h3').allInnerTexts()).toEqual([
    'Half-price laksa',
    'Free kopi with any toast set, RM\u00a06',
    'Monsoon soup',
    'One bun a month',
    'Welcome drink',
    'Summer cake',
    'Withdrawn tea',
  ])
  const next = new Date(Date.UTC(clock.now.getUTCFullYear(), clock.now.getUTCMonth() + 1, 1))
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    next,
  )
  await claim(page, 'toast set').getByText(`2 of 3 left · renews ${day}`).waitFor()
  await claim(page, 'laksa')
    .getByText(/^Ends in [23] days$/)
    .waitFor()
  await claim(page, 'soup')
    .getByText(/^Available from \d+ \w+ \d{4}$/)
    .waitFor()
  await claim(page, 'bun')
    .getByText(/^Used up. Available again on 1 /)
    .waitFor()
  await claim(page, 'Welcome drink').getByText('Used up', { exact: true }).waitFor()
  await claim(page, 'cake')
    .getByText(/^Expired on /)
    .waitFor()
  await claim(page, 'tea').getByText('No longer offered, so you can’t use it').waitFor()
  expect(await button(page, 'Redeem').count()).toBe(2)
  await expectAccessibleInLightAndDark(page)
  expectQuiet(visited, origin)
})

test('a narrow phone: the button of a row stands below its words; large text: the badge stands beside the icon', async () => {
  const { page } = await openWallet(regular, { viewport: { width: 320, height: 568 } })
  await claim(page, 'laksa').waitFor()
  const edgeOf = (selector: string, edge: string) =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().${edge}`)
  const wordsEnd = await edgeOf('.claimed .facts', 'bottom')
  expect(await edgeOf('.claimed .action .button', 'top')).toBeGreaterThan(wordsEnd)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  const iconEnd = await edgeOf('.tabs button:last-child .icon', 'right')
  expect(await edgeOf('.tab-count > span', 'left')).toBeGreaterThanOrEqual(iconEnd - 1)
})

test('after Redeem and back, the voucher is used up and its code is in the history', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'One scone', codeSource: 'AUTO', cycle: 'MONTHLY' })
  const { page } = await openWallet(holder)
  await claim(page, 'scone')
    .getByText(/^Once a month · renews /)
    .waitFor()
  await button(page, 'Redeem').click()
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  await button(page, 'Done').click()
  await claim(page, 'scone')
    .getByText(/^Used up. Available again on 1 /)
    .waitFor()
  expect(await button(page, 'Redeem').count()).toBe(0)
  await showHistory(page)
  const [{ code }] = (await holder.by('GET', '/me/redemptions')).body
  await page.locator('.past').filter({ hasText: code }).waitFor()
})

test('favorites only: keeps its place when the favorite is added, and is ready at the next visit', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Friends’ cup', favoritesOnly: true })
  await claimed(holder, { title: 'Cup for all' })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 1').waitFor()
  await heading(page, 'Favorites only 1').waitFor()
  await button(page, 'Add to favorites').press('Enter')
  await claim(page, 'Friends’ cup').getByRole('button', { name: 'Redeem' }).waitFor()
  expect(await page.locator('.claimed h3').allInnerTexts()).toEqual(['Cup for all', 'Friends’ cup'])
  expect(await focusId(page)).toBe(`act-${id}`)
  await page.goBack()
  await heading(page, 'All places').waitFor()
  await button(page, 'Wallet').click()
  await heading(page, 'Ready to use 2').waitFor()
})

test('vouchers withdrawn or out of scope in the meantime: shown when the wallet is opened again', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Gone by noon' })
  const [closing, leaving] = [await market.shop(), await market.shop()]
  for (const shop of [closing, leaving]) {
    const { id: voucherId } = await market.offer(shop.id, { claimFlow: 'WALLET' })
    await holder.by('POST', '/me/claims', { voucherId })
  }
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 3').waitFor()
  await market.unpublish(id)
  await market.change(`/admin/merchants/${closing.id}`, { isActive: false })
  const scope = { categories: [], merchantIds: [till.merchant.id, closing.id] }
  await market.change(`/admin/partners/${issuer.id}`, { scope })
  await page.goBack()
  await heading(page, 'All places').waitFor()
  await age(page, 400_000)
  await button(page, 'Wallet').click()
  await expect.poll(() => claim(page, 'No longer offered').count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Gone by noon' }).count()).toBe(0)
  await page.goBack()
  await heading(page, 'All places').waitFor()
  await button(page, 'Wallet').click()
  await heading(page, 'Ended 3').waitFor()
  await market.change(`/admin/partners/${issuer.id}`, { scope: null })
})

test('no connection: says so, and loads when the connection returns', async () => {
  const { page } = await openApp(regular)
  await page.route(/\/me\/(wallet|redemptions)/, (route) => route.abort())
  await button(page, 'Wallet').click()
  await heading(page, 'No connection').waitFor()
  await page.unroute(/\/me\/(wallet|redemptions)/)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await heading(page, 'Ready to use 2').waitFor()
})

test('an empty wallet and an empty history each lead to browsing', async () => {
  const { page } = await openWallet(somebody())
  await heading(page, 'Your wallet is empty').waitFor()
  await expectAccessible(page)
  await showHistory(page)
  await heading(page, 'Nothing redeemed yet').waitFor()
  await button(page, 'Find vouchers').click()
  await page.getByRole('searchbox').waitFor()
})

test('by keyboard: switches views, opens a voucher and returns, reaches Redeem', async () => {
  const { page } = await openWallet(regular)
  await settled(page)
  const focused = () => page.evaluate('document.activeElement.textContent')
  expect(await focused()).toBe('Wallet')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.locator('.past').first().waitFor()
  expect(await focused()).toBe('History')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await claims(page).first().waitFor()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Tab')
  expect(await focused()).toBe('Free kopi with any toast set, RM\u00a06')
  await page.keyboard.press('Enter')
  await page.locator('.voucher').waitFor()
  await page.goBack()
  await expect.poll(() => focusId(page)).toBe(`claim-${ready}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // Filling the wallet has redeemed this voucher once, just now.
  await heading(page, 'Already redeemed').waitFor()
})

test.each([
  ['Arabic in dark mode', { path: '/app/?lang=ar', colorScheme: 'dark' as const }, '100%'],
  ['text at 200%', {}, '200%'],
])('%s: no horizontal overflow, accessible', async (_name, options, fontSize) => {
  const { page } = await openWallet(regular, options)
  await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
  await settled(page)
  await claims(page).nth(6).waitFor()
  await nothingSticksOut(page)
  await expectAccessible(page)
  await page.locator('.views button').last().click()
  await page.locator('.past').first().waitFor()
  await nothingSticksOut(page)
  await page.locator('.past').last().click()
  await page.locator('.qr svg').waitFor()
  await nothingSticksOut(page)
  await expectAccessible(page)
})

test('opened directly, with many claims: one request for the wallet, none for its vouchers, and nothing moves', async () => {
  const holder = somebody()
  for (let count = 1; count <= 12; count += 1) await claimed(holder, { title: `Bun ${count}` })
  const visited = await openApp(holder, { path: '/app/wallet' })
  const { page } = visited
  await heading(page, 'Ready to use 12').waitFor()
  expect(dataRequests(visited)).toEqual(['/branding', '/me/wallet'])
  await button(page, 'Bun 7').click()
  expect(await page.locator('.voucher').textContent()).toContain('Bun 7')
  await page.getByRole('region', { name: 'Outlets' }).getByText(till.outlet.name).waitFor()
  await page.goBack()
  await heading(page, 'Ready to use 12').waitFor()
  expect(dataRequests(visited)).toEqual(['/branding', '/me/wallet'])
  expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(0.05)
})

test('a slow response: the known wallet is shown, and its rows stay where they are', async () => {
  const holder = somebody()
  const first = await claimed(holder, { title: 'Early tart', validUntil: inDays(3) })
  await claimed(holder, { title: 'Late tart', validUntil: inDays(9) })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 2').waitFor()
  await page.goBack()
  await heading(page, 'All places').waitFor()
  await market.unpublish(first)
  const response = hold()
  await page.route('**/me/wallet', async (route) => {
    await response.until
    await route.continue()
  })
  await age(page, 400_000)
  await button(page, /^Wallet/).click()
  await heading(page, 'Ready to use 2').waitFor()
  response.release()
  await claim(page, 'Early tart').getByText('No longer offered, so you can’t use it').waitFor()
  expect(await page.locator('.claimed h3').allInnerTexts()).toEqual(['Early tart', 'Late tart'])
  await heading(page, 'Ready to use 1').waitFor()
})

test('filters: by merchant, and near me with the nearest first; back from a voucher keeps them', async () => {
  const holder = somebody()
  for (let count = 1; count <= 7; count += 1) await claimed(holder, { title: `Cake ${count}` })
  const far = await market.merchant({ name: 'Far Away Foods' })
  await market.outlet(far.id, { name: 'Far Away One', pin: '4821', latitude: 3.4, longitude: 101.7 })
  const { id: voucherId } = await market.offer(far.id, {
    title: 'Soon gone',
    claimFlow: 'WALLET',
    validUntil: inDays(1),
  })
  await holder.by('POST', '/me/claims', { voucherId })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 8').waitFor()
  expect((await page.locator('.claimed h3').allInnerTexts())[0]).toBe('Soon gone')
  await button(page, 'Near me').click()
  await claims(page)
    .first()
    .getByText(/^\d+ m · /)
    .waitFor()
  expect((await page.locator('.claimed h3').allInnerTexts()).at(-1)).toBe('Soon gone')
  await page.getByRole('combobox', { name: 'Place' }).selectOption('Far Away Foods')
  // A long name ends before the arrow.
  const look = `(({ appearance, textOverflow }) => [appearance, textOverflow])(getComputedStyle(document.querySelector('#wallet-merchant')))`
  expect(await page.evaluate(look)).toEqual(['none', 'ellipsis'])
  await heading(page, 'Ready to use 1').waitFor()
  await expectAccessibleInLightAndDark(page)
  await button(page, 'Soon gone').click()
  await page.locator('.voucher').waitFor()
  await page.goBack()
  await heading(page, 'Ready to use 1').waitFor()
  await nothingSticksOut(page)
})
