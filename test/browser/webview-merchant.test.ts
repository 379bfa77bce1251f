import { DAYS } from '@counterfoil/contract/hours-text.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { openScreen } from './counter.ts'
import { age, expectAccessible, expectQuiet, hold, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, clock, origin, visit } = browsing
const { kopi, free } = await enterCatalogue(admin)
const phone = { viewport: PHONE, hasTouch: true, isMobile: true, timezoneId: 'Asia/Kuala_Lumpur' }
const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const imagePath = await uploadImage(admin, [0xd9, 0x8e, 0x2b])
const partner = await onboardIssuer(browsing, { slug: 'acme-pay', logoPath: imagePath })
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000).toISOString()
let people = 0

await admin('PATCH', `/admin/merchants/${kopi.id}`, { bannerPath: imagePath })
await admin('POST', `/admin/vouchers/${free.id}/publish`)

async function offer(fields: object): Promise<string> {
  const created = await admin('POST', `/admin/merchants/${kopi.id}/vouchers`, { imagePath, ...fields })
  const { status } = await admin('POST', `/admin/vouchers/${created.body.id}/publish`)
  expect(status).toBe(200)
  return created.body.id
}

/** A new user on the merchant’s screen. */
async function enter(options: object = {}) {
  people += 1
  const token = partner.mint({ sub: `guest-${people}` })
  const visited = await visit(`/app/#token=${token}`, { ...phone, ...options })
  await visited.page.getByRole('button', { name: kopi.name, exact: true }).click()
  await visited.page.locator('.voucher').first().waitFor()
  return { ...visited, by: as(token) }
}

const voucher = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

test('shows banner, description, formatted vouchers, terms and outlets, open or closed; accessible, no console errors', async () => {
  const weekly = DAYS.map((day) => ({ day, opens: '00:00', closes: '24:00' }))
  const [outlet] = (await admin('GET', `/admin/merchants/${kopi.id}/outlets`)).body.items
  await admin('PATCH', `/admin/outlets/${outlet.id}`, { openingHours: { weekly, exceptions: [] } })
  await offer({ title: 'Tea for two', terms: 'Dine-in only.\nOne per table.', description: 'Until five.' })
  const visited = await enter()
  const { page } = visited
  await page.getByRole('heading', { level: 1, name: kopi.name }).waitFor()
  await page.getByText('Hainanese coffee and charcoal toast since 1968').waitFor()
  await page.locator('.banner img').waitFor()
  expect(await voucher(page, 'kopi with any').locator('h3 bdi').innerHTML()).toBe(
    '<strong>Free</strong> kopi with any <span class="red">toast set</span>, <s>RM&nbsp;6</s>',
  )
  const tea = voucher(page, 'Tea for two')
  expect(await tea.getByText('Dine-in only.').isVisible()).toBe(false)
  await tea.getByText('Terms and conditions').click()
  await tea.getByText('Dine-in only.').waitFor()
  await page.getByText('12 Market Street, Kuala Lumpur').waitFor()
  await page.getByText('Open now').waitFor()
  await expectAccessible(page)
  expectQuiet(visited, origin)
})

test('a long description shows two lines; More and Less toggle the rest', async () => {
  const description = 'Slow bread from a wood oven. '.repeat(8).trim()
  await admin('PATCH', `/admin/merchants/${kopi.id}`, { description })
  for (const locale of ['en-GB', 'ar']) {
    const { page } = await enter({ locale })
    const lines = page.locator('.blurb p')
    const height = () => lines.evaluate((one) => one.clientHeight)
    const short = await height()
    expect(short).toBeLessThan(50)
    const toggle = page.locator('.blurb button')
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await toggle.press('Enter')
    await expect.poll(height).toBeGreaterThan(2 * short)
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(page)
    await toggle.press('Enter')
    await expect.poll(height).toBe(short)
    await page.context().close()
  }
  await admin('PATCH', `/admin/merchants/${kopi.id}`, { description: 'Slow bread.' })
  const { page } = await enter()
  await page.getByText('Slow bread.').waitFor()
  expect(await page.locator('.blurb button').count()).toBe(0)
  await admin('PATCH', `/admin/merchants/${kopi.id}`, { description: kopi.description })
})

