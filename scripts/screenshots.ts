/**
 * Takes the pictures of the webview in docs/images: `npm run screenshots`. They show the running service with its demo
 * data, as the demo's user sees it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { MERCHANTS } from '../src/demo/merchants/all.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { until } from '../test/support/process.ts'
import { type DemoService, startDemoService } from './demo-service.ts'

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url))
/** A few steps from an outlet of Sparrow & Saucer. */
const NEAR_OUTLET = { latitude: 3.1442, longitude: 101.698, accuracy: 12 }
/** The font of Android phones. Arabic and Chinese use a fallback font. */
const ROBOTO = { family: 'Roboto', folder: '/usr/share/fonts/truetype/roboto' }
if (!existsSync(ROBOTO.folder)) {
  throw new Error('The pictures need the font Roboto: install it with `apt-get install -y fonts-roboto`')
}
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'Asia/Kuala_Lumpur',
  geolocation: NEAR_OUTLET,
  permissions: ['geolocation'],
}
/** Only pictures in view: the others are not fetched. A box without its image is still waiting. */
const PICTURES_HAVE_LOADED = `[...document.querySelectorAll('.picture, .logo')].every((box) => {
  const { top, left, right } = box.getBoundingClientRect()
  const image = box.matches('img') ? box : box.querySelector('img')
  return image?.complete || top > innerHeight || left > innerWidth || right < 0
})`
const PLACE = 'Sparrow & Saucer'
const OFFER = 'kopi with any toast set'
const PIN = MERCHANTS.find(({ name }) => name === PLACE)?.pin ?? ''
/** The first wallet voucher of each of these merchants is claimed beforehand. */
const ALSO_CLAIMED = ['Pandan Cloud', 'Ninth Bowl', 'Gecko Wall']
/** The outlet that takes codes, and a voucher that is redeemed without a claim. */
const CODE_OUTLET = 'Sparrow & Saucer Chinatown'
const CODE_OFFER = 'iced latte'
const ADMIN_API_KEY = randomBytes(24).toString('hex')

const service = await startDemoService({ ADMIN_API_KEY })
const browser = await launchChromium(ROBOTO).catch(async (error) => {
  await service.stop()
  throw error
})
try {
  for (const name of ALSO_CLAIMED) await claimVoucherOf(service, name)
  await shootRedemption(await open(browser, service))
  await shootSearch(await open(browser, service))
  await shootOffline(await open(browser, service))
  await shootCode(browser, service)
  await shootHome(await open(browser, service, { colorScheme: 'dark' }), 'home-dark')
  await shootHome(await open(browser, service, { locale: 'ar' }), 'home-arabic')
} finally {
  await browser.close()
  await service.stop()
}

async function open(
  browser: Browser,
  { origin, token }: DemoService,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await browser.newContext({ ...PHONE, ...options })).newPage()
  await page.goto(`${origin}/app/#token=${token}`)
  return page
}

async function shootHome(page: Page, name: string): Promise<void> {
  await page.locator('.merchant').first().waitFor()
  await shoot(page, name)
}

/** With a typing error, which the search forgives. */
async function shootSearch(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('koppi')
  await page.locator('mark').first().waitFor()
  await shoot(page, 'search')
}

async function shootOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Wallet/ }).click()
  await page.locator('.claimed').nth(ALSO_CLAIMED.length).waitFor()
  await page.context().setOffline(true)
  await page
    .getByText(/You’re offline/)
    .first()
    .waitFor()
  await shoot(page, 'offline')
}

