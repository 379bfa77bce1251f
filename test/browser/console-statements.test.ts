import { expect, test } from 'vitest'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, clock, origin } = browsing
const { hire, visitAs } = openStaff(browsing)

const bank = await onboardIssuer(browsing, { name: 'بنك الشرق' })
const kopi = await openTill(browsing, { name: 'Kopi Corner', timezone: 'Asia/Kuala_Lumpur' })
const visitor = visitorsOf(browsing, bank)
const WITHOUT_LOCATION = { consumerLat: undefined, consumerLng: undefined }
const offer = (title: string, amount: string, currency: string) =>
  kopi.offer({ title, redemptionCount: 100, redemptionValue: { amount, currency } })
const redeem = async (name: string, voucherId: string, changes = {}) =>
  (await kopi.redeem(visitor(name), voucherId, changes)).body.id as string

/** October: two coffees of 5.00, one of them voided, and a flagged tea of 900 yen. */
clock.now = new Date('2026-10-10T04:00:00Z')
const coffee = await offer('Free {b}kopi{/b}', '5.00', 'MYR')
const tea = await offer('Tea', '900', 'JPY')
const [kept, voided] = [await redeem('mei', coffee.id), await redeem('ali', coffee.id)]
await redeem('mei', tea.id, WITHOUT_LOCATION)
await admin('POST', `/admin/redemptions/${voided}/void`, { reason: 'By mistake.' })
clock.now = new Date('2026-11-16T04:00:00Z')
await redeem('siti', coffee.id)

const boss = await hire()
const OCTOBER = '/console/statements?month=2026-10'

test('admin: the value of a voucher, the month, each number with its rows, the close and its adjustment', async () => {
  const visited = await visitAs(boss, `/console/vouchers/${tea.id}`)
  const { page } = visited
  await page.getByLabel('Amount').fill('9.999')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved. Check this field:').waitFor()
  await page.getByLabel('Amount').fill('950')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Tea” is saved.').waitFor()

  await page.goto(origin + OCTOBER)
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByText('MYR 5.00').waitFor()
  await totals.getByText('JPY 900').waitFor()
  await page.getByText('1 flagged redemption has no review yet.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('link', { name: 'Voided: Free kopi: 1' }).click()
  await page.getByText('Value: MYR 5.00').waitFor()
  await page.getByRole('row', { name: /Free kopi.*Voided/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.goBack()
  await page.getByRole('button', { name: 'Close the month' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close October 2026?' })
  await dialog.getByText('are frozen and get their numbers').waitFor()
  await dialog.getByRole('button', { name: 'Close the month' }).click()
  await page
    .getByText('October 2026 is closed: 1 statement. 1 redemption had no review at the close.')
    .waitFor()
  await page.getByText('These numbers never change.').waitFor()
  expect(await page.getByRole('button', { name: 'Close the month' }).count()).toBe(0)

  await admin('POST', `/admin/redemptions/${kept}/void`, { reason: 'Later.' })
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('link', { name: 'Adjustments: Free kopi: -1' }).click()
  await page.getByRole('row', { name: /October 2026.*Voided after the close.*-1.*MYR 5.00/ }).waitFor()
  await page.getByRole('link', { name: kept }).click()
  await page.getByText('Statement of').waitFor()
  expectQuiet(visited, origin)
})

test('paper: letterhead, period, number, rows and sums, and nothing of the console around it', async () => {
  await admin('POST', '/admin/statements/2026-10/close')
  const { page } = await visitAs(boss, '/console/settings')
  await page.getByLabel('Name of the issuer').fill('Acme Vouchers Sdn Bhd')
  await page.getByLabel('Address').fill('12 Jalan Ampang\n50450 Kuala Lumpur')
  await page.getByLabel('Close the month on day').fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByText('The settings of statements are saved.').waitFor()
  await page.goto(`${origin}/console/statements/paper?month=2026-10`)
  const paper = page.getByRole('article', { name: 'Statement no. 1' })
  for (const text of ['Acme Vouchers Sdn Bhd', '50450 Kuala Lumpur', 'بنك الشرق'])
    await paper.getByText(text).waitFor()
  await paper.getByText('1 October 2026 to 31 October 2026 (Asia/Kuala_Lumpur)').waitFor()
  expect(await paper.getByRole('row', { name: /Sum/ }).allTextContents()).toEqual([
    'Sum JPY1JPY 900',
    'Sum MYR1MYR 5.00',
  ])
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect((await page.pdf({ preferCSSPageSize: true })).byteLength).toBeGreaterThan(10_000)
})

test('paper in Arabic: read from the right, with amounts in one order and the number of the page at the left', async () => {
  const reader = await hire({ language: 'ar', role: 'viewer' })
  const { page } = await visitAs(reader, '/console/statements/paper?month=2026-11')
  const sum = page.getByRole('article').getByRole('row', { name: /^المجموع/ })
  await sum.waitFor()
  const [[first, last], amount, named] = await Promise.all([
    sum
      .locator('th, td')
      .evaluateAll((cells) =>
        [cells.at(0), cells.at(-1)].map((cell) => cell?.getBoundingClientRect().x ?? 0),
      ),
    sum.locator('td').last().textContent(),
    page.evaluate('getComputedStyle(document.body).page'),
  ])
  expect(first).toBeGreaterThan(last ?? 0)
  expect(amount).toMatch(/^\u2066-?\d+\.\d\d MYR\u2069$/)
  await page.emulateMedia({ media: 'print' })
  expect([named, await page.evaluate('getComputedStyle(document.body).page')]).toEqual([
    'auto',
    'statement-from-right',
  ])
})

test('merchant and partner: their own statements on a phone; nobody of them closes a month or writes a value', async () => {
  const people = [
    await hire({ role: 'merchant', merchantIds: [kopi.merchant.id] }),
    await hire({ role: 'partner', partnerId: bank.id }),
  ]
  for (const person of people) {
    const { page } = await visitAs(person, OCTOBER, { viewport: PHONE })
    await page.getByRole('region', { name: 'Totals' }).getByText('MYR 5.00').waitFor()
    expect(await page.getByRole('button', { name: 'Close the month' }).count()).toBe(0)
    expect(await page.getByRole('combobox').count()).toBe(0)
    await expectAccessibleInLightAndDark(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  }
  const { page } = await visitAs(people[0] as (typeof people)[0], `/console/vouchers/${coffee.id}`)
  await page.getByText('Only an admin can change it.').waitFor()
  expect(await page.getByLabel('Amount').getAttribute('readonly')).not.toBeNull()
})
