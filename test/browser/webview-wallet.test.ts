import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Call } from '../harness.ts'
import { openMarket } from '../market.ts'
import { AT_OUTLET, button, enterPin, heading, openCounter, shareLocation } from './counter.ts'
import { expectAccessible, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, clock, origin, visit } = browsing
const { till, issuer } = await openCounter(browsing)
const market = openMarket(admin)
const NO_GPS = { consumerLat: undefined, consumerLng: undefined }
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()
let people = 0

type Holder = { by: Call; token: string }

function somebody(): Holder {
  people += 1
  const token = issuer.mint({ sub: `holder-${people}` })
  return { token, by: as(token) }
}

/** A wallet voucher of the till, in this user's wallet. */
async function claimed({ by }: Holder, fields: object): Promise<string> {
  const { id } = await till.offer({ claimFlow: 'WALLET', ...fields })
  expect((await by('POST', '/me/claims', { voucherId: id })).status).toBe(201)
  return id
}

async function redeemed({ by }: Holder, voucherId: string, changes = {}) {
  const { status, body } = await till.redeem(by, voucherId, changes)
  expect(status).toBe(201)
  return body
}

/** In the app, at the wallet, by way of its tab. */
async function openWallet({ token }: Holder, { path = '/app/', ...options }: Options = {}) {
  const visited = await visit(`${path}#token=${token}`, {
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
    geolocation: AT_OUTLET,
    permissions: ['geolocation'],
    ...options,
  })
  const { page } = visited
  await page.locator('.tabs button').last().click()
  await page.locator('.wallet h1').waitFor()
  return visited
}
type Options = BrowserContextOptions & { path?: string }

/** One of each kind, claimed in an order that is not the wallet's. */
async function fillWallet(holder: Holder) {
  const gone = await claimed(holder, { title: 'Withdrawn tea' })
  const expired = await claimed(holder, { title: 'Summer cake', validUntil: inDays(1) })
  const spent = await claimed(holder, { title: 'Welcome drink', codeSource: 'AUTO' })
  await claimed(holder, { title: 'Monsoon soup', applicableFrom: inDays(400) })
  const ready = await claimed(holder, {
    title: '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}',
    codeSource: 'AUTO',
    redemptionCount: 3,
    cycle: 'MONTHLY',
  })
  const monthly = await claimed(holder, { title: 'One bun a month', cycle: 'MONTHLY' })
  await claimed(holder, { title: 'Half-price laksa', validUntil: inDays(2.5) })
  await redeemed(holder, spent)
  await redeemed(holder, ready)
  await redeemed(holder, monthly, NO_GPS)
  await market.change(`/admin/vouchers/${expired}`, { validUntil: inDays(-1) })
  await market.unpublish(gone)
  return { ready }
}

const claims = (page: Page) => page.locator('.claimed')
const claim = (page: Page, title: string) => claims(page).filter({ hasText: title })
const settled = (page: Page) =>
  page.locator('.wallet section[aria-busy="true"]').waitFor({ state: 'detached' })
const showHistory = (page: Page) => button(page, 'History').click()
const nothingSticksOut = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
const inBothLights = async (page: Page) => {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

const regular = somebody()
const { ready } = await fillWallet(regular)

test('what can be used comes first, with what is left; then what cannot, each kind with its reason', async () => {
  const visited = await openWallet(regular)
  const { page } = visited
  await settled(page)
  await claims(page).nth(6).waitFor()
  expect(await page.locator('.wallet section > h2').allInnerTexts()).toEqual([
    'Ready to use 2',
    'Not yet 1',
    'Used up 2',
    'Expired 1',
    'No longer offered 1',
  ])
  expect(await page.locator('.claimed h3').allInnerTexts()).toEqual([
    'Half-price laksa',
    'Free kopi with any toast set, RM 6',
    'Monsoon soup',
    'One bun a month',
    'Welcome drink',
    'Summer cake',
    'Withdrawn tea',
  ])
  const month = new Date(Date.UTC(clock.now.getUTCFullYear(), clock.now.getUTCMonth() + 1, 0))
  const lastDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(month)
  await claim(page, 'toast set').getByText(`2 of 3 left until ${lastDay}`).waitFor()
  await claim(page, 'laksa').getByText('Ends in 3 days').waitFor()
  await claim(page, 'soup')
    .getByText(/^Can be used from \d+ \w+ \d{4}$/)
    .waitFor()
  await claim(page, 'bun')
    .getByText(/^Used up. Yours again on 1 /)
    .waitFor()
  await claim(page, 'Welcome drink').getByText('Used up', { exact: true }).waitFor()
  await claim(page, 'cake')
    .getByText(/^Could be used until /)
    .waitFor()
  await claim(page, 'tea').getByText('It is not offered any more, so it cannot be used').waitFor()
  expect(await button(page, 'Redeem').count()).toBe(2)
  await inBothLights(page)
  expectQuiet(visited, origin)
})

test('Redeem, and back: the same voucher is used up, and its code in the history', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'One scone', codeSource: 'AUTO', cycle: 'MONTHLY' })
  const { page } = await openWallet(holder)
  await claim(page, 'scone')
    .getByText(/^Can be used once until /)
    .waitFor()
  await button(page, 'Redeem').click()
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  await button(page, 'Done').click()
  await claim(page, 'scone')
    .getByText(/^Used up. Yours again on 1 /)
    .waitFor()
  expect(await button(page, 'Redeem').count()).toBe(0)
  await showHistory(page)
  const [{ code }] = (await holder.by('GET', '/me/redemptions')).body
  await page.locator('.past').filter({ hasText: code }).waitFor()
})

