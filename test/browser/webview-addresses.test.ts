import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { button, enterPin, goWithoutLocation, heading, openCounter } from './counter.ts'
import { expectAccessible, openBrowsing, PHONE, STORED_COUNT } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin, visit } = browsing
const counter = await openCounter(browsing)
const { issuer, till } = counter
const market = openMarket(admin)
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
const { id: laksa } = await till.offer({ title: 'Half-price laksa' })
await market.merchant({ name: 'Brot & Salz', isNew: true })
const redeemed = await till.redeem(as(issuer.mint()), (await till.offer({ codeSource: 'AUTO' })).id)
const elsewhere = await market.shop()
const hidden = await market.offer(elsewhere.id, {})

const pathOf = (page: Page) => page.evaluate<string>('location.pathname + location.search')
const open = (path: string, options: object = {}) =>
  visit(`${path}#token=${issuer.mint()}`, { ...phone, ...options })

/** Every screen: its path below the base, and what shows that it is open. */
const SCREENS: [string, (page: Page) => Promise<unknown>][] = [
  ['', (page) => page.getByRole('searchbox').waitFor()],
  [`merchants/${till.merchant.id}`, (page) => page.getByRole('heading', { name: 'Outlets' }).waitFor()],
  [
    `vouchers/${laksa}`,
    (page) => page.getByRole('heading', { name: 'Half-price laksa', level: 2 }).waitFor(),
  ],
  ['wallet', (page) => heading(page, 'Your wallet is empty').waitFor()],
  ['wallet/history', (page) => page.locator('.past').first().waitFor()],
  [`redemptions/${redeemed.body.id}`, (page) => page.getByText(redeemed.body.code).first().waitFor()],
  [`vouchers/${laksa}/redeem`, (page) => heading(page, /^Are you at/).waitFor()],
  [`vouchers/${laksa}/redeem/${till.outlet.id}`, (page) => heading(page, /^Are you at/).waitFor()],
]

test.each(SCREENS)(
  '/app/%s: opens from a link, and again after a reload; the token is in no address',
  async (path, isOpen) => {
    const visited = await open(`/app/${path}`)
    const { page } = visited
    await isOpen(page)
    expect(await pathOf(page)).toBe(`/app/${path}`)
    await page.reload()
    await isOpen(page)
    expect(await page.evaluate('location.href')).toBe(`${origin}/app/${path}`)
    expect(visited.complaints).toEqual([])
  },
)

test('under a slug, with a query: the address follows the screen; back and forward show the same screens', async () => {
  const { page } = await open('/app/acme-pay/?lang=en')
  await page.getByRole('button', { name: till.merchant.name, exact: true }).first().click()
  await heading(page, 'Outlets').waitFor()
  expect(await pathOf(page)).toBe(`/app/acme-pay/merchants/${till.merchant.id}?lang=en`)
  await button(page, 'Back').click()
  await button(page, 'Wallet').click()
  await heading(page, 'Your wallet is empty').waitFor()
  expect(await pathOf(page)).toBe('/app/acme-pay/wallet?lang=en')
  await page.reload()
  await heading(page, 'Your wallet is empty').waitFor()
  await page.goBack()
  await page.getByRole('searchbox').waitFor()
  expect(await pathOf(page)).toBe('/app/acme-pay/?lang=en')
  await page.goForward()
  await heading(page, 'Your wallet is empty').waitFor()
})

test('after a redemption the address is that of the redemption: a reload shows it and redeems nothing', async () => {
  const voucher = await till.offer({ title: 'One scone', codeSource: 'AUTO', redemptionCount: 5 })
  const { page, redemptionRequests } = await counter.customer(voucher.id)
  await goWithoutLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  const [{ id, code }] = (await counter.redemptionsOf(voucher.id)) as [{ id: string; code: string }]
  await expect.poll(() => pathOf(page)).toBe(`/app/redemptions/${id}`)
  await page.reload()
  await page.locator('.code').getByText(code).waitFor()
  expect(redemptionRequests).toHaveLength(1)
})

