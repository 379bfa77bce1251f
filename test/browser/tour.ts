import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from './staff.ts'

/** The first day of an operator, from the link of the start block to an entry of the audit log. */
export type Tour = {
  browser: Browser
  /** The link that the start block prints. */
  link: string
  /** Takes a screenshot of the page. */
  shoot?: (page: Page, name: string) => Promise<void>
}

const ISSUER = 'https://id.harbour.example'
const USER = 'customer-7041'
const PIN = '4821'
const MERCHANT = 'Lantern & Leaf'
const OUTLETS = [
  { name: 'Lantern & Leaf Riverside', address: '18 Jalan Tun Perak', position: '3.1489, 101.6953' },
  { name: 'Lantern & Leaf Station', address: '2 Jalan Stesen Sentral', position: '3.1343, 101.6863' },
]
const VOUCHER = 'Free pot of tea with any cake'
const CODES = Array.from({ length: 1000 }, (_, n) => `TEA-${String(n + 1).padStart(4, '0')}`)
const REASON = 'The customer was charged for the tea.'

const keys = generateKeyPairSync('ed25519')
const picture = (name: string) => ({
  name: `${name}.webp`,
  mimeType: 'image/webp',
  buffer: readFileSync(new URL(`../../src/demo/pictures/${name}.webp`, import.meta.url)),
})
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Returns the code that the user got. */
export async function walkTour({ browser, link, shoot = async () => {} }: Tour): Promise<string> {
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, locale: 'en-GB', timezoneId: 'Asia/Kuala_Lumpur' },
    reducedMotion: 'reduce',
  })
  await context.route(/^https:/, (route) => route.abort())
  const page = await context.newPage()
  await createSignIn(page, link, shoot)
  await onboardPartner(page, shoot)
  await createMerchant(page, shoot)
  for (const outlet of OUTLETS) await createOutlet(page, outlet)
  await page.getByRole('tab', { name: 'Outlets' }).click()
  await page.getByRole('row', { name: OUTLETS[0]?.name ?? '' }).waitFor()
  await shoot(page, 'outlets')
  await writeVoucher(page, shoot)
  await uploadCodes(page, shoot)
  await publish(page, shoot)
  const code = await redeem(browser, new URL(link).origin)
  await readStats(page, shoot)
  await openStatements(page, shoot)
  await findAndVoid(page, code, shoot)
  await openHistory(page, shoot)
  await openAudit(page, shoot)
  await context.close()
  return code
}

type Shoot = NonNullable<Tour['shoot']>

async function createSignIn(page: Page, link: string, shoot: Shoot): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: 'Create your sign-in' }).waitFor()
  await page.getByLabel('E-mail address').fill('operator@harbour.example')
  await page.getByLabel('Your name').fill('Operator')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await shoot(page, 'sign-in')
  await button(page, 'Create sign-in').click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.locator('.chart canvas').first().waitFor()
  await shoot(page, 'overview')
}

async function onboardPartner(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Partners')
  await follow(page, 'Onboard a partner')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Bank')
  await page.getByLabel('Shown name').fill('Harbour Rewards')
  await page.locator('input[type=file]').setInputFiles(picture('basil-and-barrow-logo'))
  await button(page, 'Replace logo').waitFor()
  await page.getByLabel('Accent color').fill('#0b6e8a')
  await page.getByLabel('Slug').fill('harbour-bank')
  await page.getByLabel('Token issuer').fill(ISSUER)
  await choose(page, 'Where the keys come from', 'A registered public key')
  const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await page.getByRole('textbox', { name: 'Public key', exact: true }).fill(pem)
  await page.frameLocator('iframe').getByText('Harbour Rewards').waitFor()
  await shoot(page, 'partner')
  await button(page, 'Create partner').click()
  await page.getByTestId('shown-once').waitFor()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByLabel('Token of a user').fill(await mintToken())
  await button(page, 'Check the token').click()
  await page.getByText('A request with this token is accepted').waitFor()
  await shoot(page, 'token-check')
}

async function createMerchant(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Merchants')
  await follow(page, 'New merchant')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(MERCHANT)
  await page.getByLabel('Slug').fill('lantern-leaf')
  await choose(page, 'Category', 'Food & Drink')
  await page.getByLabel('Description').fill('A tea house in an old arcade by the river.')
  const files = page.locator('input[type=file]')
  await files.nth(0).setInputFiles(picture('sparrow-and-saucer-logo'))
  await files.nth(1).setInputFiles(picture('sparrow-and-saucer-banner'))
  await page.frameLocator('iframe').locator('.banner img').waitFor()
  await shoot(page, 'merchant')
  await button(page, 'Create merchant').click()
  await page.getByRole('heading', { name: MERCHANT }).waitFor()
}

async function createOutlet(page: Page, outlet: (typeof OUTLETS)[number]): Promise<void> {
  await page.getByRole('tab', { name: 'Outlets' }).click()
  await follow(page, 'New outlet')
  await page.getByLabel('Name').fill(outlet.name)
  await page.getByLabel('Address line').fill(outlet.address)
  await page.getByLabel('City').fill('Kuala Lumpur')
  await page.getByLabel('Country').fill('MY')
  await page.getByRole('textbox', { name: 'Position' }).fill(outlet.position)
  await button(page, 'Create outlet').click()
  await page.getByRole('heading', { name: outlet.name }).waitFor()
  await button(page, 'Choose a PIN').click()
  const boxes = page.getByRole('dialog').getByRole('textbox')
  for (const [index, digit] of [...PIN].entries()) await boxes.nth(index).fill(digit)
  await button(page, 'Set PIN').click()
  await page.getByTestId('pin').waitFor()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('A PIN is set.').waitFor()
  await page.getByRole('link', { name: `← ${MERCHANT}` }).click()
  await page
    .getByRole('link', { name: outlet.name })
    .or(page.getByRole('tab', { name: 'Outlets' }))
    .first()
    .waitFor()
}

