import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { encodeQrCode } from '../../webview/src/components/qr-code.ts'
import { openMarket } from '../support/market.ts'
import { openTill, PIN } from '../support/till.ts'
import {
  AT_OUTLET,
  button,
  type Customer,
  enterPin,
  FAR_AWAY,
  goWithoutLocation,
  heading,
  openCounter,
  openScreen,
  shareLocation,
} from './counter.ts'
import {
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
  SLOW_EFFECTS,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const counter = await openCounter(browsing)
const { till } = counter
const market = openMarket(admin)
const title = '{b}Free{/b} kopi with any {r}toast set{/r}, {s}RM 6{/s}'

const screenOf = (page: Page) => page.evaluate<string>('history.state.route.screen')
/** Replaces the phone's geolocation by one that the test controls. */
const replacePhone = (page: Page, responses: string) =>
  page.evaluate(`navigator.geolocation.getCurrentPosition = (found, failed) => { ${responses} }`)

test('an automatic code: large, can be copied and scanned, white in dark mode, with the service’s clock', async () => {
  const voucher = await till.offer({
    title,
    valueType: 'FREE_ITEM',
    codeSource: 'AUTO',
    redemptionCount: 3,
    cycle: 'MONTHLY',
  })
  const permissions = ['geolocation', 'clipboard-read', 'clipboard-write']
  const customer = await counter.customer(voucher.id, { permissions, colorScheme: 'dark' })
  const { page, redemptionRequests } = customer
  await heading(page, `Are you at ${till.outlet.name}?`).waitFor()
  await expectAccessible(page)
  await shareLocation(page)
  expect(await page.locator('.slip-title').innerHTML()).toContain(
    '<strong>Free</strong> kopi with any <span class="red">toast set</span>, <s>RM&nbsp;6</s>',
  )
  expect(await page.locator('.slip').textContent()).toMatch(/Kopi Corner.*3 of 3 left · renews/)
  await expectAccessible(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()

  const [row, ...others] = await counter.redemptionsOf(voucher.id)
  expect([row?.status, row?.gpsAccuracyMeters, others]).toEqual(['SUCCESS', 12, []])
  expect(redemptionRequests.map(({ body }) => body)).toEqual([
    {
      voucherId: voucher.id,
      outletId: till.outlet.id,
      pin: PIN,
      consumerLat: AT_OUTLET.latitude,
      consumerLng: AT_OUTLET.longitude,
      gpsAccuracyMeters: 12,
    },
  ])
  expect(redemptionRequests[0]?.key).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )

  const code = row?.code as string
  expect(await page.locator('.code').textContent()).toBe(code)
  await page.getByText('You saved RM 6').waitFor()
  await page.locator('.redeemed-ticket .logo').waitFor()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  expect(await darkModules(page)).toBe(encodeQrCode(code)?.flat().filter(Boolean).length)
  await button(page, 'Copy code').click()
  await page.getByText('Code copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code)

  expect(await page.evaluate('document.activeElement.tagName + document.activeElement.textContent')).toBe(
    'BUTTONCopy code',
  )
  expect(await page.getByRole('status').getByText(`Redeemed: ${code}`).count()).toBe(1)
  expect(await page.evaluate('getComputedStyle(document.querySelector(".redeemed")).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  )
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await expect.poll(() => clock.textContent()).not.toBe(before)
  await page.getByText('2 of 3 left · renews').waitFor()
  await expectAccessibleInLightAndDark(page)

  await button(page, 'Done').click()
  await expect.poll(() => screenOf(page)).toBe('home')
  expectQuiet(customer, origin)
})

/** The total area of the picture's rectangles. */
function darkModules(page: Page): Promise<number> {
  return page
    .locator('.qr path')
    .evaluate((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/h(\d+)v1/g)].reduce(
        (sum, [, run]) => sum + Number(run),
        0,
      ),
    )
}

test('a pool code of maximum length; then a voucher without codes, and the wallet', async () => {
  const code = 'KOPI/'.repeat(20)
  const pool = await till.pool([code])
  const { page } = await counter.customer(pool.id)
  await shareLocation(page)
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  expect(await page.locator('.code').textContent()).toBe(code)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Redeemed')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.getByText('Used up').waitFor()

  const plain = await till.offer({ title })
  await openScreen(page, { screen: 'redeem', voucherId: plain.id })
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await page.getByText('This screen is your proof').waitFor()
  expect(await page.locator('.code, .qr').count()).toBe(0)
  await expectAccessibleInLightAndDark(page)
  await button(page, 'View in wallet').click()
  await page.locator('.past').first().waitFor()
  expect(await page.locator('.past').first().textContent()).toContain('Free kopi with any toast set')
  await page.goBack()
  await expect.poll(() => screenOf(page)).toBe('home')
})

test('location denied, unavailable or slow: each says why; continuing without it is marked for review', async () => {
  const voucher = await till.offer({ redemptionCount: 9 })
  const { page, redemptionRequests } = await counter.customer(voucher.id, { permissions: [] })
  await page.getByText('Staff will review it later.').waitFor()
  await button(page, 'Use my location').click()
  await page.getByText('This app can’t see your location').waitFor()
  await expectAccessibleInLightAndDark(page)
  await replacePhone(page, 'failed({ code: 2 })')
  await button(page, 'Try again').click()
  await page.getByText('couldn’t find your location').waitFor()
  await page.clock.install()
  await replacePhone(page, 'window.tell = found')
  await button(page, 'Try again').click()
  await page.getByText('Finding your location…').waitFor()
  await page.clock.fastForward(5_000)
  expect(await page.getByText('Finding your location…').count()).toBe(1)
  await page.clock.fastForward(5_100)
  await page.getByText('is taking longer than usual').waitFor()
  await page.clock.resume()
  await goWithoutLocation(page)
  await page.getByText('No location: will be marked for review').waitFor()
  await enterPin(page)
  await heading(page, 'Marked for review').waitFor()
  await page.getByText('counts as redeemed').waitFor()
  expect(Object.keys(redemptionRequests[0]?.body ?? {})).toEqual(['voucherId', 'outletId', 'pin'])
  expect((await counter.redemptionsOf(voucher.id)).map(({ status }) => status)).toEqual(['FLAGGED'])
  await expectAccessibleInLightAndDark(page)
})

test('a late position is still used, unless the user has continued without it', async () => {
  const voucher = await till.offer()
  const before = (_: unknown, page: Page) => replacePhone(page, 'window.tell = found')
  const { page } = await counter.customer(voucher.id, { before })
  await heading(page, /^Are you at/).waitFor()
  await page.clock.install()
  await button(page, 'Use my location').click()
  await page.clock.fastForward(10_100)
  await page.getByText('is taking longer than usual').waitFor()
  await page.clock.resume()
  await page.evaluate(`tell({ coords: ${JSON.stringify(AT_OUTLET)} })`)
  await heading(page, 'Hand your phone to the staff').waitFor()
})

test('too far: shows distance and accuracy before the hand-over; can be checked again, or skipped for a review', async () => {
  const voucher = await till.offer()
  const { page } = await counter.customer(voucher.id, { geolocation: FAR_AWAY })
  await button(page, 'Use my location').click()
  await page.getByText('You’re 1.2 km from the outlet. Come within 150 m and try again.').waitFor()
  await page.getByText('Your phone’s location may be off by 12 m.').waitFor()
  await page.context().setGeolocation({ ...FAR_AWAY, accuracy: 2_000 })
  await button(page, 'Check again').click()
  await page.getByText('may be off by 2 km').waitFor()
  await page.getByText('Staff will review it later.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.context().setGeolocation(AT_OUTLET)
  await button(page, 'Check again').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
})

test('too far, continued without a location: redeemed, and marked for review', async () => {
  const voucher = await till.offer({ title: 'Half-price laksa' })
  const { page } = await counter.customer(voucher.id, { geolocation: FAR_AWAY })
  await page.locator('.subject').getByText('Half-price laksa').waitFor()
  await page.locator('.subject').getByText(till.outlet.name).waitFor()
  await button(page, 'Use my location').click()
  await heading(page, 'You’re too far away').waitFor()
  await page.locator('.subject').getByText('Half-price laksa').waitFor()
  await goWithoutLocation(page)
  await enterPin(page)
  await heading(page, 'Marked for review').waitFor()
  expect((await counter.redemptionsOf(voucher.id)).map(({ status }) => status)).toEqual(['FLAGGED'])
})

test('lists the voucher’s outlets, nearest first once the location is shared; by keyboard alone', async () => {
  const { offer, customer } = await openChain()
  const voucher = await offer()
  // The phone is not sure enough to choose the outlet.
  const { page } = await customer(voucher.id, { geolocation: { ...AT_OUTLET, accuracy: 200 } })
  await heading(page, 'Which outlet are you at?').waitFor()
  const names = () => page.locator('.outlet-name').allTextContents()
  expect(await names()).toEqual(['Far', 'Near', 'No PIN yet'])
  expect(await page.evaluate('window.timesAsked')).toBe(0)
  await page.getByText('to see the nearest outlet first').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('.outlet-distance').first().waitFor()
  expect(await names()).toEqual(['Near', 'Far', 'No PIN yet'])
  expect(await page.locator('.outlet-distance').allTextContents()).toEqual(['110 m', '5.6 km'])
  expect(await button(page, /No PIN yet/).isDisabled()).toBe(true)
  await expectAccessibleInLightAndDark(page)

  await button(page, /Near/).focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Hand your phone to the staff').waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Hand your phone to the staff')
  await page.keyboard.type('99')
  const said = page.getByRole('status').getByText('2 of 4 digits entered')
  await said.waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+1')
  await page.keyboard.type('57')
  expect(await page.locator('.dot.full').count()).toBe(2)
  expect(await page.evaluate(KEPT_ANYWHERE)).not.toContain('57')
  await page.keyboard.type('39')
  await heading(page, 'Redeemed').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => screenOf(page)).toBe('home')
})

test('the smallest phone: every key is in view without scrolling, with text at 100% and 200%', async () => {
  const { id } = await till.offer({ title: 'Free kopi with any toast set from our counter, all week' })
  const viewport = { width: 320, height: 568 }
  const { page } = await counter.customer(id, { viewport })
  await goWithoutLocation(page)
  for (const size of ['100%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
    const bar = await page.locator('.bar').boundingBox()
    const keys = await page.locator('.key').all()
    expect(keys).toHaveLength(11)
    for (const key of keys) {
      const box = await key.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(bar?.height ?? 0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
    }
  }
})

test('keys pressed between the keypad’s render and its effects are counted', async () => {
  const voucher = await till.offer()
  const { page } = await counter.customer(voucher.id, {
    before: (_, page) => page.evaluate(SLOW_EFFECTS),
  })
  await goWithoutLocation(page)
  await page.keyboard.type('48')
  await expect.poll(() => page.locator('.dot.full').count()).toBe(2)
})

/** Everything that a page stores or shows, except the labels of the keys, and the token and ids, which can contain any digits. */
const KEPT_ANYWHERE = `JSON.stringify([
  { ...localStorage }, { ...sessionStorage, 'counterfoil-token': '' }, document.cookie, location.pathname + location.search + location.hash,
  [...document.querySelectorAll('.pin-entry, .pin-entry *:not(.key)')]
    .map((e) => [...e.attributes].map((a) => a.value).concat(e.classList.contains('keypad') ? '' : [...e.childNodes]
      .map((n) => n.nodeType === 3 ? n.data : '').join(''))),
]).replace(/[0-9a-f-]{36}/g, 'id')`

/** Two outlets that accept the voucher, one without a PIN, and one where the voucher is not valid. */
async function openChain() {
  const chain = await openTill(browsing, { name: 'Kopi Chain' })
  const here = { latitude: 3.1579, longitude: 101.7116 }
  const near = await market.outlet(chain.merchant.id, { name: 'Near', pin: '5739', ...here })
  const far = await market.outlet(chain.merchant.id, {
    name: 'Far',
    pin: '2222',
    ...here,
    longitude: 101.7616,
  })
  const bare = await market.outlet(chain.merchant.id, { name: 'No PIN yet' })
  const outletIds = [near.id, far.id, bare.id]
  const watch = (_: unknown, page: Page) =>
    page.evaluate(`{
      const { geolocation } = navigator
      const ask = geolocation.getCurrentPosition
      window.timesAsked = 0
      geolocation.getCurrentPosition = (...given) => { timesAsked += 1; ask.apply(geolocation, given) }
    }`)
  return {
    offer: (changes = {}) => chain.offer({ outletIds, ...changes }),
    customer: (voucherId: string, options = {}): Promise<Customer> =>
      counter.customer(voucherId, { before: watch, ...options }),
  }
}

test('back leads to the outlets from every step, and skips them after a redemption', async () => {
  const { offer, customer } = await openChain()
  const voucher = await offer()
  const { page } = await customer(voucher.id)
  await button(page, /Near/).click()
  await heading(page, 'Are you at Near?').waitFor()
  await page.goBack()
  await heading(page, 'Which outlet are you at?').waitFor()
  await button(page, /Near/).click()
  await shareLocation(page)
  await button(page, 'Back').click()
  await heading(page, 'Which outlet are you at?').waitFor()
  await button(page, /Near/).click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page, '5739')
  await heading(page, 'Redeemed').waitFor()
  // The address follows once the success is on the screen.
  await expect.poll(() => page.evaluate('history.state.route.redemptionId')).toBeTruthy()
  await page.goBack()
  await expect.poll(() => screenOf(page)).toBe('home')
})

test('an outlet without a position: no location question, and no review', async () => {
  const stall = await market.merchant()
  await market.outlet(stall.id, { name: 'Night market', pin: PIN })
  const voucher = await market.offer(stall.id, { claimFlow: 'INSTANT' })
  const { page } = await counter.customer(voucher.id)
  await openScreen(page, { screen: 'voucher', id: voucher.id })
  await button(page, 'Redeem').click()
  await heading(page, 'Hand your phone to the staff').waitFor()
  await enterPin(page)
  await heading(page, 'Redeemed').waitFor()
  expect(await heading(page, 'Marked for review').count()).toBe(0)
  await button(page, 'Done').click()
  await expect.poll(() => screenOf(page)).toBe('voucher')
})

test('Arabic at 200% text: right to left, nothing cut off, keypad left to right', async () => {
  const { offer, customer } = await openChain()
  const voucher = await offer({ title, codeSource: 'AUTO' })
  const { page } = await customer(voucher.id, { path: '/app/?lang=ar' })
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  const fits = async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await expectAccessible(page)
  }
  await heading(page, 'في أي فرع أنت؟').waitFor()
  expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
  await fits()
  await button(page, /Near/).click()
  // The name is isolated, so it keeps its own direction.
  await heading(page, 'هل أنت في \u2068Near\u2069؟').waitFor()
  await fits()
  await button(page, 'استخدم موقعي').click()
  await heading(page, 'سلّم هاتفك إلى الموظف').waitFor()
  await fits()
  const keys = await page
    .locator('.key')
    .evaluateAll((all) => all.map((key) => key.getBoundingClientRect().toJSON()))
  expect(keys.every(({ width, height }) => width >= 48 && height >= 48)).toBe(true)
  expect(keys[0].x).toBeLessThan(keys[2].x)
  await enterPin(page, '5739')
  await heading(page, 'تم الاستخدام').waitFor()
  await fits()
})
