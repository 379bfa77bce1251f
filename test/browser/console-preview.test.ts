import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { grayPng } from '../support/pictures.ts'
import { onboard } from '../support/signing.ts'
import { enterCatalogue, png } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessible, expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi, free } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const person = await hire()
const owner = await hire({ role: 'merchant', merchantIds: [kopi.id] })

const HTML = '<img src=x onerror=alert(1)>'
const phoneOf = (page: Page): FrameLocator => page.frameLocator('iframe')
const titleOf = (page: Page) => page.getByRole('textbox', { name: /^Title\b(?! in)/ })
const choose = (page: Page, screen: string) => page.getByText(screen, { exact: true }).last().click()
/** Requests that a user's app would send. The phone preview must send none: its data comes from the form. */
const consumerRequests = (requested: string[]) =>
  requested.filter((url) => /^\/(merchants|vouchers|me|branding|categories)\b/.test(new URL(url).pathname))

test('the voucher editor: a title with markup is on the phone as it is typed, on the voucher and on the card', async () => {
  const visited = await visitAs(owner, `/console/merchants/${kopi.id}/vouchers/new`)
  const { page } = visited
  const phone = phoneOf(page)
  await phone.getByRole('heading', { name: 'Title of the voucher', includeHidden: true }).waitFor()
  await titleOf(page).pressSequentially('{b}Free{/b} kopi, {s}RM 6{/s}')
  await phone.locator('.voucher h2', { hasText: 'Free kopi, RM 6' }).waitFor()
  expect(await phone.locator('.voucher h2 .b, .voucher h2 b, .voucher h2 strong').first().textContent()).toBe(
    'Free',
  )
  await page.getByLabel('Description').fill('One hot kopi.')
  await page.getByLabel('Terms').fill('Dine-in only.')
  await phone.getByText('One hot kopi.').waitFor()
  await phone.getByText('Dine-in only.').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'kopi.png',
    mimeType: 'image/png',
    buffer: png([0x6f, 0x3b, 0x1e]),
  })
  await phone.locator('.voucher .picture img[src^="/uploads/"]').waitFor()
  await page.getByLabel('Times per user').fill('2')
  await phone.getByText('2 of 2 left').waitFor()
  await page.getByLabel('Ends').fill('2999-11-30T23:59')
  await phone.getByText(/30 November 2999|30 Nov 2999/).waitFor()
  await phone.getByText('Kopi Corner Suria').waitFor()
  await choose(page, 'Card')
  await phone.locator('.card.merchant', { hasText: 'Free kopi, RM 6' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(consumerRequests(visited.requested)).toEqual([])
  expectQuiet(visited, origin)
})

