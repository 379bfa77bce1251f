import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { DESK, expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const owner = await hire({ role: 'merchant', merchantId: kopi.id })
const outletsOf = async (id: string) => (await admin('GET', `/admin/merchants/${id}/outlets`)).body.items

test('a merchant creates an outlet from a map link, generates its PIN, and sees it once', async () => {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}?tab=outlets`)
  const { page } = visited
  await page.getByRole('link', { name: 'New outlet' }).click()
  await page.getByLabel('Name').fill('Kopi Corner Bangsar')
  await page.getByLabel('Address line').fill('5 Jalan Telawi')
  await page.getByLabel('City').fill('Kuala Lumpur')
  await page.getByLabel('Country').fill('Malaysia')
  await page.getByText('Must be two ASCII letters').waitFor()
  await page.getByLabel('Country').fill('MY')
  await page.getByRole('textbox', { name: 'Position' }).fill('somewhere near the market')
  await page.getByText('No position found.').waitFor()
  await page
    .getByRole('textbox', { name: 'Position' })
    .fill('https://www.google.com/maps/@3.1319,101.6711,17z')
  await page.getByText('Latitude 3.1319, longitude 101.6711').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Create outlet' }).click()
  await page.getByRole('heading', { name: 'Kopi Corner Bangsar' }).waitFor()
  await page.getByRole('button', { name: 'Generate a PIN' }).click()
  const pin = (await page.getByTestId('pin').textContent()) ?? ''
  expect(pin).toMatch(/^[0-9]{4}$/)
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('A PIN is set. Nobody can read it, only replace it.').waitFor()
  expect(await page.getByText(pin, { exact: true }).count()).toBe(0)
  expect((await outletsOf(kopi.id))[0]).toMatchObject({ latitude: 3.1319, longitude: 101.6711, hasPin: true })
  expectQuiet(visited, origin)
})

test('replacing and removing a PIN ask first; the form beside it keeps unsaved changes and saves without a conflict', async () => {
  const [outlet] = (await outletsOf(kopi.id)).filter(
    ({ name }: { name: string }) => name === 'Kopi Corner Suria',
  )
  const { page } = await visitAs(owner, `/console/outlets/${outlet.id}`)
  await page.getByLabel('Full address').fill('Level 2, Suria KLCC, Kuala Lumpur')
  await page.getByRole('button', { name: 'Choose a PIN' }).click()
  const boxes = page.getByRole('dialog').getByRole('textbox')
  for (const [index, digit] of [...'0042'].entries()) await boxes.nth(index).fill(digit)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await page.getByText('The current PIN stops working at once.').waitFor()
  await page.getByRole('button', { name: 'Replace PIN' }).click()
  expect(await page.getByTestId('pin').textContent()).toBe('0042')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Kopi Corner Suria” is saved.').waitFor()
  await page.getByRole('button', { name: 'Remove PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove PIN' }).click()
  await page.getByText('“Kopi Corner Suria” has no PIN now.').waitFor()
  const { body } = await admin('GET', `/admin/outlets/${outlet.id}`)
  expect(body).toMatchObject({ hasPin: false, addressFull: 'Level 2, Suria KLCC, Kuala Lumpur' })
})

test('support looks at an outlet but has nothing to change it with; 360 px is wide enough', async () => {
  const [outlet] = await outletsOf(kopi.id)
  const support = await hire({ role: 'support' })
  const { page } = await visitAs(support, `/console/outlets/${outlet.id}`, {
    viewport: { ...DESK, width: 360 },
  })
  await page.getByText('Your role can look at this but not change it.').waitFor()
  expect(await page.getByRole('button', { name: /PIN|Save/ }).count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await expectAccessibleInLightAndDark(page)
})

test('an outlet of another merchant by URL: not found', async () => {
  const [outlet] = await outletsOf(kopi.id)
  const other = await hire({ role: 'merchant', merchantId: bakery.id })
  const { page } = await visitAs(other, `/console/outlets/${outlet.id}`)
  await page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
})

test('CSV import: the preview marks each row before anything is written, then the right rows are written', async () => {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}?tab=outlets`)
  const { page } = visited
  await page.getByRole('link', { name: 'Import CSV' }).click()
  const csv = [
    'name,addressLine,city,countryCode',
    'Kopi Corner Suria,99 New Street,Kuala Lumpur,MY',
    ...Array.from({ length: 30 }, (_, index) => `Kiosk ${index},1 Market Street,Ipoh,MY`),
    'Broken,,Ipoh,Malaysia',
  ]
  const before = (await outletsOf(kopi.id)).length
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'outlets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
  await page.getByText('30 new, 1 changed, 0 same, 1 wrong.').waitFor()
  await page
    .getByRole('row', { name: /Broken/ })
    .getByText('addressLine: Required')
    .waitFor()
  await expectAccessibleInLightAndDark(page)
  expect((await outletsOf(kopi.id)).length).toBe(before)
  await page.getByRole('button', { name: 'Write 31 outlets' }).click()
  await page.getByText('31 outlets written.').waitFor()
  expect((await outletsOf(kopi.id)).length).toBe(before + 30)
  const { items } = (await admin('GET', `/admin/merchants/${kopi.id}/outlets?q=suria`)).body
  expect(items[0].addressLine).toBe('99 New Street')
  expectQuiet(visited, origin)
})
