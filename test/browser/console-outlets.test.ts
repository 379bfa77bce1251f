import { readFileSync } from 'node:fs'
import { writeHours } from '@counterfoil/contract/hours-text.ts'
import { expect, test } from 'vitest'
import { runOutletImports } from '../../src/domain/imports/write-outlets.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff, PASSWORD } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, db, deps, origin, server } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const owner = await hire({ role: 'merchant', merchantIds: [kopi.id] })
const outletsOf = async (id: string) => (await admin('GET', `/admin/merchants/${id}/outlets`)).body.items

test('a merchant creates an outlet from a map link, generates its PIN, and sees it once', async () => {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}?tab=outlets`)
  const { page } = visited
  await page.getByRole('link', { name: 'New outlet' }).click()
  await page.getByLabel('Name').fill('Kopi Corner Bangsar')
  await page.getByLabel('Address line').fill('5 Jalan Telawi')
  await page.getByLabel('City').fill('Kuala Lumpur')
  await page.getByLabel('Country').fill('Malaysia')
  await page.getByText('Must be two letters').waitFor()
  await page.getByLabel('Country').fill('MY')
  await page.getByRole('textbox', { name: 'Position' }).fill('somewhere near the market')
  await page.getByText('No position found.').waitFor()
  await page
    .getByRole('textbox', { name: 'Position' })
    .fill('https://www.google.com/maps/@3.1319,101.6711,17z')
  await page.getByText('Latitude 3.1319, longitude 101.6711').waitFor()
  await page.getByRole('button', { name: 'Add opening hours' }).click()
  await page.getByLabel('Monday, closes').fill('2130')
  await page.getByRole('button', { name: 'Copy Monday to all days' }).click()
  await page.getByRole('button', { name: 'Remove 09:00-21:30 on Sunday' }).click()
  await page.getByRole('button', { name: 'Add a date' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2026-12-25')
  await page.getByLabel('Note', { exact: true }).fill('Christmas')
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Create outlet' }).click()
  await page.getByRole('heading', { name: 'Kopi Corner Bangsar' }).waitFor()
  await page.getByRole('button', { name: 'Generate a PIN' }).click()
  const pin = (await page.getByTestId('pin').textContent()) ?? ''
  expect(pin).toMatch(/^[0-9]{4}$/)
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('A PIN is set. Nobody can read it, only replace it.').waitFor()
  expect(await page.getByText(pin, { exact: true }).count()).toBe(0)
  expect((await outletsOf(kopi.id))[0]).toMatchObject({ latitude: 3.1319, longitude: 101.6711, hasPin: true })
  await page.getByLabel('Tuesday, closes').fill('9')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must differ from opens: TU 09:00-09:00').waitFor()
  await page.getByLabel('Tuesday, closes').fill('24:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Kopi Corner Bangsar” is saved.').waitFor()
  expect(writeHours((await outletsOf(kopi.id))[0].openingHours)).toBe(
    'Mo 09:00-21:30; Tu 09:00-24:00; We-Sa 09:00-21:30; 2026-12-25 closed "Christmas"',
  )
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
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Kopi Corner Suria” is saved.').waitFor()
  await page.getByRole('button', { name: 'Remove PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove PIN' }).click()
  await page.getByText('“Kopi Corner Suria” has no PIN now.').waitFor()
  const { body } = await admin('GET', `/admin/outlets/${outlet.id}`)
  expect(body).toMatchObject({ hasPin: false, addressFull: 'Level 2, Suria KLCC, Kuala Lumpur' })
})

test('support can view an outlet but not change it; 360 px is wide enough', async () => {
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
  const other = await hire({ role: 'merchant', merchantIds: [bakery.id] })
  const { page } = await visitAs(other, `/console/outlets/${outlet.id}`)
  await page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
})

async function openImport() {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}?tab=outlets`)
  await visited.page.getByRole('link', { name: 'Import CSV' }).click()
  const choose = (csv: string[]) =>
    visited.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'outlets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) })
  const stored = async () => (await db`select from outlets where merchant_id = ${kopi.id}`).count
  return { visited, page: visited.page, choose, stored }
}