async function shootRedemption(page: Page): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true })
  await shootHome(page, 'home')

  await press(PLACE).last().click()
  const offer = page.getByRole('article').filter({ hasText: OFFER })
  await offer.scrollIntoViewIfNeeded()
  await offer.getByRole('button').scrollIntoViewIfNeeded()
  await shoot(page, 'merchant')

  await offer.getByRole('button', { name: 'Claim' }).click()
  await offer.getByRole('button', { name: 'Redeem' }).click()
  await press('Use my location').click()
  await press('Another outlet').click()
  await page.locator('.outlet-distance').first().waitFor()
  await shoot(page, 'outlets')

  await page.locator('.outlet-card').first().click()
  await page.getByRole('heading', { name: 'Hand your phone to the staff' }).waitFor()
  for (const digit of PIN.slice(0, 2)) await press(digit).click()
  await shoot(page, 'hand-over')
  for (const digit of PIN.slice(2)) await press(digit).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await shoot(page, 'success')

  await press('View in wallet').click()
  await page.locator('.wallet').waitFor()
  await press('Vouchers').click()
  await page.locator('.claimed').nth(ALSO_CLAIMED.length).waitFor()
  await shoot(page, 'wallet')
  await page.locator('.claimed').filter({ hasText: OFFER }).getByRole('button').first().click()
  await page.getByRole('article').waitFor()
  await shoot(page, 'voucher')
}

/** The phone shows a code, and a device of the outlet has read it. */
async function shootCode(browser: Browser, service: DemoService): Promise<void> {
  const admin = (method: string, path: string, body?: object) =>
    request(service.origin + path, { method, key: ADMIN_API_KEY, body })
  const merchantId = await merchantIdOf(service, PLACE)
  const { items: outlets } = await admin('GET', `/admin/merchants/${merchantId}/outlets`)
  const { id: outletId } = outlets.find(({ name }: { name: string }) => name === CODE_OUTLET)
  await admin('PATCH', `/admin/outlets/${outletId}`, { redeemBy: 'BOTH' })
  const device = await admin('POST', `/admin/outlets/${outletId}/devices`, { name: 'Tablet at the till' })

  const phone = await open(browser, service)
  await phone.getByRole('button', { name: PLACE, exact: true }).last().click()
  const offer = phone.getByRole('article').filter({ hasText: CODE_OFFER })
  await offer.getByRole('button', { name: 'Redeem' }).click()
  await phone.getByRole('button', { name: 'Use my location' }).click()
  await phone.getByRole('img', { name: 'QR code for the counter' }).waitFor()
  await shoot(phone, 'code')

  const tablet = await (await browser.newContext({ ...PHONE, permissions: [] })).newPage()
  await tablet.goto(`${service.origin}/counter/${new URL(device.url).hash}`)
  const digits = (await phone.locator('.show-code-digits').textContent()) ?? ''
  await tablet.getByLabel('Six digits').fill(digits.replaceAll(/\D/g, ''))
  await tablet.getByRole('button', { name: 'Check' }).click()
  await tablet.getByText('Can be redeemed').waitFor()
  await shoot(tablet, 'code-read')
}

async function claimVoucherOf(service: DemoService, name: string): Promise<void> {
  const { origin, token } = service
  const id = await merchantIdOf(service, name)
  const vouchers: { id: string; claimFlow: string }[] = await request(`${origin}/merchants/${id}/vouchers`, {
    key: token,
  })
  const voucherId = vouchers.find(({ claimFlow }) => claimFlow === 'WALLET')?.id
  await request(`${origin}/me/claims`, { method: 'POST', key: token, body: { voucherId } })
}

async function merchantIdOf({ origin, token }: DemoService, wanted: string): Promise<string> {
  const merchants: { id: string; name: string }[] = await request(`${origin}/merchants?limit=200`, {
    key: token,
  })
  return merchants.find(({ name }) => name === wanted)?.id ?? ''
}

type Sent = { method?: string; key: string; body?: object | undefined }

async function request(url: string, { method = 'GET', key, body }: Sent) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return JSON.parse(await response.text())
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.locator('.toast').waitFor({ state: 'detached' })
  await until(() => page.evaluate<boolean>(PICTURES_HAVE_LOADED))
  const path = `${FOLDER}webview-${name}.png`
  await page.screenshot({ path, animations: 'disabled' })
  console.log(`docs/images/webview-${name}.png`, (await stat(path)).size)
}
