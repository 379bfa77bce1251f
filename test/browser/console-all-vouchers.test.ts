import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { enterCatalogue, uploadImage } from './catalogue.ts'
import { openStaff } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)

const imagePath = await uploadImage(admin, [0x3b, 0x6f, 0x1e])
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
const offer = async (merchantId: string, fields: object, codes: string[] = []) => {
  const { id } = (await admin('POST', `/admin/merchants/${merchantId}/vouchers`, { imagePath, ...fields }))
    .body
  if (codes.length > 0) await admin('POST', `/admin/vouchers/${id}/codes`, { codes })
  const { status } = await admin('POST', `/admin/vouchers/${id}/publish`)
  expect(status).toBe(200)
}
await admin('POST', `/admin/merchants/${bakery.id}/outlets`, {
  ...{ name: 'Brot', addressLine: '1 Square', city: 'Berlin', countryCode: 'DE' },
})
await offer(kopi.id, {
  title: 'Apple pie',
  globalRedemptionCap: 500,
  cycle: 'MONTHLY',
  validUntil: inDays(2),
})
await offer(bakery.id, { title: '{b}Zucchini{/b} bread', codeSource: 'MANUAL', validUntil: inDays(90) }, [
  'A-1',
  'A-2',
])

test('all vouchers: sorted by keyboard, filtered, and the same list after going back', async () => {
  const visited = await visitAs(await hire(), '/console/vouchers')
  const { page } = visited
  const titles = async () => (await page.getByRole('row').getByRole('link').allTextContents()).join('|')
  await page.getByText('4 rows').waitFor()
  await page.getByRole('row', { name: /Apple pie.*Kopi Corner.*Live.*Ends soon.*0 of 500 a month/ }).waitFor()
  await page.getByRole('row', { name: /Zucchini bread.*Brot & Salz.*Live.*0 of 2/ }).waitFor()
  await expectAccessibleInLightAndDark(page)

  await page.getByRole('button', { name: 'Valid until' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toBe(`${origin}/console/vouchers?sort=validUntil`)
  await expect.poll(titles).toMatch(/^Apple pie.*Zucchini bread/)
  await page.keyboard.press('Enter')
  await expect.poll(titles).toMatch(/Zucchini bread.*Apple pie/)
  expect(await page.getByRole('columnheader', { name: 'Valid until' }).getAttribute('aria-sort')).toBe(
    'descending',
  )

  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Live' }).click()
  await page.getByText('2 rows').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]),
  ).toEqual(['"Zucchini bread"', '"Apple pie"'])

  await page.getByRole('link', { name: 'Apple pie' }).click()
  await page.getByRole('heading', { name: 'Apple pie' }).waitFor()
  await page.goBack()
  await page.getByText('2 rows').waitFor()
  expect(page.url()).toBe(`${origin}/console/vouchers?sort=-validUntil&state=LIVE`)
  expectQuiet(visited, origin)
})

test('all vouchers on a phone of 360 px, as a merchant: its own vouchers, and a field that sorts them', async () => {
  const owner = await hire({ role: 'merchant', merchantIds: [kopi.id] })
  const { page } = await visitAs(owner, '/console/vouchers', { viewport: { ...DESK, width: 360 } })
  await page.getByText('3 rows').waitFor()
  expect(await page.getByText('Brot & Salz').count()).toBe(0)
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  // Screen readers name the column of a value. The button that sorts by it on a larger screen has no focus here.
  expect(await page.getByRole('columnheader', { name: 'Valid until', exact: true }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Valid until' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Sort' }).click()
  await page.getByRole('option', { name: 'Valid until ↑' }).click()
  await expect.poll(() => page.url()).toBe(`${origin}/console/vouchers?sort=validUntil`)
})