test.each([
  ['a forged voucher', () => `vouchers/${randomUUID()}`, 'No longer available'],
  ['not even an id', () => 'vouchers/%3Cb%3E', 'No longer available'],
  ['a merchant that does not exist', () => `merchants/${randomUUID()}`, 'Not available'],
  ['somebody else’s redemption', () => `redemptions/${randomUUID()}`, 'Redemption not found'],
])('%s: says so, and leads home', async (_name, path, title) => {
  const { page } = await open(`/app/${path()}`)
  await heading(page, title).waitFor()
  await expectAccessible(page)
  await button(page, 'Find vouchers').click()
  await page.getByRole('searchbox').waitFor()
  expect(await pathOf(page)).toBe('/app/')
})

test('out of scope: a voucher and a merchant each say so, and lead home', async () => {
  const narrow = await onboardIssuer(browsing, { scope: { categories: [], merchantIds: [till.merchant.id] } })
  for (const [path, title] of [
    [`vouchers/${hidden.id}`, 'Not in your app'],
    [`merchants/${elsewhere.id}`, 'Not available'],
  ] as const) {
    const { page } = await visit(`/app/${path}#token=${narrow.mint()}`, phone)
    await heading(page, title).waitFor()
    await button(page, 'Find vouchers').click()
    await page.getByRole('searchbox').waitFor()
  }
})

test('an ended voucher: its screen says since when, without a button to claim it', async () => {
  const ended = await till.offer({
    title: 'Summer cake',
    validUntil: new Date(Date.now() + 9e8).toISOString(),
  })
  await market.change(`/admin/vouchers/${ended.id}`, { validUntil: new Date(Date.now() - 9e8).toISOString() })
  const { page } = await open(`/app/vouchers/${ended.id}`)
  await page.getByText(/^Expired on /).waitFor()
  expect(await button(page, /^(Claim|Redeem)$/).count()).toBe(0)
})

test('a deep link without a token: says where to open it from; a token then opens the linked screen', async () => {
  const { page, requested } = await visit(`/app/vouchers/${laksa}`, phone)
  await heading(page, 'Open your vouchers from your app').waitFor()
  expect(requested.every((url) => url.startsWith(`${origin}/app/`))).toBe(true)
  await page.evaluate(`location.hash = 'token=${issuer.mint()}'`)
  await heading(page, 'Half-price laksa').waitFor()
  expect(await pathOf(page)).toBe(`/app/vouchers/${laksa}`)
})

test('back from a filter and from a search returns to the whole list', async () => {
  const { page } = await open('/app/')
  const all = page.getByRole('heading', { name: 'All places' })
  await all.waitFor()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await heading(page, 'New places').waitFor()
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await heading(page, 'No favorites yet').waitFor()
  await page.goBack()
  await all.waitFor()
  await page.getByRole('searchbox').fill('brot')
  await heading(page, '“brot”').waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('search')
  // At the moment when the whole list appears, and not later.
  const typed = page.evaluate(`new Promise((resolve) => {
    new MutationObserver(() => {
      const isWhole = [...document.querySelectorAll('h2')].some((one) => one.textContent === 'All places')
      if (isWhole) resolve(document.getElementById('search').value)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    history.back()
  })`)
  expect(await typed).toBe('')
  await all.waitFor()
})

test('a reload keeps the token of this tab; once it has ended, the tab forgets it', async () => {
  const { page } = await open('/app/wallet')
  await page.reload()
  await heading(page, 'Your wallet is empty').waitFor()
  expect(await page.evaluate(`${STORED_COUNT} + document.cookie.length`)).toBe(0)
  await page.evaluate(`sessionStorage.setItem('counterfoil-token', '${issuer.mint({ exp: 1 })}')`)
  await page.reload()
  await heading(page, 'Your session has ended').waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  await page.reload()
  await heading(page, 'Open your vouchers from your app').waitFor()
})
