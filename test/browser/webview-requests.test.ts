import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { button, heading } from './counter.ts'
import { openBrowsing, PHONE } from './visits.ts'
import { dataRequests } from './wallet-holders.ts'

const browsing = await openBrowsing()
const market = openMarket(browsing.admin)
const partner = await onboardIssuer(browsing)
const token = partner.mint({ sub: 'regular', displayName: 'Mei' })
const shops: { id: string; name: string; voucherId: string }[] = []
for (let number = 1; number <= 40; number += 1) {
  const shop = await market.shop({ name: `Shop ${String(number).padStart(2, '0')}` })
  // The supply of each voucher is known without a request of its own.
  const { id } = await market.offer(shop.id, {
    title: `Bun ${number}`,
    claimFlow: 'WALLET',
    globalRedemptionCap: 5,
  })
  await browsing.as(token)('POST', '/me/claims', { voucherId: id })
  shops.push({ id: shop.id, name: shop.name, voucherId: id })
}
const [first] = shops as [(typeof shops)[number]]

const open = (path: string) => browsing.visit(`/app/${path}#token=${token}`, { viewport: PHONE })

test('home: two requests; its wallet, which is fetched ahead, and a voucher of it need none when they are opened', async () => {
  const visited = await open('')
  const { page } = visited
  await page.locator('.merchant').last().waitFor({ state: 'attached' })
  expect(dataRequests(visited)).toEqual(['/home', '/merchants?limit=20'])
  await page.locator('.in-wallet').first().waitFor()
  const withWallet = ['/home', '/me/wallet', '/merchants?limit=20']
  expect(dataRequests(visited)).toEqual(withWallet)
  await button(page, /^Wallet/).click()
  await heading(page, 'Ready to use 40').waitFor()
  await expect.poll(() => page.locator('.claimed').count()).toBe(40)
  await button(page, 'Bun 7').click()
  await heading(page, 'Outlets').waitFor()
  await page.goBack()
  await page.goBack()
  await page.locator('.merchant').first().waitFor()
  expect(dataRequests(visited)).toEqual(withWallet)
})

test('search: one request for each text', async () => {
  const visited = await open('')
  await visited.page.locator('.merchant').last().waitFor({ state: 'attached' })
  await visited.page.getByRole('searchbox').fill('shop 07')
  await visited.page.locator('mark').first().waitFor()
  expect(dataRequests(visited).filter((path) => path.startsWith('/search'))).toHaveLength(1)
})

test.each([
  ['wallet', 'Ready to use 40', ['/branding', '/me/wallet']],
  [`merchants/${first.id}`, 'Vouchers', [`/merchants/${first.id}/screen`]],
  [`vouchers/${first.voucherId}`, 'Outlets', [`/vouchers/${first.voucherId}/screen`]],
])('opened directly, %s: at most two requests', async (path, title, expected) => {
  const visited = await open(path)
  await heading(visited.page, title).waitFor()
  await visited.page.waitForLoadState('networkidle')
  const ahead = expected.includes('/me/wallet') ? '' : '/me/wallet'
  expect(dataRequests(visited).filter((path) => path !== ahead)).toEqual(expected)
})

test('a merchant opened from home: one request', async () => {
  const visited = await open('')
  const { page } = visited
  await button(page, first.name).first().click()
  await heading(page, 'Outlets').waitFor()
  const ofScreens = dataRequests(visited).filter((path) => path !== '/me/wallet')
  expect(ofScreens).toEqual(['/home', `/merchants/${first.id}/screen`, '/merchants?limit=20'])
})
