import { expect, test } from 'vitest'
import { encodeQrCode } from '../../webview/src/components/qr-code.ts'
import { words as chinese } from '../../webview/src/language/translations/zh-hans.ts'
import { createFormats } from '../../webview/src/time/formats.ts'
import { issueCode, openCounter } from '../support/counter-scene.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { NEAR, openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, db, origin, visit } = browsing
const till = await openTill(browsing)
await openMarket(admin).change(`/admin/outlets/${till.outlet.id}`, { redeemBy: 'QR' })
const counter = openCounter(browsing)
const visitor = visitorsOf(browsing, await onboardIssuer(browsing))

let customers = 0
async function codeFor(offered: object = {}) {
  customers += 1
  const { id: voucherId } = await till.offer(offered)
  const body = { voucherId, outletId: till.outlet.id, ...NEAR }
  return (await issueCode(visitor(`customer-${customers}`), 'key', body)).body as {
    code: string
    digits: string
  }
}

/** The path of a new device's link. */
const newLink = async () =>
  (await counter.create(till.outlet.id, 'Till 1')).url.replace(/^https?:\/\/[^/]+/, '')

test('a device opens its link, reads six digits, confirms, and lists the redemption', async () => {
  const visited = await visit(await newLink(), { viewport: PHONE })
  const { page } = visited
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).not.toContain('device=')
  const { digits } = await codeFor({ title: '{b}Free{/b} kopi', terms: 'Dine-in only.', codeSource: 'AUTO' })
  await page.getByLabel('Six digits').fill(digits)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Can be redeemed').waitFor()
  await page.getByText('Dine-in only.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('✓ Redeemed').waitFor()
  const [row] = await db`select code, method from redemptions order by id desc limit 1`
  expect(row?.method).toBe('QR')
  await page.locator('.code', { hasText: row?.code }).waitFor()
  await page.getByText('Last redemptions').click()
  await page.getByRole('listitem').getByText('Free kopi').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  await page.getByRole('button', { name: 'Next customer' }).click()
  await page.getByLabel('Six digits').waitFor()
  expectQuiet(visited, origin)
})

test('a link that meets no connection works when it is tried again, and is then gone from the address', async () => {
  const { page } = await visit('/counter/', { viewport: PHONE })
  await page.getByRole('heading', { name: 'This device isn’t connected' }).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.route('**/counter/session', (route) => route.abort())
  await page.goto('about:blank')
  await page.goto(origin + (await newLink()))
  await page.getByText('No connection.').waitFor()
  expect(page.url()).toContain('#device=')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).not.toContain('device=')
})

test('without a response, the same code is tried again, and shows the redemption that was made', async () => {
  const { page } = await visit(await newLink(), { viewport: PHONE })
  const { digits } = await codeFor({ redemptionCount: 3 })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await page.getByLabel('Six digits').fill(digits)
  await page.route('**/counter/read', (route) => route.abort())
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('No connection.').waitFor()
  await page.unrouteAll()
  await tryAgain.click()
  await page.route('**/counter/redemptions', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('it may be redeemed').waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H2')
  await page.unrouteAll()
  await tryAgain.click()
  await page.getByText('✓ Redeemed').waitFor()
  const [row] = await db`select count(*)::int from redemptions where user_id = (
    select user_id from redemptions order by id desc limit 1)`
  expect(row?.count).toBe(1)
})

test('the camera finds a code without a detector of the browser; another QR code is refused in words', async () => {
  const visited = await visit(await newLink(), { viewport: PHONE })
  const { page } = visited
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  /** Lets the camera show this text as a QR code. */
  const showToCamera = (text: string) =>
    page.evaluate(`(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 480
      const context = canvas.getContext('2d')
      const rows = ${JSON.stringify(encodeQrCode(text))}
      const draw = () => {
        context.fillStyle = '#fff'
        context.fillRect(0, 0, 640, 480)
        context.fillStyle = '#000'
        for (const [y, row] of rows.entries())
          for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(160 + 8 * x, 80 + 8 * y, 8, 8)
      }
      draw()
      setInterval(draw, 50)
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
    })()`)
  await showToCamera('7K3M-Q2XD-9RTV')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText('This is not a code for the counter.').waitFor()
  const { code } = await codeFor()
  await showToCamera(code)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByText('Can be redeemed').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('✓ Redeemed').waitFor()
})

test('refusals are in words, in the language of the browser; a revoked device says so', async () => {
  const created = await counter.create(till.outlet.id)
  const visited = await visit(created.url.replace(/^https?:\/\/[^/]+/, ''), { viewport: PHONE, locale: 'ar' })
  const { page } = visited
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await page.getByLabel('ستة أرقام').fill('000000')
  await page.getByRole('button', { name: 'تحقق' }).click()
  await page.getByText('هذا الرمز غير معروف.').waitFor()
  await admin('DELETE', `/admin/devices/${created.id}`)
  await page.getByRole('button', { name: 'رجوع' }).click()
  await page.getByLabel('ستة أرقام').fill('000001')
  await page.getByRole('button', { name: 'تحقق' }).click()
  await page.getByText('هذا الجهاز غير متصل').waitFor()
})

test('in Chinese, redeeming has the word that the customer’s app has', async () => {
  const { page } = await visit(await newLink(), { viewport: PHONE, locale: 'zh-CN' })
  const { voucher, wallet } = chinese(createFormats('zh-CN'))
  const { digits } = await codeFor()
  await page.getByLabel('六位数字').fill(digits)
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText(`可以${voucher.redeem}`).waitFor()
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByText(`✓ 已${voucher.redeem}`).waitFor()
  await page.getByText(`最近的${wallet.history}`).waitFor()
})

test('the page cannot be framed, and may use nothing but itself and the camera', async () => {
  const { headers } = await browsing.server.inject({ url: '/counter/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(headers['permissions-policy']).toBe('camera=(self)')
})
