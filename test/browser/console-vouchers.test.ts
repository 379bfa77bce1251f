import { readFileSync } from 'node:fs'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runCodeImports } from '../../src/domain/imports/write-codes.ts'
import { enterCatalogue, png } from './catalogue.ts'
import { openStaff } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
  PHONE,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, db, deps, origin, server } = browsing
const { kopi, bakery, free } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const person = await hire()
const owner = await hire({ role: 'merchant', merchantIds: [kopi.id] })

const voucherOf = async (id: string) => (await admin('GET', `/admin/vouchers/${id}`)).body
const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const picture = (buffer: Buffer) => ({ name: 'kopi.png', mimeType: 'image/png', buffer })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function makeVoucher(fields: object): Promise<string> {
  const { status, body } = await admin('POST', `/admin/merchants/${kopi.id}/vouchers`, fields)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Waits until the field has the focus, neither outside of the window nor behind the save bar. */
async function expectInFocus(page: Page, field: Locator): Promise<void> {
  await field.and(page.locator(':focus')).waitFor()
  const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {}
  const seen = `document.elementFromPoint(${x + width / 2}, ${y + height / 2}) === document.activeElement`
  expect(await page.evaluate(seen)).toBe(true)
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ ...DESK, width: 360 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
}

test('a merchant writes a voucher: markup by buttons, a picture, and limits read back as sentences', async () => {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}`)
  const { page } = visited
  await page.getByRole('link', { name: 'New voucher' }).click()
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).fill('Free kopi')
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).press('Home')
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('button', { name: 'Bold' }).click()
  expect(await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).inputValue()).toBe('{b}Free{/b} kopi')
  await page.getByTestId('title-seen').getByText('Free', { exact: true }).waitFor()
  await page.getByLabel('Description').fill('One hot kopi.')
  await page.locator('input[type=file]').setInputFiles(picture(png([0x6f, 0x3b, 0x1e])))
  await page.getByRole('img', { name: 'Picture' }).waitFor()
  await choose(page, 'Codes', 'From codes that you upload')
  await page.getByLabel('Times per user').fill('2')
  await choose(page, 'Limits reset', 'Every month')
  await page.getByLabel('Cap for all users').fill('500')
  await page.getByLabel('Ends').fill('2027-11-30T23:59')
  const limits = page.getByTestId('limits')
  await expect
    .poll(() => limits.textContent())
    .toBe('Each user: 2 a month. All users: 500 a month. Ends 30 Nov 2027, 23:59, Kuala Lumpur.')
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: 'Free kopi' }).waitFor()
  const id = idIn(page)
  expect(await voucherOf(id)).toMatchObject({
    status: 'DRAFT',
    title: '{b}Free{/b} kopi',
    codeSource: 'MANUAL',
    redemptionCount: 2,
    cycle: 'MONTHLY',
    globalRedemptionCap: 500,
    validUntil: '2027-11-30T15:59:00.000Z',
  })
  expectQuiet(visited, origin)
})

test('the merchant uploads codes, some of them wrong, and publishes: what is missing, then who is notified', async () => {
  const id = await makeVoucher({ title: 'Free kopi', codeSource: 'MANUAL', imagePath: free.imagePath })
  const visited = await visitAs(owner, `/console/vouchers/${id}`)
  const { page } = visited
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this voucher?' })
  await dialog.getByText('Missing: No code is available: upload codes').waitFor()
  await dialog.getByText('Done: It has a picture').waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Codes' }).click()
  await page.getByRole('button', { name: 'Check codes' }).click()
  await page.getByText('Choose a file or paste codes first.').waitFor()
  const long = 'x'.repeat(101)
  await page.getByLabel('Or paste codes, one per line').fill(`00417\n00418\n00417\n${long}\n=1+1`)
  await page.getByRole('button', { name: 'Check codes' }).click()
  await page.getByText('Result of the check. Nothing is added yet.').waitFor()
  await page.getByRole('cell', { name: 'is longer than 100 characters' }).waitFor()
  await page.getByTestId('pool').getByText('No codes yet').waitFor()
  await expectAccessibleInLightAndDark(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the report' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('Free kopi – code report.csv')
  expect(readFileSync(await file.path(), 'utf8').split('\r\n')).toEqual([
    '\ufeff"line","text","reason"',
    '3,"","is already in the pool, or appears twice"',
    `4,"${'x'.repeat(100)}","is longer than 100 characters"`,
    '',
  ])
  await page.getByRole('button', { name: 'Add 3 codes' }).click()
  await page.getByText('0 of 5 rows done.').waitFor()
  await runCodeImports(deps)
  await page.getByText('3 codes are added.').waitFor()
  await page.getByTestId('pool').getByText('3 of 3 codes left').waitFor()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByText('Done: Codes are available').waitFor()
  await dialog.getByText('Nobody is notified: no user has favorited Kopi Corner yet.').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('“Free kopi” is live.').waitFor()
  expect((await voucherOf(id)).status).toBe('PUBLISHED')
  expectQuiet(visited, origin)
})

test('a live voucher: fixed fields are locked and say why; unpublishing names the consequence', async () => {
  const id = await makeVoucher({ title: 'Iced kopi', imagePath: free.imagePath })
  await admin('POST', `/admin/vouchers/${id}/publish`)
  const { page } = await visitAs(owner, `/console/vouchers/${id}`)
  await page.getByText('Fixed since the first publication').first().waitFor()
  for (const field of ['Claiming', 'Codes', 'Limits reset']) {
    expect(await page.getByRole('combobox', { name: field }).getAttribute('readonly'), field).not.toBeNull()
  }
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Users who claimed it keep the claim but can’t redeem it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('“Iced kopi” is unpublished.').waitFor()
  expect((await voucherOf(id)).status).toBe('UNPUBLISHED')
})

test('bad input: the limits of the contract while typing, the service’s issues on their fields, nothing lost', async () => {
  const id = await makeVoucher({ title: 'Two for one' })
  const { page } = await visitAs(owner, `/console/vouchers/${id}`)
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).fill('{b}{/b}')
  await page.getByText('This doesn’t have the right form').waitFor()
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).fill('Two for one, today')
  await page.getByLabel('Times per user').fill('1001')
  await page.getByText('At most 1,000').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'menu.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await page.getByText('Choose a PNG, JPEG or WebP file.').waitFor()
  await page.locator('input[type=file]').setInputFiles(picture(Buffer.from('not a picture at all')))
  await page.getByText('This type of file isn’t accepted.').waitFor()
  await page.getByLabel('Only at some outlets').check()
  await save(page)
  await page.getByText('Required', { exact: true }).waitFor()
  const summary = page.getByRole('alert').filter({ hasText: 'Not saved.' })
  // The wrong fields are listed from top to bottom, and the first one has the focus.
  expect(await summary.getByRole('button').allTextContents()).toEqual(['Outlets', 'Times per user'])
  await expectInFocus(page, page.getByRole('combobox', { name: 'Outlets' }))
  await expectAccessibleInLightAndDark(page)
  await summary.getByRole('button', { name: 'Times per user' }).click()
  await expectInFocus(page, page.getByLabel('Times per user'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('3')
  expect(await summary.getByRole('button').allTextContents()).toEqual(['Outlets'])
  await page.getByRole('combobox', { name: 'Outlets' }).click()
  await page.getByRole('option', { name: 'Kopi Corner Suria' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Starts').fill('2027-05-02T10:00')
  await page.getByLabel('Ends').fill('2027-05-01T10:00')
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).press('Control+Enter')
  await page.getByText('must be after Starts').waitFor()
  await expectInFocus(page, page.getByLabel('Ends'))
  expect(await summary.getByRole('button').allTextContents()).toEqual(['Ends'])
  expect(await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).inputValue()).toBe('Two for one, today')
  // Clears only the day or the month, as somebody does who is about to type another one.
  await page.getByLabel('Ends').press('Backspace')
  await save(page)
  await page.getByText('This date is incomplete or doesn’t exist').waitFor()
  expect((await voucherOf(id)).version).toBe(1)
  await page.getByLabel('Ends').fill('2027-06-01T10:00')
  await save(page)
  await page.getByText('“Two for one, today” is saved.').waitFor()
  expect(await voucherOf(id)).toMatchObject({
    redemptionCount: 3,
    validFrom: '2027-05-02T02:00:00.000Z',
    validUntil: '2027-06-01T02:00:00.000Z',
    outletIds: [expect.any(String)],
  })
})

test('HTML in every field shows as text, and names of 200 characters fit 360 px', async () => {
  const html = '<img src=x onerror=alert(1)>'
  const name = `${html}${'W'.repeat(200 - html.length)}`
  const { body: merchant } = await admin('POST', '/admin/merchants', {
    name,
    slug: 'long-names',
    category: 'F_AND_B',
    timezone: 'Asia/Kuala_Lumpur',
  })
  const outlet = { name, addressLine: html, city: 'Ipoh', countryCode: 'MY' }
  const { body: created } = await admin('POST', `/admin/merchants/${merchant.id}/outlets`, outlet)
  const fields = {
    title: name,
    description: html,
    terms: html,
    codeSource: 'MANUAL',
    outletIds: [created.id],
  }
  const { body: voucher } = await admin('POST', `/admin/merchants/${merchant.id}/vouchers`, fields)
  const visited = await visitAs(person, `/console/vouchers/${voucher.id}`)
  const { page } = visited
  await page.getByRole('heading', { name: html }).waitFor()
  await page.getByText(name).nth(1).waitFor()
  await expectToFit(page)
  await page.getByRole('tab', { name: 'Codes' }).click()
  await page.getByLabel('Or paste codes, one per line').fill(`${html}\n${html}${'y'.repeat(100)}`)
  await page.getByRole('button', { name: 'Check codes' }).click()
  await page.getByRole('cell', { name: html }).waitFor()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog').getByText(html).first().waitFor()
  await expectToFit(page)
  await page.goto(`${origin}/console/merchants/${merchant.id}`)
  await page.getByRole('link', { name: html }).waitFor()
  await expectToFit(page)
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expectQuiet(visited, origin)
})

test('two editors: the dialog shows theirs and yours, and saves the choice', async () => {
  const id = await makeVoucher({ title: 'Kaya toast', redemptionCount: 1 })
  const { page } = await visitAs(owner, `/console/vouchers/${id}`)
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).fill('Kaya toast, mine')
  await admin('PATCH', `/admin/vouchers/${id}`, { title: 'Kaya toast, theirs', redemptionCount: 5 })
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  await dialog.getByText('Kaya toast, theirs').waitFor()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Save this choice' }).click()
  await page.getByText('“Kaya toast, mine” is saved.').waitFor()
  expect(await voucherOf(id)).toMatchObject({ title: 'Kaya toast, mine', redemptionCount: 5 })
})

test('texts in other languages: added, checked, saved and removed; an empty language is not saved', async () => {
  const id = await makeVoucher({ title: 'Free kopi', translations: { ta: { title: 'இலவச காபி' } } })
  const { page } = await visitAs(owner, `/console/vouchers/${id}`)
  const add = async (tag: string) => {
    await page.getByLabel('Language tag').fill(tag)
    await page.getByLabel('Language tag').press('Enter')
  }
  await add('klingon!')
  await page.getByText('This is not a language tag.').waitFor()
  await add('ta')
  await page.getByText('This language is already here.').waitFor()
  await add('zh-hans')
  await page.getByRole('heading', { name: 'Simplified Chinese (zh-Hans)' }).waitFor()
  await add('ms')
  const title = page.getByLabel('Title in Malay (ms)')
  await title.fill('x'.repeat(301))
  await page.getByText('At most 300 characters').waitFor()
  await title.fill('Kopi {b}percuma{/b}')
  await page.getByRole('button', { name: 'Remove Tamil (ta)' }).click()
  await expectAccessibleInLightAndDark(page)
  await save(page)
  await page.getByText('“Free kopi” is saved.').waitFor()
  expect((await voucherOf(id)).translations).toEqual({ ms: { title: 'Kopi {b}percuma{/b}' } })
  await title.fill('{b}{/b}')
  await save(page)
  await page.getByRole('alert').first().waitFor()
  expect((await voucherOf(id)).version).toBe(2)
})

test('unsaved changes are not published: the button says what to do first', async () => {
  const id = await makeVoucher({ title: 'Teh tarik' })
  const { page } = await visitAs(owner, `/console/vouchers/${id}`)
  await page.getByLabel('Terms').fill('One per table.')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.hover()
  await page.getByText('Save or discard your changes first.').waitFor()
  await publish.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('duplicate: the same fields as a new draft, without touching the original', async () => {
  const { page } = await visitAs(owner, `/console/vouchers/${free.id}`)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByText(`A copy of “${plainText(free.title)}”.`).waitFor()
  await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).fill('Free teh')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: 'Free teh' }).waitFor()
  const { title, imagePath, cycle, redemptionCount, status } = await voucherOf(idIn(page))
  expect({ title, imagePath, cycle, redemptionCount, status }).toEqual({
    title: 'Free teh',
    imagePath: free.imagePath,
    cycle: 'MONTHLY',
    redemptionCount: 2,
    status: 'DRAFT',
  })
  expect((await voucherOf(free.id)).title).toBe(free.title)
})

test('a code file of 10,000 lines, 37 of them wrong: after a cut upload it is started again; it survives leaving the page, a stopped worker and a reload; another person finds it', async () => {
  const id = await makeVoucher({ title: 'Kopi by code', codeSource: 'MANUAL' })
  const visited = await visitAs(owner, `/console/vouchers/${id}?tab=codes`)
  const { page } = visited
  const lines = Array.from({ length: 10_000 }, (_, n) => (n % 271 === 7 ? 'a,b' : `KOPI-${n}`))
  const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  const check = async () => {
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('Chosen file: codes.csv').waitFor()
    await page.getByRole('button', { name: 'Check codes' }).click()
    await page.getByText('27 more lines are in the report.').waitFor()
  }
  await check()
  await page.getByRole('link', { name: `← ${kopi.name}` }).click()
  await page.getByRole('link', { name: 'Kopi by code' }).click()
  await page.getByRole('tab', { name: 'Codes' }).click()
  let isCut = true
  server.server.prependListener('request', (request) => {
    if (isCut && request.method === 'POST' && request.url?.includes('code-imports'))
      request.once('data', () => request.socket.destroy())
  })
  await page.getByRole('button', { name: 'Add 9,963 codes' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Start over' }).click()
  isCut = false
  await check()
  await page.getByRole('button', { name: 'Add 9,963 codes' }).click()
  await page.getByText('0 of 10,000 rows done. You can leave this page: the import continues.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByTestId('pool').getByText('No codes yet').waitFor()

  // Half-way, the worker loses its database.
  await db.unsafe(`
    create function cut_off() returns trigger language plpgsql as $$
    begin
      if new.code = 'KOPI-5000' then raise exception 'cut off' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger cut_off before insert on voucher_codes for each row execute function cut_off()`)
  await expect(runCodeImports(deps)).rejects.toThrow('cut off')
  await db.unsafe('drop trigger cut_off on voucher_codes; drop function cut_off()')
  await page.getByText('4,000 of 10,000 rows done.').waitFor()
  await page.reload()
  await page.getByText('4,000 of 10,000 rows done.').waitFor()
  await runCodeImports(deps)
  await page.getByText('9,963 codes are added.').waitFor()
  await page.getByTestId('pool').getByText('9,963 of 9,963 codes left').waitFor()

  const other = await visitAs(await hire({ role: 'support' }), `/console/vouchers/${id}?tab=codes`)
  await other.page.getByText(`codes.csv, started by ${owner.name},`).waitFor()
  await other.page.getByText('9,963 codes are added.').waitFor()
  await expectAccessibleInLightAndDark(other.page)
  const saving = other.page.waitForEvent('download')
  await other.page.getByRole('button', { name: 'Download the report' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8').split('\r\n')).toHaveLength(39)
})

test('support can view a voucher but not change it; another merchant’s voucher is not found', async () => {
  const support = await hire({ role: 'support' })
  const { page } = await visitAs(support, `/console/vouchers/${free.id}`)
  await page.getByText('Your role can look at this but not change it.').waitFor()
  expect(await page.getByRole('textbox', { name: /^Title\b(?! in)/ }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /Publish|Save/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Duplicate' }).count()).toBe(0)
  const stranger = await hire({ role: 'merchant', merchantIds: [bakery.id] })
  const other = await visitAs(stranger, `/console/vouchers/${free.id}`, { viewport: PHONE })
  await other.page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
})
