import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { hold, openBrowsing, PHONE } from './visits.ts'
import { dataRequests } from './wallet-holders.ts'

const browsing = await openBrowsing()
const { admin, visit } = browsing
const { kopi, free } = await enterCatalogue(admin)
await admin('PATCH', `/admin/merchants/${kopi.id}`, { bannerPath: await uploadImage(admin, [20, 90, 160]) })
await admin('POST', `/admin/vouchers/${free.id}/publish`)
await admin('PUT', '/admin/featured', { merchantIds: [kopi.id] })
const logoPath = await uploadImage(admin, [0x0a, 0x7d, 0x4b])
const partner = await onboardIssuer(browsing, { logoPath })

/** Every layout shift since the page was opened, with the elements that moved. */
const SHIFTS = `new Promise((resolve) => {
  const shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80))])
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(shifts), 300)
})`

const HAS_PICTURE = "[...document.querySelectorAll('.picture img')].some((image) => image.naturalWidth > 0)"

const SCREENS: [name: string, path: string, isOpen: (page: Page) => Promise<unknown>][] = [
  ['home', '', (page) => page.locator('li.merchant').first().waitFor()],
  ['a merchant', `merchants/${kopi.id}`, (page) => page.getByRole('heading', { name: 'Outlets' }).waitFor()],
  ['a voucher', `vouchers/${free.id}`, (page) => page.getByRole('article').waitFor()],
]

test.each(SCREENS)(
  '%s: nothing shifts while pictures and categories load, and each picture has a color until then',
  async (_name, path, isOpen) => {
    const pictures = hold()
    const { page } = await visit('/app/', { viewport: PHONE, hasTouch: true, isMobile: true })
    await page.route(/\/(?:uploads\/|categories$)/, async (route) => {
      await pictures.until
      await route.continue()
    })
    await page.goto('about:blank')
    await page.goto(`${browsing.origin}/app/${path}#token=${partner.mint()}`)
    await isOpen(page)
    const box = page.locator('.picture').first()
    const color = await box.evaluate(
      (element) =>
        (
          globalThis as never as { getComputedStyle(e: unknown): { backgroundColor: string } }
        ).getComputedStyle(element).backgroundColor,
    )
    expect(color).toMatch(/^rgb\(\d+, \d+, \d+\)$/)
    pictures.release()
    await expect.poll(() => page.evaluate<boolean>(HAS_PICTURE)).toBe(true)
    expect(await page.evaluate<unknown[]>(SHIFTS)).toEqual([])
  },
)

test('logos are fetched in a small width', async () => {
  const { page, requested } = await visit(`/app/#token=${partner.mint()}`, { viewport: PHONE })
  await page.locator('img.logo').first().waitFor()
  await expect.poll(() => requested.some((url) => url.includes(`${logoPath}?w=320`))).toBe(true)
  expect(requested.some((url) => url.endsWith(logoPath))).toBe(false)
})

test('a link to a voucher: its only request leaves before the app has loaded', async () => {
  const visited = await visit(`/app/vouchers/${free.id}#token=${partner.mint()}`, { viewport: PHONE })
  await visited.page.getByRole('article').waitFor()
  const path = `/vouchers/${free.id}/screen`
  expect(dataRequests(visited)).toEqual([path])
  const paths = visited.requested.map((url) => new URL(url).pathname)
  expect(paths.indexOf(path)).toBeLessThan(paths.findIndex((one) => one.includes('voucher-screen')))
})
