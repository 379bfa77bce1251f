import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { expectAccessible, expectQuiet, hold, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, db, origin, visit } = browsing
const { kopi, bakery, free } = await enterCatalogue(admin)
await admin('POST', `/admin/vouchers/${free.id}/publish`)
const logoPath = await uploadImage(admin, [0x0a, 0x7d, 0x4b])
const partner = await onboardIssuer(browsing, { slug: 'acme-pay', logoPath })
const phone = { viewport: PHONE, hasTouch: true, isMobile: true }
const NEAR_KOPI = { latitude: 3.1599, longitude: 101.7116 }
let people = 0

const food = await admin('PUT', '/admin/categories/F_AND_B', {
  name: 'Food & Drink',
  subCategories: [{ name: 'Coffee' }],
})
await admin('PUT', '/admin/categories/HEALTH', { name: 'Health', subCategories: [] })
await admin('PATCH', `/admin/merchants/${kopi.id}`, { subCategoryIds: [food.body.subCategories[0].id] })
await admin('PUT', '/admin/featured', { merchantIds: [bakery.id] })
const gym = await admin('POST', '/admin/merchants', {
  name: 'Gecko Wall',
  slug: 'gecko',
  category: 'HEALTH',
})

/** A new user on the home screen. */
async function arrive(options: object = {}) {
  people += 1
  const token = partner.mint({ sub: `guest-${people}` })
  const visited = await visit(`/app/#token=${token}`, { ...phone, ...options })
  await places(visited.page).first().waitFor()
  return { ...visited, by: as(token) }
}

const places = (page: Page) => page.locator('li.merchant h3 button')
const names = (page: Page) => places(page).allTextContents()
const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('categories, subcategories, featured and new each narrow the list; a second tap clears the filter', async () => {
  const visited = await arrive()
  const { page } = visited
  expect(await names(page)).toEqual([bakery.name, gym.body.name, kopi.name])
  await page.getByRole('region', { name: 'Featured' }).getByRole('button', { name: bakery.name }).waitFor()

  await choose(page, 'Food & Drink')
  await expect.poll(() => names(page)).toEqual([bakery.name, kopi.name])
  await choose(page, 'Coffee')
  await expect.poll(() => names(page)).toEqual([kopi.name])
  await choose(page, 'All')
  await choose(page, 'New')
  await expect.poll(() => names(page)).toEqual([kopi.name])
  await choose(page, 'New')
  await choose(page, 'Featured')
  await expect.poll(() => names(page)).toEqual([bakery.name])
  await expectAccessible(page)
  expectQuiet(visited, origin)
})

test('search finds places, vouchers, cities and outlets, and marks the words; no results says so and leads back', async () => {
  const [suria] = (await admin('GET', `/admin/merchants/${kopi.id}/outlets`)).body.items
  await admin('PATCH', `/admin/outlets/${suria.id}`, { openingHours: { weekly: [], exceptions: [] } })
  const { page } = await arrive()
  const field = page.getByRole('searchbox', { name: 'Search places and offers' })
  const marks = (section: string) =>
    page.getByRole('region', { name: section }).locator('mark').allTextContents()
  for (const text of ['KOPI  corner', 'coffee', 'koppi']) {
    await field.fill(text)
    await page.getByRole('heading', { name: `“${text}”` }).waitFor()
    await expect.poll(() => names(page)).toEqual([kopi.name])
  }
  await expect.poll(() => marks('Places')).toEqual(['Kopi'])
  await expectAccessible(page)
  await field.fill('toast')
  await expect.poll(() => marks('Vouchers')).toEqual(['toast'])
  await field.fill('kuala')
  await page.getByRole('region', { name: 'Cities' }).getByRole('button', { name: 'Kuala Lumpur' }).click()
  await page.getByRole('heading', { name: '“Kuala Lumpur”' }).waitFor()
  await page.getByRole('region', { name: 'Outlets' }).getByText('Closed now').waitFor()
  const [outlet] = await page.getByRole('region', { name: 'Outlets' }).getByRole('button').all()
  await outlet?.click()
  await page.getByRole('heading', { name: 'Outlets' }).waitFor()
  await page.goBack()
  await field.fill('no such thing')
  await page.getByRole('heading', { name: 'No results for “no such thing”' }).waitFor()
  await expectAccessible(page)
  await choose(page, 'See all places')
  await expect.poll(() => names(page)).toHaveLength(3)
  expect(await field.inputValue()).toBe('')
})

test('the focus ring of a card lies inside it, since cards cut off what lies outside', async () => {
  const { page } = await arrive()
  await page.keyboard.press('Tab')
  for (const card of ['.swipe', '.merchant']) {
    await page.locator(`${card} h3 button`).first().focus()
    const [style, width, offset] = await page.evaluate<string[]>(`(() => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(document.activeElement, '::after')
      return [outlineStyle, outlineWidth, outlineOffset]
    })()`)
    expect(style).toBe('solid')
    expect(Number.parseFloat(width ?? '') + Number.parseFloat(offset ?? '')).toBe(0)
  }
})

