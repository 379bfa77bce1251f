import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const support = await hire({ role: 'support' })
const long = 'Since 1968. '.repeat(20).trim()
await admin('PATCH', `/admin/merchants/${kopi.id}`, { description: long, isNew: false })

test('words find an entry; it shows each changed field, has its own URL, and links to its record', async () => {
  const visited = await visitAs(support, '/console/audit')
  const { page } = visited
  await page.getByLabel('Search: cap, published, Kopi …').fill('kopi description')
  const open = page.getByRole('button', { name: /^Show entry: Description/ })
  await open.waitFor()
  await expect.poll(() => page.url()).toContain('q=kopi')
  await open.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Description/ })
  await drawer
    .getByRole('row', { name: /Description/ })
    .getByText(long)
    .waitFor()
  expect(await drawer.getByRole('row', { name: /^New/ }).getByRole('cell').allTextContents()).toEqual([
    'New',
    'yes',
    'no',
  ])
  await drawer.getByLabel('Raw entry').getByText('"action": "merchant.update"').waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(page.url()).toContain('open=')
  await page.reload()
  await drawer.getByRole('link', { name: 'Kopi Corner' }).click()
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expectQuiet(visited, origin)
})

test('a kind, a record by its name and a person narrow the list', async () => {
  const { page } = await visitAs(support, '/console/audit?kind=merchant')
  await page.getByLabel('Record, by its name').fill('kopi')
  await page.waitForURL(/record=kopi/)
  await page.getByRole('cell', { name: 'Brot & Salz' }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: 'Created Merchant: Kopi Corner' }).waitFor()
  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: 'Command line' }).click()
  await page.getByText('Nothing matches these filters.').waitFor()
})

test('CSV has every entry of the filter; a period without entries is empty', async () => {
  const { page } = await visitAs(support, '/console/audit?action=merchant.')
  await page.getByRole('table').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const csv = await readFile((await download.path()) as string, 'utf8')
  expect(csv).toMatch(/^"id","at",/)
  expect(csv).toContain(`"merchant.update","merchant:${kopi.id}"`)
  expect(csv).toContain('"merchant.create"')
  expect(csv).not.toContain('"outlet.')
  await page.getByLabel('Until (UTC)').fill('2020-01-01')
  await page.getByText('Nothing matches these filters.').waitFor()
})