test('HTML in every field is text on the phone, and the phone fits 360 px', async () => {
  const { body: merchant } = await admin('POST', '/admin/merchants', {
    name: HTML,
    slug: 'html-names',
    category: 'F_AND_B',
    description: HTML,
  })
  const outlet = { name: HTML, addressLine: HTML, city: HTML, countryCode: 'MY' }
  await admin('POST', `/admin/merchants/${merchant.id}/outlets`, outlet)
  const visited = await visitAs(person, `/console/merchants/${merchant.id}/vouchers/new`)
  const { page } = visited
  await titleOf(page).fill(`{b}${HTML}{/b}`)
  await page.getByLabel('Description').fill(HTML)
  await page.getByLabel('Terms').fill(HTML)
  const phone = phoneOf(page)
  // The merchant's name, the title, description and terms, and an outlet with its address.
  await expect.poll(() => phone.getByText(HTML).count()).toBeGreaterThanOrEqual(6)
  await choose(page, 'Card')
  await phone.locator('.card.merchant', { hasText: HTML }).waitFor()
  expect(await phone.locator('img[src=x]').count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.goto(`${origin}/console/merchants/${merchant.id}?tab=profile`)
  await expect.poll(() => phone.getByText(HTML).count()).toBeGreaterThanOrEqual(3)
  expect(await phone.locator('img[src=x]').count()).toBe(0)
  expectQuiet(visited, origin)
})

test('the languages of a voucher: the phone shows the chosen one, from right to left in Arabic', async () => {
  await admin('PATCH', `/admin/vouchers/${free.id}`, {
    translations: { ar: { title: 'قهوة {b}مجانية{/b}' } },
  })
  const { page } = await visitAs(owner, `/console/vouchers/${free.id}`)
  const phone = phoneOf(page)
  await phone.locator('.voucher h2', { hasText: 'Free kopi' }).waitFor()
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('ar')
  await phone.locator('.voucher h2', { hasText: 'قهوة مجانية' }).waitFor()
  await phone.locator('html[dir=rtl]').waitFor({ state: 'attached' })
})

test('a merchant’s page: its live vouchers, the chosen top voucher on its card, and its texts in other languages', async () => {
  const market = openMarket(admin)
  const shop = await market.shop({ name: 'Roti House' })
  const first = await market.offer(shop.id, { title: 'Free roti' })
  await market.offer(shop.id, { title: 'Half price teh' })
  await market.draft(shop.id, { title: 'Not published' })
  const visited = await visitAs(person, `/console/merchants/${shop.id}?tab=profile`)
  const { page } = visited
  const phone = phoneOf(page)
  await phone.getByText('Free roti').waitFor()
  await phone.getByText('Half price teh').waitFor()
  expect(await phone.getByText('Not published').count()).toBe(0)
  await choose(page, 'Card')
  await phone.locator('.card.merchant', { hasText: 'Half price teh' }).waitFor()
  await page.getByRole('combobox', { name: 'Top voucher' }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Half price teh', 'Free roti'])
  await page.getByRole('option', { name: 'Free roti' }).click()
  await phone.locator('.card.merchant', { hasText: 'Free roti' }).waitFor()
  await page.getByLabel('Language tag').fill('ms')
  await page.getByRole('button', { name: 'Add language' }).click()
  await page.getByLabel('Name in Malay (ms)').fill('Rumah Roti')
  await page.getByLabel('Description in Malay (ms)').fill('Roti segar.')
  await page.getByLabel('Language', { exact: true }).selectOption('ms')
  await choose(page, 'Merchant')
  await phone.getByText('Rumah Roti').first().waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Roti House” is saved.').waitFor()
  expect((await admin('GET', `/admin/merchants/${shop.id}`)).body).toMatchObject({
    topVoucherId: first.id,
    translations: { ms: { name: 'Rumah Roti', description: 'Roti segar.' } },
  })
  expectQuiet(visited, origin)
})

test('the phone preview is inert: nothing in it takes the focus or a tap', async () => {
  const { page } = await visitAs(owner, `/console/vouchers/${free.id}`)
  const phone = phoneOf(page)
  await phone.getByText('Claim', { exact: true }).waitFor()
  await titleOf(page).focus()
  await choose(page, 'Card')
  await choose(page, 'Voucher')
  await titleOf(page).press('End')
  await page.keyboard.type('!')
  expect(await titleOf(page).inputValue()).toMatch(/!$/)
  await phone.locator('.voucher h2', { hasText: '!' }).waitFor()
})

test('the partner’s brand: name, color and logo on the phone; a color without contrast is not used for text', async () => {
  const { id } = await onboard(admin, { slug: 'acme-pay', logoPath: 'https://img.example.com/old.png' })
  const visited = await visitAs(person, `/console/partners/${id}?tab=profile`)
  const { page } = visited
  const phone = phoneOf(page)
  await page.getByLabel('Shown name').fill('Acme Rewards & Co')
  await phone.locator('.brand', { hasText: 'Acme Rewards & Co' }).waitFor()
  const accent = () =>
    phone
      .locator('html')
      .evaluate((html) => (html as unknown as { style: { cssText: string } }).style.cssText)
  await page.getByLabel('Accent color').fill('#ffee00')
  await expect.poll(accent).toContain('--brand: #ffee00')
  expect(await accent()).toContain('--accent: #ffee00')
  expect(await accent()).not.toContain('--accent-ink: #ffee00')
  await page.getByText('On light: text in #').waitFor()
  await page.getByLabel('Accent color').fill('#0a7d4b')
  await expect.poll(accent).toContain('--accent: #0a7d4b')
  await page.getByLabel('Accent color').fill('#0a7')
  await expect.poll(accent).toBe('')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: grayPng(96, 96) })
  await phone.locator('.brand img[src*="/uploads/"]').waitFor()
  await expectAccessibleInLightAndDark(page)
  expectQuiet(visited, origin)
})