test('CSV import: the preview marks each row before anything is written, then the right rows are written', async () => {
  const { visited, page, choose, stored } = await openImport()
  const before = await stored()
  await choose(['name,adress', 'A,B'])
  await page.getByRole('alert').getByText('is not a known column').waitFor()
  await choose([
    'name;addressLine;city;countryCode',
    'Kopi Corner Suria;99 New Street;Kuala Lumpur;MY',
    '',
    ...Array.from({ length: 30 }, (_, index) => `Kiosk ${index};1 Market Street;Ipoh;MY`),
    'Broken;;Ipoh;Malaysia',
  ])
  await page.getByText('30 new, 1 changed, 0 same, 1 wrong.').waitFor()
  const broken = page.getByRole('row', { name: /Broken/ })
  await broken.getByText('Address line: is required.').waitFor()
  await broken.getByText('34', { exact: true }).waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(await stored()).toBe(before)
  await page.getByRole('button', { name: 'Write 31 outlets, leave out 1' }).click()
  await page.getByText('0 of 32 rows done. You can leave this page: the import continues.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await runOutletImports(deps)
  await page.getByText('31 outlets written. 1 wrong row was left out.').waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(await stored()).toBe(before + 30)
  const { items } = (await admin('GET', `/admin/merchants/${kopi.id}/outlets?q=suria`)).body
  expect(items[0].addressLine).toBe('99 New Street')
  expectQuiet(visited, origin)
})

/** Writes some batches of the import and stops, as a worker that is shut down does. */
async function writeSomeRows(stored: () => Promise<number>, before: number) {
  const stopping = new AbortController()
  const running = runOutletImports(deps, stopping.signal)
  await expect.poll(stored, { timeout: 30_000 }).toBeGreaterThan(before)
  stopping.abort()
  await running
}

test('CSV import of 3,000 rows, 12 of them wrong: after a cut upload it is started again; it survives leaving the page, a stopped worker and a reload; another person finds it', async () => {
  const { page, choose, stored } = await openImport()
  const before = await stored()
  const isWrong = (place: number) => place % 271 === 7
  const rows = Array.from(
    { length: 3_000 },
    (_, place) => `Stall ${place},Row ${place},Ipoh,${isWrong(place) ? 'MYS' : 'MY'}`,
  )
  let isCut = true
  server.server.prependListener('request', (request) => {
    if (isCut && request.method === 'POST' && request.url?.includes('import'))
      request.once('data', () => request.socket.destroy())
  })
  await choose(['name,addressLine,city,countryCode', ...rows])
  await page.getByRole('alert').getByText('Nothing was written.').waitFor()
  isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('2,988 new, 0 changed, 0 same, 12 wrong.').waitFor({ timeout: 60_000 })
  await page.getByText('The first 200 of 3,000 rows, wrong ones first.').waitFor()
  isCut = true
  await page.getByRole('button', { name: 'Write 2,988 outlets, leave out 12' }).click()
  await page.getByRole('alert').getByText('Nothing was written.').waitFor()
  isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Write 2,988 outlets, leave out 12' }).click({ timeout: 60_000 })
  await page.getByText('0 of 3,000 rows done.').waitFor({ timeout: 60_000 })
  expect(await stored()).toBe(before)

  await page.getByRole('link', { name: '← Outlets' }).click()
  await page.getByText('An import is running. 0 of 3,000 rows done.').waitFor()
  await writeSomeRows(stored, before)
  const [half] = (await admin('GET', `/admin/merchants/${kopi.id}/outlet-imports`)).body.items
  expect([half.state, half.written]).toEqual(['RUNNING', (await stored()) - before])
  expect(half.done).toBeLessThan(3_000)
  const progress = `${half.done.toLocaleString('en')} of 3,000 rows done.`
  await page.getByText(`An import is running. ${progress}`).waitFor()
  await page.getByRole('link', { name: 'Show the import' }).click()
  await page.getByText(progress).waitFor()
  await page.reload()
  await page.getByText(progress).waitFor()

  await runOutletImports(deps)
  const result = '2,988 outlets written. 12 wrong rows were left out.'
  await page.getByText(result).waitFor()
  expect(await stored()).toBe(before + 2988)
  const other = await visitAs(await hire(), `/console/merchants/${kopi.id}/outlets/import`)
  await other.page.getByText(result).waitFor()
  await other.page.getByText(`outlets.csv, started by ${owner.name},`).waitFor()
  const download = other.page.waitForEvent('download')
  await other.page.getByRole('button', { name: 'Wrong rows as CSV' }).click()
  const report = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(report).toHaveLength(13)
  expect(report[1]).toContain('"Stall 7","Country: ')
}, 240_000)

test('PINs for all outlets of the search: their number is named first, each is shown once, with cards to print', async () => {
  const shop = (
    await admin('POST', '/admin/merchants', { slug: 'pin-shop', name: 'PIN Shop', category: 'F_AND_B' })
  ).body
  for (const [place, name] of ['Harbor North', 'Harbor South', 'Inland'].entries()) {
    const address = { addressLine: `${place} Quay`, city: 'Ipoh', countryCode: 'MY' }
    const pin = place === 0 ? { pin: '4821' } : {}
    await admin('POST', `/admin/merchants/${shop.id}/outlets`, { name, ...address, ...pin })
  }
  const seller = await hire({ role: 'merchant', merchantIds: [shop.id] })
  const visited = await visitAs(seller, `/console/merchants/${shop.id}?tab=outlets&q=harbor`)
  const { page } = visited
  await page.getByRole('button', { name: 'Generate PINs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate PINs' })
  await dialog.getByText('1 outlet gets a new PIN. No PIN is replaced.').waitFor()
  await dialog.getByRole('radio', { name: 'All outlets that match the search (2)' }).check()
  await dialog.getByText('2 outlets get a new PIN. 1 PIN stops working at once.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await db`update staff_sessions set proved_at = null where staff_id = ${seller.id}`
  await dialog.getByRole('button', { name: 'Generate 2 PINs' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const shown = page.getByRole('dialog', { name: '2 new PINs' })
  await shown.getByRole('cell').first().waitFor()
  const pins = (await shown.getByRole('cell').allTextContents()).filter((cell) => /^\d{4}$/.test(cell))
  expect(pins).toHaveLength(2)
  await expectAccessibleInLightAndDark(page)
  await page.emulateMedia({ media: 'print' })
  const cards = await page.locator('.pin-card').allInnerTexts()
  expect(cards.map((card) => /Harbor/.test(card) && pins.some((pin) => card.includes(pin)))).toEqual([
    true,
    true,
  ])
  expect(await page.locator('.pin-card').first().isVisible()).toBe(true)
  await expectAccessible(page)
  expect(await shown.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  const { items } = (await admin('GET', `/admin/merchants/${shop.id}/outlets`)).body
  expect(items.filter(({ hasPin }: { hasPin: boolean }) => hasPin)).toHaveLength(2)
  expectQuiet(visited, origin)
})

test('a merchant lets an outlet take codes, connects a device by its link, and revokes it', async () => {
  const { body: outlet } = await admin('POST', `/admin/merchants/${kopi.id}/outlets`, {
    ...{ name: 'Kopi Corner Penang', addressLine: '1 Beach Street', city: 'George Town', countryCode: 'MY' },
  })
  const visited = await visitAs(owner, `/console/outlets/${outlet.id}`)
  const { page } = visited
  await page.getByRole('combobox', { name: 'Redeem by' }).click()
  await page.getByRole('option', { name: 'PIN or code' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No device yet.').waitFor()
  await page.getByRole('button', { name: 'Add a device' }).click()
  await page.getByLabel('Name, such as “Tablet at the till”').fill('Till 1')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
  expect(await page.getByTestId('shown-once').textContent()).toMatch(/\/counter\/#device=[\w-]{43}$/)
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('Waiting for its link to be opened').waitFor()
  await page.getByRole('button', { name: 'Revoke Till 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No device yet.').waitFor()
  expectQuiet(visited, origin)
})