test('search sends one request when typing pauses, and an older response never replaces a newer one', async () => {
  const { page, requested } = await arrive()
  const searches = () => requested.filter((url) => url.includes('/search?')).map((url) => url.split('q=')[1])
  const first = hold()
  await page.route('**/search?q=gecko', async (route) => {
    await first.until
    await route.continue()
  })
  const field = page.getByRole('searchbox')
  await field.pressSequentially('gecko', { delay: 20 })
  await expect.poll(searches).toEqual(['gecko'])
  await field.fill('kopi')
  await expect.poll(() => names(page)).toEqual([kopi.name])
  const late = page.waitForResponse('**/search?q=gecko')
  first.release()
  await late
  expect(await names(page)).toEqual([kopi.name])
  await field.fill('gecko')
  await expect.poll(() => names(page)).toEqual([gym.body.name])
  expect(searches()).toEqual(['gecko', 'kopi'])
})

test('near me, allowed: asks only after a tap, with the reason; then nearest first, with distances', async () => {
  const { page } = await arrive({ geolocation: NEAR_KOPI })
  await choose(page, 'Near me')
  await page.getByText('We use it for this list only and don’t store it.').waitFor()
  await expectAccessible(page)
  await page.context().grantPermissions(['geolocation'])
  await choose(page, 'Use my location')
  await page.getByRole('heading', { name: 'Nearest first' }).waitFor()
  await expect.poll(async () => (await names(page))[0]).toBe(kopi.name)
  await page.getByText('220 m').waitFor()
})

test('near me, denied: says how to allow it, and still shows the places', async () => {
  const { page } = await arrive()
  await choose(page, 'Near me')
  await choose(page, 'Use my location')
  await page.getByText('This app can’t see your location.').waitFor()
  expect(await names(page)).toHaveLength(3)
  await choose(page, 'Close')
  await page.getByRole('heading', { name: 'Featured' }).waitFor()
})

test('a favorite shows at once, is saved, and appears under favorites', async () => {
  const { page, by } = await arrive()
  await choose(page, `Add ${kopi.name} to favorites`)
  await page.getByRole('button', { name: `Remove ${kopi.name} from favorites` }).waitFor()
  await expect.poll(async () => (await by('GET', '/me/favorites')).body.length).toBe(1)
  await choose(page, 'Favorites')
  await expect.poll(() => names(page)).toEqual([kopi.name])
})

test('a rejected favorite is reverted, with a message', async () => {
  const { page } = await arrive()
  await db`update merchants set is_active = false where id = ${bakery.id}`
  await choose(page, `Add ${bakery.name} to favorites`)
  await page.getByRole('status').getByText('Couldn’t update favorites').waitFor()
  await page.getByRole('button', { name: `Add ${bakery.name} to favorites` }).waitFor()
  await db`update merchants set is_active = true where id = ${bakery.id}`
})

test('by keyboard alone: into a place and back, with the focus restored', async () => {
  const { page } = await arrive()
  await page.locator(`#merchant-${kopi.id}`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Outlets' }).waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await places(page).first().waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe(`merchant-${kopi.id}`)
})

/** Enough merchants for three pages, created by the first test that needs them. */
async function openStalls(): Promise<void> {
  for (let number = 1; number <= 45; number += 1) {
    const name = `Stall ${String(number).padStart(2, '0')}`
    const { status } = await admin('POST', '/admin/merchants', {
      name,
      slug: `stall-${number}`,
      category: 'F_AND_B',
    })
    if (status === 409) return
  }
}

test('a long list loads more while scrolling; back returns to the same position', async () => {
  await openStalls()
  const visited = await arrive()
  const { page } = visited
  await expect.poll(() => places(page).count()).toBe(20)
  for (const [last, count] of [
    [19, 40],
    [39, 48],
  ] as const) {
    await places(page).nth(last).scrollIntoViewIfNeeded()
    await expect.poll(() => places(page).count()).toBeGreaterThanOrEqual(count)
  }
  await places(page).nth(30).scrollIntoViewIfNeeded()
  const scrollY = await page.evaluate('scrollY')
  const before = visited.requested.length
  await places(page).nth(30).click()
  await page.getByRole('heading', { name: 'Vouchers', exact: true }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await places(page).nth(30).waitFor()
  expect(await page.evaluate('scrollY')).toBe(scrollY)
  expect(visited.requested.slice(before).filter((url) => /merchants\?/.test(url))).toEqual([])
})

test('nothing shifts while the first screen loads', async () => {
  const { page } = await arrive()
  const shifted = await page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value)))
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 500)
  })`)
  expect(shifted).toBeLessThan(0.02)
})

test('text at 200%: no horizontal overflow, nothing cut off', async () => {
  const { page } = await arrive()
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.getByRole('navigation').getByRole('button', { name: 'Wallet' }).waitFor()
})

test('every tap target is at least 48 px', async () => {
  const { page } = await arrive()
  const small = await page.evaluate(`[...document.querySelectorAll('button, a, input, summary')]
    .map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect(), one])
    .filter(([, { width, height }, one]) => (width < 48 || height < 48) && !one.closest('h3'))
    .map(([name, { width, height }]) => name + ' ' + width + ' x ' + height)`)
  expect(small).toEqual([])
})
