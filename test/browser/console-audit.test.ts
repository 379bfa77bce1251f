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

test('an entry shows each changed field, has its own URL, and links to the changed record', async () => {
  const visited = await visitAs(support, '/console/audit?action=merchant.update')
  const { page } = visited
  await page.getByText('→').first().waitFor()
  await page.getByRole('button', { name: /^Show all \d+ fields merchant.update/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Merchant changed merchant.update' })
  await drawer
    .getByRole('row', { name: /description/ })
    .getByText(long)
    .waitFor()
  expect(await drawer.getByRole('row', { name: /isNew/ }).getByRole('cell').allTextContents()).toEqual([
    'isNew',
    'true',
    'false',
  ])
  await expectAccessibleInLightAndDark(page)
  expect(page.url()).toContain('open=')
  await page.reload()
  await drawer.getByRole('link', { name: `merchant:${kopi.id}` }).click()
  await page.getByRole('heading', { name: 'Kopi Corner' }).waitFor()
  expectQuiet(visited, origin)
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
