import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { uploadImage } from './catalogue.ts'
import { button, heading } from './counter.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'
import { dataRequests } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { admin, as, clock, origin, visit } = browsing
const market = openMarket(admin)
const imagePath = await uploadImage(admin, [0xd9, 0x8e, 0x2b])
const partner = await onboardIssuer(browsing, { logoPath: imagePath })
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()
const here = { latitude: 3.1579, longitude: 101.7116 }
const shops: Record<string, { id: string; voucherId: string }> = {}
for (const [name, isNew, ends] of [
  ['Anchor Books', true, null],
  ['Bamboo Spa', true, 2],
  ['Cedar Restaurant', true, 5],
  ['Dune Tea', false, null],
] as const) {
  const { id } = await market.merchant({ name, isNew, logoPath: imagePath })
  await market.outlet(id, { name: `${name} One`, pin: '4821', ...here })
  await market.offer(id, { title: `Second offer of ${name}`, imagePath })
  const voucher = await market.offer(id, {
    title: `Top offer of ${name}`,
    claimFlow: 'WALLET',
    imagePath,
    ...(ends !== null && { validUntil: inDays(ends) }),
  })
  shops[name] = { id, voucherId: voucher.id }
}
let people = 0

/** A user who has claimed the top offers of these shops arrives on the home screen. */
async function arrive(options: object = {}, claimed: string[] = []) {
  people += 1
  const token = partner.mint({ sub: `guest-${people}` })
  for (const name of claimed) await as(token)('POST', '/me/claims', { voucherId: shops[name]?.voucherId })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const visited = await visit(`/app/#token=${token}`, { ...phone, ...options })
  await visited.page.locator('.merchant').first().waitFor()
  return { ...visited, by: as(token) }
}

const namesIn = (page: Page, row: string) =>
  page.getByRole('region', { name: row }).locator('h3 button').allTextContents()
const card = (page: Page, name: string) => page.locator('.merchant').filter({ hasText: name })

test('more than one offer is in the first view of a phone, each with its picture', async () => {
  const visited = await arrive()
  const { page } = visited
  await page.locator('.merchant img, .swipe img').first().waitFor()
  const seen =
    await page.evaluate<number>(`[...document.querySelectorAll('.swipe li, .merchant')].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    return top >= 0 && left >= 0 && bottom <= innerHeight - 60 && right <= innerWidth
  }).length`)
  expect(seen).toBeGreaterThan(1)
  expectQuiet(visited, origin)
})

test('new places and claimed vouchers that end soon each have a row; an ending voucher opens at once', async () => {
  const visited = await arrive({}, ['Cedar Restaurant', 'Bamboo Spa', 'Dune Tea'])
  const { page } = visited
  expect(await namesIn(page, 'New places')).toEqual(['Anchor Books', 'Bamboo Spa', 'Cedar Restaurant'])
  expect(await namesIn(page, 'Ending soon in your wallet')).toEqual(['Bamboo Spa', 'Cedar Restaurant'])
  const ending = page.getByRole('region', { name: 'Ending soon in your wallet' })
  await ending.getByText('Ends in 2 days').waitFor()
  await expectAccessibleInLightAndDark(page)
  const before = dataRequests(visited)
  await ending.getByRole('button', { name: 'Bamboo Spa' }).click()
  await page.getByRole('article').getByText('Top offer of Bamboo Spa').waitFor()
  await heading(page, 'Outlets').waitFor()
  expect(dataRequests(visited)).toEqual(before)
})

test('a claimed offer says so on its card, and the tab counts what is ready to use', async () => {
  const { page } = await arrive({}, ['Dune Tea'])
  await page.locator('.tab-count').getByText('1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Wallet 1 ready to use' }).waitFor()
  await card(page, 'Dune Tea').getByText('In your wallet').waitFor()
})

test('the wallet was fetched ahead: it opens offline, below the banner', async () => {
  const { page } = await arrive({}, ['Dune Tea'])
  // The wallet has loaded once the card knows the claim.
  await card(page, 'Dune Tea').getByText('In your wallet').waitFor()
  await page.context().setOffline(true)
  await page.getByText('This is what we last loaded.').waitFor()
  await button(page, /^Wallet/).click()
  await heading(page, 'Ready to use 1').waitFor()
})

test('once the position is shared, home has a row of near places with their distances', async () => {
  const { page } = await arrive({ geolocation: here, permissions: ['geolocation'] })
  await page.getByRole('button', { name: 'Near me', exact: true }).click()
  await heading(page, 'Nearest first').waitFor()
  await page.goBack()
  await page.getByRole('region', { name: 'Near me' }).getByText('10 m').first().waitFor()
})

test('a favorite that left the app: shown as unavailable, and removable', async () => {
  const { id } = await market.merchant({ name: 'Elm Gym', logoPath: imagePath })
  const { page, by } = await arrive()
  await by('POST', '/me/favorites', { merchantId: id })
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  const gone = page.getByRole('region', { name: 'No longer available' })
  await gone.getByText('Elm Gym').waitFor()
  expect(await heading(page, 'No favorites yet').count()).toBe(0)
  await expectAccessibleInLightAndDark(page)
  await gone.getByRole('button', { name: 'Remove Elm Gym from favorites' }).click()
  await heading(page, 'No favorites yet').waitFor()
  expect(await gone.count()).toBe(0)
  expect((await by('GET', '/me/favorites')).body).toEqual([])
})

/** Words of which a part is on the next line. */
const SPLIT_WORDS = `(() => {
  const texts = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT)
  const split = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (text.parentElement.closest('.visually-hidden')) continue
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}{2,}/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) split.push(word)
    }
  }
  return split
})()`

test.each([
  ['320 px', { viewport: { width: 320, height: 640 } }, '100%'],
  [
    '320 px in Arabic and dark mode',
    { viewport: { width: 320, height: 640 }, locale: 'ar', colorScheme: 'dark' },
    '100%',
  ],
  ['text at 200%', {}, '200%'],
  ['320 px and text at 200%', { viewport: { width: 320, height: 640 } }, '200%'],
])(
  '%s: nothing sticks out and no word is split, also on the merchant’s screen and in the wallet',
  async (_name, options, fontSize) => {
    const { page } = await arrive(options, ['Dune Tea'])
    await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
    const fits = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(
        await page.evaluate('innerWidth'),
      )
      expect(await page.evaluate(SPLIT_WORDS)).toEqual([])
    }
    await fits()
    await page.locator('.tabs button').last().click()
    await page.locator('.claimed').first().waitFor()
    await fits()
    await page.locator('.claimed h3 button').first().click()
    await page.locator('.voucher').waitFor()
    await fits()
  },
)

test('a slow network: placeholders first, then the offers; nothing shifts', async () => {
  const { page } = await visit('/app/', { viewport: { width: 390, height: 844 } })
  await page.route(/\/(merchants|home)\b/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.goto(`${origin}/app/?#token=${partner.mint({ sub: 'slow', displayName: 'Mei' })}`)
  await page.locator('.ghost').first().waitFor()
  await page.locator('.merchant').first().waitFor()
  const shifted = await page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 500)
  })`)
  expect(shifted).toBeLessThan(0.05)
})