async function writeVoucher(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('tab', { name: 'Vouchers' }).click()
  await follow(page, 'New voucher')
  const title = page.getByRole('textbox', { name: /^Title\b(?! in)/ })
  await title.fill(VOUCHER)
  await title.press('Home')
  for (let letter = 0; letter < 'Free'.length; letter += 1) await page.keyboard.press('Shift+ArrowRight')
  await button(page, 'Bold').click()
  await page.getByLabel('Description').fill('Choose any of our six loose-leaf teas.')
  await page.getByLabel('Terms').fill('Dine-in only. One per table.')
  await page.locator('input[type=file]').setInputFiles(picture('teapot'))
  await choose(page, 'Codes', 'From codes that you upload')
  await page.getByLabel('Times per user').fill('2')
  await choose(page, 'Limits reset', 'Every month')
  await page.getByLabel('Amount').fill('8.50')
  await page.getByRole('combobox', { name: 'Currency' }).fill('MYR')
  await page.getByRole('option', { name: /^MYR/ }).click()
  const phone = page.frameLocator('iframe')
  await phone.locator('.voucher h2 strong', { hasText: 'Free' }).waitFor()
  await phone.locator('.voucher .picture img').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await shoot(page, 'voucher')
  await button(page, 'Create draft').click()
  await page.getByRole('heading', { name: VOUCHER }).waitFor()
}

async function uploadCodes(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('tab', { name: 'Codes' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Codes' })
  await panel.locator('input[type=file]').setInputFiles({
    ...{ name: 'tea-codes.csv', mimeType: 'text/csv', buffer: Buffer.from(CODES.join('\n')) },
  })
  await button(page, 'Check codes').click()
  await button(page, 'Add 1,000 codes').click()
  await page.getByText('1,000 codes are added.').first().waitFor()
  await page.getByTestId('pool').getByText('1,000 of 1,000 codes left').waitFor()
  await shoot(page, 'codes')
}

async function publish(page: Page, shoot: Shoot): Promise<void> {
  await button(page, 'Publish').click()
  const dialog = page.getByRole('dialog', { name: 'Publish this voucher?' })
  await dialog.getByText('Done: Codes are available').waitFor()
  await shoot(page, 'publish')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(`“${VOUCHER}” is live.`).waitFor()
}

/** Redeems as a user of the partner's app, at the counter of the first outlet. */
async function redeem(browser: Browser, origin: string): Promise<string> {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' },
    ...{ reducedMotion: 'reduce', permissions: ['geolocation'] },
    geolocation: { latitude: 3.149, longitude: 101.6953, accuracy: 10 },
  })
  await context.route(/^https:/, (route) => route.abort())
  const phone = await context.newPage()
  await phone.goto(`${origin}/app/#token=${await mintToken()}`)
  await phone.getByRole('searchbox').fill('lantern')
  await button(phone, MERCHANT).last().click()
  await button(phone, 'Claim').click()
  await button(phone, 'Redeem').click()
  // The position also chooses the outlet.
  await button(phone, 'Use my location').click()
  await phone.getByRole('heading', { name: 'Hand your phone to the staff' }).waitFor()
  for (const digit of PIN) await button(phone, digit).click()
  await phone.getByRole('heading', { name: 'Redeemed' }).waitFor()
  const code = (await phone.locator('.code').textContent()) ?? ''
  await context.close()
  return code
}

async function readStats(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Overview')
  const table = page.getByRole('region', { name: 'By outlet' })
  await table.getByRole('row', { name: OUTLETS[0]?.name ?? '' }).waitFor()
  await table.scrollIntoViewIfNeeded()
  await shoot(page, 'stats')
}

async function openStatements(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Statements')
  await button(page, 'Next month').click()
  await page.getByRole('region', { name: 'Totals' }).getByText('MYR 8.50').waitFor()
  await shoot(page, 'statements')
}

async function findAndVoid(page: Page, code: string, shoot: Shoot): Promise<void> {
  await follow(page, 'Look-up')
  await page.getByRole('searchbox', { name: /Search for a user/ }).fill(code)
  const found = page.getByRole('region', { name: 'Redemptions' }).getByRole('link', { name: VOUCHER })
  await found.waitFor()
  await shoot(page, 'look-up')
  await found.click()
  await button(page, 'Void').click()
  const dialog = page.getByRole('dialog', { name: 'Void this redemption?' })
  await dialog.getByLabel('Reason').fill(REASON)
  await shoot(page, 'void')
  await dialog.getByRole('button', { name: 'Void redemption' }).click()
  await page.getByText(`The redemption of “${VOUCHER}” is voided.`).waitFor()
}

async function openHistory(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Vouchers')
  await follow(page, VOUCHER)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('tabpanel', { name: 'History' }).getByText('Operator').first().waitFor()
  await shoot(page, 'history')
}

async function openAudit(page: Page, shoot: Shoot): Promise<void> {
  await follow(page, 'Audit')
  await page.getByRole('row', { name: /Operator.*Voided/ }).waitFor()
  await page
    .getByRole('row', { name: /Operator.*Published/ })
    .first()
    .waitFor()
  await shoot(page, 'audit')
}

function mintToken(): Promise<string> {
  return new SignJWT({ displayName: 'Mei' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(ISSUER)
    .setSubject(USER)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.privateKey)
}