test('dark mode and Arabic: accessible, no horizontal overflow', async () => {
  const { page } = await enter({ colorScheme: 'dark', locale: 'ar' })
  await page.getByRole('heading', { name: 'الفروع' }).waitFor()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
})

test('text at 200%: no horizontal overflow, and no text over the banner', async () => {
  const { page } = await enter()
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  await page.locator('.blurb button').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  const [banner, sign] = await Promise.all(
    ['.banner', '.sign p'].map((one) =>
      page.locator(one).evaluate((box) => box.getBoundingClientRect().toJSON()),
    ),
  )
  expect(sign.top).toBeGreaterThanOrEqual(banner.bottom)
  await expectAccessible(page)
})

test('remaining uses: the count, and the day on which they renew', async () => {
  const { page } = await enter()
  // The merchant and the phone are eight hours ahead of UTC.
  const there = new Date(clock.now.getTime() + 8 * 3_600_000)
  const next = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 1))
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    next,
  )
  await voucher(page, 'kopi with any').getByText(`2 of 2 left · renews ${day}`).waitFor()
})

test('a wallet voucher: Claim becomes Redeem, and the voucher is in the wallet', async () => {
  const id = await offer({ title: 'Claim me', claimFlow: 'WALLET' })
  const { page, by } = await enter()
  await voucher(page, 'Claim me').getByRole('button', { name: 'Claim' }).click()
  await voucher(page, 'Claim me').getByRole('button', { name: 'Redeem' }).waitFor()
  await page.getByRole('status').getByText('Added to your wallet').waitFor()
  expect((await by('GET', '/me/claims')).body.map((claim: { voucherId: string }) => claim.voucherId)).toEqual(
    [id],
  )
  await admin('POST', `/admin/vouchers/${id}/unpublish`)
})

test('a rejected claim: says why, and reloads the list', async () => {
  const id = await offer({ title: 'Gone soon', claimFlow: 'WALLET' })
  const { page } = await enter()
  await voucher(page, 'Gone soon').waitFor()
  await admin('POST', `/admin/vouchers/${id}/unpublish`)
  await voucher(page, 'Gone soon').getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('status').getByText('This voucher is no longer offered.').waitFor()
  await voucher(page, 'Gone soon').waitFor({ state: 'detached' })
})

test('not available yet: says from when; favorites only: offers to add the favorite', async () => {
  await offer({ title: 'Later on', claimFlow: 'INSTANT', validFrom: inDays(3) })
  await offer({ title: 'Friends only', claimFlow: 'INSTANT', favoritesOnly: true })
  const { page } = await enter()
  await voucher(page, 'Later on')
    .getByText(/^Available from /)
    .waitFor()
  expect(await voucher(page, 'Later on').getByRole('button').count()).toBe(0)
  const friends = voucher(page, 'Friends only')
  await friends.getByRole('button', { name: 'Add to favorites' }).click()
  await friends.getByRole('button', { name: 'Redeem' }).waitFor()
  await page.getByRole('button', { name: `Remove ${kopi.name} from favorites` }).waitFor()
})

test('before the claim: one line each for favorites only, the period and the outlets', async () => {
  const [outlet] = (await as(partner.mint())('GET', `/merchants/${kopi.id}`)).body.outlets
  const annex = await admin('POST', `/admin/merchants/${kopi.id}/outlets`, {
    ...{ name: 'Annex', addressLine: '1 Side Lane', city: 'Kuala Lumpur', countryCode: 'MY' },
  })
  const id = await offer({
    title: 'Advent cake',
    claimFlow: 'WALLET',
    cycle: 'BIWEEKLY',
    favoritesOnly: true,
    applicableFrom: '2030-12-01T00:00:00.000Z',
    applicableUntil: '2030-12-24T16:00:00.000Z',
    outletIds: [outlet.id],
  })
  const { page } = await enter()
  const cake = voucher(page, 'Advent cake')
  await cake.getByRole('button', { name: 'Claim' }).waitFor()
  const lines = await cake.locator('.facts li').allTextContents()
  expect(lines).toEqual([
    expect.stringMatching(/^Once every 2 weeks · renews \d+\s\w+$/),
    'Usable from 1 December 2030 to 24 December 2030',
    'At Kopi Corner Suria',
    'Favorites only',
  ])
  await expectAccessible(page)
  await admin('POST', `/admin/vouchers/${id}/unpublish`)
  await admin('PATCH', `/admin/outlets/${annex.body.id}`, { isActive: false })
})

