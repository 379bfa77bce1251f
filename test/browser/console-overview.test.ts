import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { openTill, WRONG_PIN } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { DESK, expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin } = browsing
const till = await openTill(browsing, { name: 'Pool & Partners' })
const shop = till.merchant
const voucher = await till.pool(['A-1', 'A-2'], { title: '{b}Coded{/b} offer' })
const issuer = await onboardIssuer(browsing)
const user = as(issuer.mint())
await till.redeem(user, voucher.id, { pin: WRONG_PIN })
await till.redeem(user, voucher.id)
const kept = await openMarket(admin).offer(shop.id, { title: '{b}Kept{/b} offer' })
await user('POST', '/me/claims', { voucherId: kept.id })
const { hire, visitAs } = openStaff(browsing)
const person = await hire()

const dayIn = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())

test('an admin lands on the overview; its numbers are those of the API, as chart, table and CSV', async () => {
  const visited = await visitAs(person, '/console/')
  const { page } = visited
  const chart = page.getByRole('region', { name: 'Redemptions and claims by day' })
  await chart.locator('canvas').waitFor()
  expect(page.url()).toBe(`${origin}/console/overview`)
  expect(await page.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true')
  await expectAccessibleInLightAndDark(page)
  await chart.locator('.u-legend').getByText('Total').waitFor()
  const zone: string = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')
  await chart.getByText('Table', { exact: true }).click()
  await chart.getByRole('cell', { name: dayIn(zone) }).waitFor()
  expect(await chart.getByRole('row').count()).toBe(8)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chart.getByRole('button', { name: /^CSV/ }).click(),
  ])
  const csv = await readFile((await download.path()) as string, 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(8)
  expect(csv).toContain(`"${dayIn(zone)}",1,1,0,1`)
  await page.getByRole('region', { name: 'Refusals by reason' }).getByText('Wrong PIN').waitFor()
  expectQuiet(visited, origin)
})

test('period, time zone, group and merchant are in the URL; one day is shown by hour', async () => {
  const { page } = await visitAs(person, '/console/overview')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => page.url()).toContain('period=today')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kuala')
  await page.getByRole('option', { name: 'Asia/Kuala_Lumpur' }).click()
  await expect.poll(() => page.url()).toContain('timezone=Asia')
  await page.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Pool & Partners' }).click()
  await expect.poll(() => page.url()).toContain(`merchantId=${shop.id}`)
  await page.getByText('Voucher', { exact: true }).first().click()
  await expect.poll(() => page.url()).toContain('groupBy=voucher')
  await page.reload()
  const chart = page.getByRole('region', { name: 'Redemptions and claims by hour' })
  await chart.getByText('Table', { exact: true }).click()
  await expect.poll(() => chart.getByRole('row').count()).toBe(25)
  expect(await page.getByRole('button', { name: 'Today' }).getAttribute('aria-pressed')).toBe('true')
  await page
    .getByRole('region', { name: 'Code pools running low' })
    .getByRole('link', { name: 'Coded offer' })
    .click()
  await page.getByRole('heading', { name: 'Pool & Partners' }).waitFor()
})