test('for favorites only: apart until the place is one, then ready, and the focus goes along', async () => {
  const holder = somebody()
  await claimed(holder, { title: 'Friends’ cup', favoritesOnly: true })
  await claimed(holder, { title: 'Cup for all' })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 1').waitFor()
  await heading(page, 'For favorites 1').waitFor()
  await button(page, 'Add to favorites').press('Enter')
  await heading(page, 'Ready to use 2').waitFor()
  expect(await heading(page, /^For favorites/).count()).toBe(0)
  const redeem = claim(page, 'Friends’ cup').getByRole('button', { name: 'Redeem' })
  expect(await redeem.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('withdrawn or out of reach in the meantime: told when the wallet is looked at again', async () => {
  const holder = somebody()
  const id = await claimed(holder, { title: 'Gone by noon' })
  const shop = await market.shop({ name: 'Closing Down' })
  const closing = await market.offer(shop.id, { title: 'Last orders', claimFlow: 'WALLET' })
  await holder.by('POST', '/me/claims', { voucherId: closing.id })
  const { page } = await openWallet(holder)
  await heading(page, 'Ready to use 2').waitFor()
  await market.unpublish(id)
  await market.change(`/admin/merchants/${shop.id}`, { isActive: false })
  await page.goBack()
  await page.clock.install({ time: Date.now() + 400_000 })
  await button(page, 'Wallet').click()
  await heading(page, 'No longer offered 2').waitFor()
  expect(await page.getByRole('button', { name: 'Gone by noon' }).count()).toBe(0)
})

test('the history: newest first with codes, marks told; a tap shows the code large, to copy and to scan', async () => {
  const holder = somebody()
  const kopi = await claimed(holder, { title: 'Kopi', codeSource: 'AUTO', redemptionCount: 3 })
  const plain = await claimed(holder, { title: 'Smile' })
  const undone = await redeemed(holder, kopi)
  const flagged = await redeemed(holder, plain, NO_GPS)
  const last = await redeemed(holder, kopi)
  const voided = await admin('POST', `/admin/redemptions/${undone.id}/void`, { reason: 'Wrong order' })
  expect(voided.status).toBe(200)
  const permissions = ['clipboard-read', 'clipboard-write']
  const { page } = await openWallet(holder, { permissions })
  await showHistory(page)
  await page.locator('.past').nth(2).waitFor()
  const [first, second, third] = await page.locator('.past').allInnerTexts()
  expect(first).toMatch(new RegExp(`Kopi\\s+Kopi Corner · .*\\s+${last.code}$`))
  expect(second).toMatch(/Smile\s+Kopi Corner · .*\s+Marked for review$/)
  expect(third).toMatch(new RegExp(`Kopi\\s+Kopi Corner · .*\\s+${undone.code}\\s+Undone$`))
  await inBothLights(page)

  await page.locator(`#redemption-${last.id}`).click()
  expect(await page.locator('.code').textContent()).toBe(last.code)
  await page.getByRole('img', { name: 'The code as a QR code' }).waitFor()
  await button(page, 'Copy the code').click()
  await page.getByText('The code is copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(last.code)
  await inBothLights(page)
  await button(page, 'Back').click()
  expect(await page.evaluate('document.activeElement.id')).toBe(`redemption-${last.id}`)

  await page.locator(`#redemption-${undone.id}`).click()
  await page.getByText('It does not count, and its code is no longer needed.').waitFor()
  expect(await page.getByRole('img').count()).toBe(0)
  await inBothLights(page)
  await page.goBack()
  await page.locator(`#redemption-${flagged.id}`).click()
  await page.getByText('There is nothing for you to do.').waitFor()
})

test('a long history: older ones on demand, and the place is kept on the way back', async () => {
  const { by } = somebody()
  const sub = `holder-${people}`
  const { id } = await till.offer({ title: 'Daily bread', codeSource: 'AUTO', redemptionCount: 30 })
  for (let done = 0; done < 25; done += 1) {
    // As often as attempts are allowed.
    if (done % 5 === 0) clock.advance(61_000)
    await redeemed({ by, token: '' }, id)
  }
  const { page } = await openWallet({ by, token: issuer.mint({ sub }) })
  await showHistory(page)
  await page.locator('.past').nth(19).waitFor()
  expect(await page.locator('.past').count()).toBe(20)
  await button(page, 'Show older ones').click()
  await page.locator('.past').nth(24).waitFor()
  expect(await button(page, 'Show older ones').count()).toBe(0)
  const codes = (await by('GET', '/me/redemptions')).body.map(({ code }: { code: string }) => code)
  expect(await page.locator('.past-code').allInnerTexts()).toEqual(codes)

  await page.locator('.past button').nth(22).click()
  await page.locator('.code').waitFor()
  await page.clock.install({ time: Date.now() + 60_000 })
  const asked = page.waitForResponse(/\/me\/redemptions/)
  await page.goBack()
  await asked
  expect(await page.locator('.past').count()).toBe(25)
  expect(await page.evaluate('scrollY')).toBeGreaterThan(1_000)
  await page.locator('.past button').nth(22).waitFor()
})

test('offline: the banner, wallet, history and code as last seen, and nothing of it in storage', async () => {
  const { page } = await openWallet(regular)
  await settled(page)
  await showHistory(page)
  await page.locator('.past').first().waitFor()
  await page.goBack()
  await page.context().setOffline(true)
  // Old enough to be asked for again, in vain.
  await page.clock.install({ time: Date.now() + 400_000 })
  await button(page, 'Wallet').click()
  await page.getByRole('status').getByText('You are offline. This is what you saw last.').waitFor()
  await heading(page, 'Ready to use 2').waitFor()
  await claim(page, 'toast set')
    .getByText(/^2 of 3 left/)
    .waitFor()
  await showHistory(page)
  await page.locator('.past').first().click()
  await heading(page, 'One bun a month').waitFor()
  const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
  expect(await page.evaluate(kept)).toBe('[{},{},""]')
})

test('details that do not come: said so, and there when the connection is', async () => {
  const { page } = await visit(`/app/#token=${regular.token}`, { viewport: PHONE })
  await page.route(/\/vouchers\/[^/]+$/, (route) => route.abort())
  await button(page, 'Wallet').click()
  await heading(page, 'Could not be checked 6').waitFor()
  await claim(page, 'toast set').waitFor()
  expect(await button(page, 'Redeem').count()).toBe(0)
  await inBothLights(page)
  await page.unroute(/\/vouchers\/[^/]+$/)
  await button(page, 'Try again').click()
  await heading(page, 'Ready to use 2').waitFor()
})

test('no connection at all: says so, and comes by itself when it is back', async () => {
  const { page } = await visit(`/app/#token=${regular.token}`, { viewport: PHONE })
  await page.route(/\/me\/(claims|redemptions)/, (route) => route.abort())
  await button(page, 'Wallet').click()
  await heading(page, 'No connection').waitFor()
  await page.unroute(/\/me\/(claims|redemptions)/)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await heading(page, 'Ready to use 2').waitFor()
})

test('an empty wallet and an empty history: a way to browse each', async () => {
  const { page } = await openWallet(somebody())
  await heading(page, 'Your wallet is empty').waitFor()
  await inBothLights(page)
  await showHistory(page)
  await heading(page, 'Nothing redeemed yet').waitFor()
  await button(page, 'Find vouchers').click()
  await page.getByRole('searchbox').waitFor()
})

test('by keyboard: between the views, to the voucher and back, to Redeem', async () => {
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
  expect(await focused()).toBe('Free kopi with any toast set, RM 6')
  await page.keyboard.press('Enter')
  await page.locator('.voucher').waitFor()
  await page.goBack()
  expect(await page.evaluate('document.activeElement.id')).toBe(`claim-${ready}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, `Are you at ${till.outlet.name}?`).waitFor()
})

test.each([
  ['Arabic, from right to left', { path: '/app/?lang=ar' }, '100%'],
  ['text at 200 %', {}, '200%'],
  ['both, in the dark', { path: '/app/?lang=ar', colorScheme: 'dark' as const }, '200%'],
])('%s: nothing sticks out, as accessible', async (_name, options, fontSize) => {
  const { page } = await openWallet(regular, options)
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
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

test('a full wallet: its details are asked for a few at a time, each once', async () => {
  const holder = somebody()
  for (let count = 0; count < 20; count += 1) await claimed(holder, { title: `Bun ${count}` })
  const { page } = await visit(`/app/#token=${holder.token}`, { viewport: PHONE })
  let [atOnce, most] = [0, 0]
  const asked: string[] = []
  await page.route(/\/(vouchers|merchants)\/[^/?]+$/, async (route) => {
    asked.push(route.request().url())
    atOnce += 1
    most = Math.max(most, atOnce)
    const response = await route.fetch()
    atOnce -= 1
    await route.fulfill({ response })
  })
  await button(page, 'Wallet').click()
  await heading(page, 'Ready to use 20').waitFor()
  expect(most).toBe(4)
  expect([asked.length, new Set(asked).size]).toEqual([21, 21])
})