test('the toast after a claim opens the wallet, and disappears with the screen', async () => {
  const id = await offer({ title: 'Bun', claimFlow: 'WALLET' })
  const { page } = await enter()
  await voucher(page, 'Bun').getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('status').getByRole('button', { name: 'View' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  expect(await page.getByText('Added to your wallet').count()).toBe(0)
  await admin('POST', `/admin/vouchers/${id}/unpublish`)
})

test('used up: says when it is available again', async () => {
  const id = await offer({ title: 'One a month', claimFlow: 'INSTANT', cycle: 'MONTHLY' })
  const { page, by } = await enter()
  const [outlet] = (await by('GET', `/merchants/${kopi.id}`)).body.outlets
  await voucher(page, 'One a month')
    .getByText(/^Once a month · renews 1\s/)
    .waitFor()
  const { status } = await by('POST', '/me/redemptions', { voucherId: id, outletId: outlet.id, pin: '4821' })
  expect(status).toBe(201)
  await page.goBack()
  // The data is old enough to be fetched again.
  await age(page, 400_000)
  await page.getByRole('button', { name: kopi.name, exact: true }).click()
  await voucher(page, 'One a month')
    .getByText(/^Used up. Available again on 1 /)
    .waitFor()
})

test.each([
  ['Android', ANDROID, `geo:3.1579,101.7116?q=3.1579,101.7116(Kopi%20Corner%20Suria)`],
  ['iOS', IPHONE, 'https://maps.apple.com/?ll=3.1579,101.7116&q=Kopi%20Corner%20Suria'],
])('%s: the map link opens the phone’s map app', async (_name, userAgent, link) => {
  const { page } = await enter({ userAgent })
  const map = page.getByRole('link', { name: 'Show Kopi Corner Suria on the map' })
  expect(await map.getAttribute('href')).toBe(link)
})

test('outlets show their distance on request', async () => {
  const { page } = await enter({
    geolocation: { latitude: 3.1599, longitude: 101.7116 },
    permissions: ['geolocation'],
  })
  await page.getByRole('button', { name: 'Show distances' }).click()
  await page.getByText('220 m away').waitFor()
})

test('a merchant deactivated in the meantime: says that it is not available', async () => {
  const { page } = await visit(`/app/#token=${partner.mint()}`, phone)
  await page.getByRole('button', { name: kopi.name, exact: true }).waitFor()
  await admin('PATCH', `/admin/merchants/${kopi.id}`, { isActive: false })
  await page.getByRole('button', { name: kopi.name, exact: true }).click()
  await page.getByRole('heading', { name: 'Not available' }).waitFor()
  await expectAccessible(page)
  await admin('PATCH', `/admin/merchants/${kopi.id}`, { isActive: true })
})

test('a merchant that is known from its voucher: outlets appear together with the vouchers, so nothing shifts', async () => {
  const id = await offer({ title: 'Way to the merchant' })
  const { page } = await visit(`/app/vouchers/${id}#token=${partner.mint()}`, phone)
  await page.getByRole('article').waitFor()
  const { until, release } = hold()
  await page.route('**/screen', (route) => until.then(() => route.continue()))
  await openScreen(page, { screen: 'merchant', id: kopi.id })
  await page.getByRole('heading', { name: 'Vouchers', exact: true }).waitFor()
  const outlets = page.getByRole('heading', { name: 'Outlets' })
  expect(await outlets.count()).toBe(0)
  release()
  await outlets.waitFor()
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
})