test('the table by outlet is sorted by its headings, each number leads to its rows, and the CSV has all outlets', async () => {
  const { page } = await visitAs(person, '/console/overview?period=today')
  const table = page.getByRole('region', { name: 'By outlet' })
  const row = table.getByRole('row', { name: new RegExp(till.outlet.name) })
  await row.waitFor()
  await table.getByRole('button', { name: 'Refused' }).click()
  await expect.poll(() => page.url()).toContain('sort=refused')
  expect(await table.getByRole('columnheader', { name: 'Refused' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(await readFile((await download.path()) as string, 'utf8')).toContain(`"${till.outlet.id}"`)
  const count = Number(await row.getByRole('link').first().textContent())
  await row.getByRole('link').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/console/redemptions')
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(count)

  await page.goto(`${origin}/console/overview?period=today&groupBy=category`)
  await page.getByRole('region', { name: 'By category' }).getByRole('link').first().click()
  await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe(shop.category)
  await page.getByText('Category: ').waitFor()
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(count)
})

test('a merchant sees its own stats and alerts, without filters and deliveries; 360 px is wide enough', async () => {
  const owner = await hire({ role: 'merchant', merchantIds: [shop.id] })
  const visited = await visitAs(owner, '/console/', { viewport: { ...DESK, width: 360 } })
  const { page } = visited
  await page.getByRole('region', { name: 'Refusals by reason' }).waitFor()
  expect(await page.getByRole('region', { name: /Webhook/ }).count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Merchant' }).count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await expectAccessibleInLightAndDark(page)
  expectQuiet(visited, origin)
})

test('alerts say what happened and since when', async () => {
  const visited = await visitAs(person, '/console/alerts')
  const { page } = visited
  const row = page.getByRole('row', { name: /Code pool is low/ })
  const { items } = (await admin('GET', '/admin/alerts')).body
  await row.getByText(items[0].message).waitFor()
  await expectAccessibleInLightAndDark(page)
  const { id, name } = items[0].subject
  expect(await row.getByRole('link', { name }).getAttribute('href')).toBe(`/console/vouchers/${id}`)
  expectQuiet(visited, origin)
})

test('your account: a wrong current password lands on its field; a change keeps this session and ends the others', async () => {
  const me = await hire()
  const visited = await visitAs(me, '/console/account')
  const { page } = visited
  const next = 'nine loud kettles hum'
  await page.getByLabel('Current password', { exact: true }).fill('not my password at all')
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  expect((await as(undefined)('POST', '/session', { email: me.email, password: next })).status).toBe(201)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expectQuiet(visited, origin)
})

test('each tile links to the list of exactly what it counts: a voided redemption is in neither', async () => {
  const voidable = (await till.redeem(as(issuer.mint({ sub: 'another user' })), voucher.id)).body
  await admin('POST', `/admin/redemptions/${voidable.id}/void`, { reason: 'A test of the stats' })
  const { page } = await visitAs(person, `/console/overview?merchantId=${shop.id}`)
  const statOf = async (name: string) =>
    Number(
      await page
        .locator('.tile')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.stat')
        .textContent(),
    )
  for (const [tile, path] of [
    ['Redemptions', '/console/redemptions'],
    ['Flagged', '/console/redemptions'],
    ['Refused', '/console/refusals'],
    ['Claims', '/console/claims'],
  ] as const) {
    await page.getByRole('link', { name: `Show: ${tile}` }).waitFor()
    const stat = await statOf(tile)
    await page.getByRole('link', { name: `Show: ${tile}` }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    if (stat === 0) await page.getByText('Nothing matches these filters.').waitFor()
    else await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(stat)
    await page.goBack()
  }
  const { body } = await admin('GET', `/admin/redemptions?merchantId=${shop.id}`)
  expect(await statOf('Redemptions')).toBe(body.items.length - 1)
  await page
    .getByRole('region', { name: 'Refusals by reason' })
    .getByRole('link', { name: 'Wrong PIN' })
    .click()
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(1)
})

test('claims: filters are in the URL, the CSV has what they match, voucher and user are a click away; 360 px is wide enough', async () => {
  const visited = await visitAs(person, '/console/claims')
  const { page } = visited
  await page.getByRole('row', { name: /Kept offer/ }).waitFor()
  await page.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Pool & Partners' }).click()
  await expect.poll(() => page.url()).toContain(`merchantId=${shop.id}`)
  await page.reload()
  await page.getByRole('row', { name: /Kept offer/ }).waitFor()
  await expectAccessibleInLightAndDark(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const csv = await readFile((await download.path()) as string, 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('"Kept offer"')
  await page.setViewportSize({ ...DESK, width: 360 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.setViewportSize(DESK)
  await page.getByRole('link', { name: 'Kept offer' }).click()
  await expect.poll(() => page.url()).toContain(`/console/vouchers/${kept.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Claims' }).click()
  await expect.poll(() => page.url()).toContain(`voucherId=${kept.id}`)
  await page
    .getByRole('row', { name: /Kept offer/ })
    .getByRole('link')
    .last()
    .click()
  await page.getByRole('main').getByRole('link', { name: 'Claims' }).click()
  await expect.poll(() => page.url()).toContain('/console/claims?userId=')
  await page.getByRole('row', { name: /Kept offer/ }).waitFor()
  expectQuiet(visited, origin)

  const engineer = await hire({ role: 'partner', partnerId: issuer.id })
  const engineerVisit = await visitAs(engineer, '/console/claims')
  await engineerVisit.page.getByText('Kept offer').waitFor()
  expect(await engineerVisit.page.getByRole('link', { name: 'Kept offer' }).count()).toBe(0)
  expect(engineerVisit.requested.filter((url) => /\/admin\/(merchants|vouchers)/.test(url))).toEqual([])
})
