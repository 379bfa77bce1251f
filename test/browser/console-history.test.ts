import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing, PHONE } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin } = browsing
const { kopi, free } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const aina = await hire({ name: 'Aina Rahman' })
const owner = await hire({ role: 'merchant', merchantIds: [kopi.id], name: 'Siti' })
const path = `/admin/vouchers/${free.id}`
const own = { origin, host: new URL(origin).host }
const changeAs = async ({ cookie: { name, value } }: typeof aina, changes: object) => {
  const { status } = await as(undefined)('PATCH', path, changes, { cookie: `${name}=${value}`, ...own })
  expect(status).toBe(200)
}
await changeAs(aina, { globalRedemptionCap: 500 })
await changeAs(aina, { globalRedemptionCap: 300 })
await changeAs(owner, { terms: 'Dine-in only. One per table. Not with other offers.' })

test('a voucher has a history with names and words; a merchant reads Operator for others', async () => {
  const visited = await visitAs(owner, `/console/vouchers/${free.id}`, { viewport: PHONE })
  const { page } = visited
  await page.getByRole('tab', { name: 'History' }).click()
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await entries.first().waitFor()
  expect(await entries.allTextContents()).toEqual([
    expect.stringMatching(/^Terms added.*Siti \(Staff\)/),
    expect.stringMatching(/^Cap 500 → 300Operator \(Staff\)/),
    expect.stringMatching(/^Cap set to 500Operator \(Staff\)/),
    expect.stringMatching(/^CreatedOperator \(API key\)/),
  ])
  await page.getByText('Show the value').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Terms: Dine-in only. One per table. Not with other offers.').waitFor()
  await expectAccessibleInLightAndDark(page)
  expectQuiet(visited, origin)
})

test('a history is in the language of its reader; in Arabic, values keep their order', async () => {
  const reader = await hire({ language: 'ar', role: 'viewer' })
  const { page } = await visitAs(reader, `/console/vouchers/${free.id}?tab=history`)
  const entries = page.getByRole('list', { name: 'التاريخ' }).getByRole('listitem')
  await entries.first().waitFor()
  const sentences = (await entries.allTextContents()).slice(1)
  expect(sentences).toEqual([
    expect.stringMatching(/^الحد الأقصى الإجمالي: \u2068500\u2069 ← \u2068300\u2069/),
    expect.stringMatching(/^تعيين الحد الأقصى الإجمالي: \u2068500\u2069/),
    expect.stringMatching(/^تم الإنشاء/),
  ])
  await page.getByRole('main').getByRole('link', { name: '→ ' }).waitFor()
})

test('“Show more” adds the entries before', async () => {
  for (let cap = 1; cap <= 20; cap += 1) await admin('PATCH', path, { globalRedemptionCap: cap })
  const { page } = await visitAs(aina, `/console/vouchers/${free.id}?tab=history`)
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await page.getByText('Cap 19 → 20').waitFor()
  expect(await entries.count()).toBe(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('Cap 500 → 300').waitFor()
  expect(await entries.count()).toBe(24)
})

test('merchants, outlets, categories, keys and people have their history', async () => {
  const { page } = await visitAs(aina, `/console/merchants/${kopi.id}?tab=outlets`)
  const history = page.getByRole('list', { name: 'History' })
  await page.getByRole('link', { name: 'Kopi Corner Suria' }).click()
  await page.getByRole('region', { name: 'History' }).getByText('Created').waitFor()
  await page.goto(`${origin}/console/merchants/${kopi.id}?tab=history`)
  await history.getByText('Created').waitFor()
  await page.goto(`${origin}/console/categories`)
  await page
    .getByRole('button', { name: /^History of / })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^History of / }).waitFor()
  await page.goto(`${origin}/console/staff?open=${owner.id}`)
  await page.getByRole('dialog', { name: 'Siti' }).getByText('Signed in', { exact: true }).waitFor()
})
