import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCounter as openDevices } from '../support/counter-scene.ts'
import { openMarket } from '../support/market.ts'
import { button, enterPin, openCounter, openScreen } from './counter.ts'
import { readQrCode } from './qr-reader.ts'
import { expectAccessibleInLightAndDark, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, clock, db } = browsing
const market = openMarket(admin)
const counter = await openCounter(browsing)
const { till, customer, redemptionsOf } = counter
const outletPath = `/admin/outlets/${till.outlet.id}`
await market.change(outletPath, { redeemBy: 'BOTH' })
const device = await openDevices(browsing).device(till.outlet.id)

const digitsOn = async (page: Page) => {
  const text = (await page.locator('.show-code-digits').textContent()) ?? ''
  return text.replaceAll(/\D/g, '')
}
const useLocation = (page: Page) => page.getByRole('button', { name: 'Use my location' }).click()

test('the phone shows a code, the device confirms it, and the phone shows the success', async () => {
  const voucher = await till.offer({ redemptionCount: 3 })
  const { page, redemptionRequests } = await customer(voucher.id)
  // Opened by a tap, the screen has its own address.
  await openScreen(page, { screen: 'voucher', id: voucher.id })
  await button(page, 'Redeem').click()
  await useLocation(page)
  await page.getByRole('heading', { name: 'Show this code to the staff' }).waitFor()
  await page.getByRole('img', { name: 'QR code for the counter' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  // All of it is in view, and with text at 200% nothing is cut off.
  await button(page, 'Use the outlet’s PIN instead').waitFor()
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(PHONE.height)
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  const digits = await digitsOn(page)
  expect((await device.read(digits)).body.refusal).toBeNull()
  // A reload continues the intent: the former code and the next one redeem once.
  await page.reload()
  await page.getByRole('heading', { name: 'Show this code to the staff' }).waitFor()
  expect((await device.confirm(digits)).status).toBe(201)
  await page.getByRole('heading', { name: 'Redeemed' }).waitFor()
  const [redemption] = await redemptionsOf(voucher.id)
  expect(redemption).toMatchObject({ method: 'QR', status: 'SUCCESS' })
  await page.getByText(/\/verify\/[0-9A-Z]{6}-[0-9A-Z]{6}$/).waitFor()
  expect(redemptionRequests).toEqual([])
})

test('a refusal at the counter shows on the phone, which can try again', async () => {
  const voucher = await till.offer()
  const { page } = await customer(voucher.id)
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  await market.change(outletPath, { latitude: 3.2 })
  expect((await device.confirm(await digitsOn(page))).body).toEqual({ error: 'too_far' })
  await page.getByRole('heading', { name: 'You’re too far away' }).waitFor()
  await market.change(outletPath, { latitude: till.outlet.latitude })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.locator('.show-code-digits').waitFor()
  clock.advance(60_000)
  expect((await device.confirm(await digitsOn(page))).status).toBe(201)
  await page.getByRole('heading', { name: 'Redeemed' }).waitFor()
})

test('the PIN is the other way, with the key of the code: together they redeem once', async () => {
  const voucher = await till.offer({ redemptionCount: 3 })
  const { page, redemptionRequests } = await customer(voucher.id)
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  const digits = await digitsOn(page)
  const [intent] = await db`select key from counter_intents where voucher_id = ${voucher.id}`
  await page.getByRole('button', { name: 'Use the outlet’s PIN instead' }).click()
  await enterPin(page)
  await page.getByRole('heading', { name: 'Redeemed' }).waitFor()
  expect(redemptionRequests.map(({ key }) => key)).toEqual([intent?.key])
  expect((await device.confirm(digits)).body).toEqual({ error: 'code_used' })
  expect((await redemptionsOf(voucher.id)).length).toBe(1)
})

test('the user goes back before the counter confirms: the success is shown, and no second code', async () => {
  const voucher = await till.offer({ redemptionCount: 3 })
  const { page } = await customer(voucher.id)
  const redeem = async () => {
    await openScreen(page, { screen: 'voucher', id: voucher.id })
    await button(page, 'Redeem').click()
  }
  await redeem()
  await useLocation(page)
  const first = await digitsOn(page)
  await page.goBack()
  await button(page, 'Redeem').waitFor()
  expect((await device.confirm(first)).status).toBe(201)
  await page.getByRole('heading', { name: 'Redeemed' }).waitFor()
  // The second time, the voucher is opened again at once.
  await page.goBack()
  await button(page, 'Redeem').click()
  await button(page, 'Redeem again').click()
  await page.locator('.show-code-digits').waitFor()
  const second = await digitsOn(page)
  await page.goBack()
  expect((await device.confirm(second)).status).toBe(201)
  await button(page, 'Redeem').click()
  await page.getByRole('heading', { name: 'Redeemed' }).waitFor()
  expect((await redemptionsOf(voucher.id)).length).toBe(2)
})

test('the app is closed while it shows a code, and opened again before the counter confirms: the success is shown', async () => {
  const voucher = await till.offer()
  const { page, sub } = await customer(voucher.id)
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  const digits = await digitsOn(page)
  const opened = await page.context().newPage()
  await page.close()
  const asked = opened.waitForResponse(/\/by-key\//)
  await opened.goto(`${browsing.origin}/app/#token=${counter.issuer.mint({ sub })}`)
  expect((await asked).status()).toBe(404)
  expect((await device.confirm(digits)).status).toBe(201)
  await opened.getByRole('heading', { name: 'Redeemed' }).waitFor()
})

test('two tabs: only the one that is shown issues codes, so the other does not close its intent', async () => {
  const [first, second] = [await till.offer(), await till.offer()]
  const { page, sub } = await customer(first.id, { before: (_by, page) => page.clock.install() })
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  const issued: string[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/me/redemption-codes')) issued.push(sent.url())
  })
  const turn = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await turn('hidden')
  const tab = await page.context().newPage()
  await tab.goto(`${browsing.origin}/app/vouchers/${second.id}/redeem#token=${counter.issuer.mint({ sub })}`)
  await useLocation(tab)
  await tab.locator('.show-code-digits').waitFor()
  await page.clock.fastForward(31_000)
  expect((await device.confirm(await digitsOn(tab))).status).toBe(201)
  expect(issued).toEqual([])
  // Back in the first tab, a code that works is there at once.
  await turn('visible')
  await expect.poll(() => issued.length).toBe(1)
  await expect.poll(async () => (await device.confirm(await digitsOn(page))).status).toBe(201)
})

test('a lost connection: the screen of the code says so, and goes on by itself when it returns', async () => {
  const voucher = await till.offer()
  const { page } = await customer(voucher.id, { before: (_by, page) => page.clock.install() })
  // The connection is lost between the preview and the code, whose part of the app has not loaded.
  const lost = /\/(show-code-[^/]*\.js|redemption-codes)$/
  await page.route(lost, (route) => route.abort())
  await useLocation(page)
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.unroute(lost)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await page.getByRole('img', { name: 'QR code for the counter' }).waitFor()
  // The counter still accepts the code that is shown, until it is 60 seconds old.
  await page.context().setOffline(true)
  await page.clock.fastForward(31_000)
  await page.getByRole('alert').getByText('We couldn’t reach the server').waitFor()
  expect(await digitsOn(page)).toMatch(/^\d{6}$/)
  await expectAccessibleInLightAndDark(page)
  await page.clock.fastForward(30_000)
  await page.locator('.show-code-digits').waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await expect.poll(async () => (await device.confirm(await digitsOn(page))).status).toBe(201)
})

test('an outlet that takes codes only offers no PIN', async () => {
  await market.change(outletPath, { redeemBy: 'QR' })
  const voucher = await till.offer()
  const { page } = await customer(voucher.id)
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  expect(await page.getByRole('button', { name: 'Use the outlet’s PIN instead' }).count()).toBe(0)
  const path = (await page.locator('.show-code .qr path').getAttribute('d')) ?? ''
  expect(readQrCode(modulesOf(path))).toMatch(/^CF1[0-9A-Z]{26}$/)
})

test('another outlet: the screen of the code leads back to the list, also after a reload', async () => {
  await market.outlet(till.merchant.id, { name: 'Annex' })
  const voucher = await till.offer()
  const { page } = await customer(voucher.id)
  await openScreen(page, { screen: 'voucher', id: voucher.id })
  await button(page, 'Redeem').click()
  await page.getByRole('button', { name: till.outlet.name }).click()
  await useLocation(page)
  await page.locator('.show-code-digits').waitFor()
  await page.reload()
  await page.locator('.show-code-digits').waitFor()
  await button(page, 'Another outlet').click()
  await page.getByRole('button', { name: 'Annex' }).waitFor()
})

/** The modules of a QR code that is drawn as runs of dark ones, with a quiet zone of 4. */
function modulesOf(path: string): boolean[][] {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => [
    Number(x),
    Number(y),
    Number(length),
  ])
  const side = Math.max(...runs.map(([x = 0, , length = 0]) => x + length)) - 4
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [x = 0, y = 0, length = 0] of runs) rows[y - 4]?.fill(true, x - 4, x - 4 + length)
  return rows
}
