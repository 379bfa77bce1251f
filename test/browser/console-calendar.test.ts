import { expect, test } from 'vitest'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, clock, origin } = browsing
clock.now = new Date('2026-11-18T04:00:00Z')
const { kopi } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const imagePath = await uploadImage(admin, [0x3b, 0x6f, 0x1e])
const { body: pie } = await admin('POST', `/admin/merchants/${kopi.id}/vouchers`, {
  ...{ imagePath, title: 'Apple pie', validUntil: '2026-12-20T15:59:00Z' },
})
const { timezone } = (await admin('GET', `/admin/merchants/${kopi.id}`)).body

test('a merchant schedules a voucher in its own zone, and finds it in the calendar by keyboard', async () => {
  expect(timezone).toBe('Asia/Kuala_Lumpur')
  const visited = await visitAs(
    await hire({ role: 'merchant', merchantIds: [kopi.id] }),
    `/console/vouchers/${pie.id}?tab=schedule`,
  )
  const { page } = visited
  await page.getByText('Times are in the merchant’s time zone, Kuala Lumpur.').waitFor()
  await page.getByLabel('Publish at', { exact: true }).fill('2026-11-01T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('must be in the future').first().waitFor()
  await page.getByLabel('Publish at', { exact: true }).fill('2026-12-01T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The schedule of “Apple pie” is saved.').waitFor()
  await page.getByText('Publishes 1 Dec 2026, 09:00, Kuala Lumpur').waitFor()
  await expectAccessibleInLightAndDark(page)
  const { publishAt } = (await admin('GET', `/admin/vouchers/${pie.id}`)).body
  expect(publishAt).toBe('2026-12-01T01:00:00.000Z')

  await page.goto(`${origin}/console/calendar?month=2026-11`)
  await page.getByRole('button', { name: 'Next month' }).click()
  const first = page.getByRole('button', { name: /Tuesday.*December.*1 published.*1 run/ })
  await first.waitFor()
  await page
    .getByRole('row', { name: /Apple pie.*Draft.*Published 1 Dec 2026, 09:00.*Ends 20 Dec 2026/ })
    .waitFor()
  await expectAccessibleInLightAndDark(page)
  await first.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toBe(`${origin}/console/calendar?month=2026-12&day=2026-12-01`)
  expect(await first.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await page.getByRole('heading', { name: /Vouchers on Tuesday/ }).waitFor()
  await page.getByRole('button', { name: 'The whole month' }).click()
  await page.getByRole('heading', { name: 'Vouchers in December 2026' }).waitFor()
  await page.goto(`${origin}/console/vouchers`)
  await page
    .getByRole('row', { name: /Apple pie.*Draft.*Publishes 1 Dec 2026, 09:00, Kuala Lumpur/ })
    .waitFor()
  expectQuiet(visited, origin)

  await page.setViewportSize(PHONE)
  await page.goto(`${origin}/console/calendar?month=2026-12`)
  await page.getByText('Published 1 Dec 2026, 09:00, Kuala Lumpur').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
})

test('in Arabic: both ends of a period keep their order, a title runs from the right, and a turned phone has no wider page', async () => {
  const reader = await hire({ language: 'ar' })
  const { page } = await visitAs(reader, '/console/calendar?month=2026-12')
  const ends = page.getByRole('row', { name: /Apple pie/ }).locator('td:last-child bdi')
  await ends.first().waitFor()
  const directions =
    "[...document.querySelectorAll('.run ~ bdi')].map((end) => getComputedStyle(end).direction)"
  expect(await page.evaluate(directions)).toEqual(['rtl', 'rtl'])
  await page.goto(`${origin}/console/vouchers/${pie.id}`)
  const title = page.locator('[data-field="title"] input')
  await title.fill('{b}فطيرة{/b} تفاح')
  expect(await title.getAttribute('dir')).toBe('rtl')
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width })
  await page.locator('[data-field="description"] textarea').fill('تفاح')
  await page.setViewportSize(PHONE)
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
})
