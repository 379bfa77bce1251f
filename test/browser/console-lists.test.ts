import { expect, test } from 'vitest'
import { onboard } from '../support/signing.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff } from './staff.ts'
import {
  DESK,
  expectAccessible,
  expectAccessibleInLightAndDark,
  expectQuiet,
  openBrowsing,
} from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi, bakery, draft } = await enterCatalogue(admin)
await onboard(admin, { slug: 'acme-pay', name: 'Acme Pay', jwtIssuer: 'https://id.acme.example' })
await onboard(admin, { slug: 'other-bank', name: 'Other Bank', disabled: true })
const { hire, visitAs } = openStaff(browsing)
const person = await hire()

test.each(['/console/partners', '/console/merchants', '/console/audit', '/console/staff'])(
  '%s: accessible in light and dark, and fits 360 px without sideways scrolling of the page',
  async (path) => {
    const visited = await visitAs(person, path)
    await visited.page.getByRole('table').waitFor()
    await expectAccessibleInLightAndDark(visited.page)
    await visited.page.setViewportSize({ ...DESK, width: 360 })
    await expectAccessible(visited.page)
    expect(await visited.page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expectQuiet(visited, origin)
  },
)

test('search and filters are in the URL: reload, back and a pasted link show the same list', async () => {
  const { page } = await visitAs(person, '/console/merchants')
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search by name or slug' }).fill('brot')
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Active', exact: true }).click()
  await expect.poll(() => page.url()).toBe(`${origin}/console/merchants?q=brot&isActive=true`)
  await page.getByRole('link', { name: 'Brot & Salz' }).click()
  await page.getByRole('heading', { name: 'Brot & Salz' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Brot & Salz' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('brot')
  await page.reload()
  await page.getByRole('link', { name: 'Brot & Salz' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  const pasted = await visitAs(person, '/console/merchants?q=brot&isActive=perhaps&nonsense=1')
  await pasted.page.getByRole('link', { name: 'Brot & Salz' }).waitFor()
  expect(await pasted.page.getByRole('row').count()).toBe(2)
  await page.getByRole('searchbox').fill('no such merchant')
  await page.getByText('Nothing matches these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
})

test('paging: the link opens the next page, the browser’s back button the previous one', async () => {
  for (let number = 1; number <= 60; number += 1) {
    await admin('POST', '/admin/merchants', {
      name: `Stall ${number}`,
      slug: `stall-${number}`,
      category: 'F_AND_B',
    })
  }
  const { page } = await visitAs(person, '/console/merchants')
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('link', { name: 'Kopi Corner' }).waitFor()
  expect(page.url()).toContain('?cursor=')
  await page.goBack()
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  await page.goForward()
  await page.getByRole('link', { name: 'First page' }).click()
  await page.getByRole('link', { name: 'Stall 60' }).waitFor()
  expect(page.url()).toBe(`${origin}/console/merchants`)
})

test('a failed list says why, shows the request id, and its retry loads it', async () => {
  const visited = await visitAs(person, '/console/partners')
  const { page } = visited
  await page.getByRole('cell', { name: 'Acme Pay' }).waitFor()
  await page.route('**/admin/merchants?*', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'req-7' }, json: { error: 'internal_error' } }),
  )
  await page.route('**/admin/merchants', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'req-7' }, json: { error: 'internal_error' } }),
  )
  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.getByText('Request id: req-7').waitFor()
  expect((await page.locator('main').textContent())?.split('req-7')).toHaveLength(2)
  await expectAccessibleInLightAndDark(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table').waitFor()
})

test('publish says who is notified and asks, then the voucher is live; unpublish reverts it', async () => {
  const { page } = await visitAs(person, `/console/merchants/${kopi.id}`)
  const row = page.getByRole('row', { name: /Free kopi/ })
  const state = async () =>
    (await admin('GET', `/admin/merchants/${kopi.id}/vouchers?q=free`)).body.items[0].status
  await row.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this voucher?' })
  await dialog.getByText('Nobody is notified: no user has favorited Kopi Corner yet.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await state()).toBe('DRAFT')

  await row.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await row.getByText('Published').waitFor()
  await page.getByText('“Free kopi with any toast set, RM 6” is live.').waitFor()
  expect(await state()).toBe('PUBLISHED')

  await row.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await row.getByText('Unpublished').waitFor()
  expect(await state()).toBe('UNPUBLISHED')
})

test('an incomplete voucher: the dialog lists what is missing, and cannot publish', async () => {
  const { page } = await visitAs(person, `/console/merchants/${kopi.id}`)
  await page
    .getByRole('row', { name: /Two for one/ })
    .getByRole('button', { name: 'Publish' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Missing: Upload a picture').waitFor()
  await dialog.getByText('Done: An active outlet accepts it').waitFor()
  expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  expect((await admin('GET', `/admin/vouchers/${draft.id}`)).body.status).toBe('DRAFT')
})

test('times show their zone: the merchant’s, yours or UTC, by one switch', async () => {
  const { page } = await visitAs(person, '/console/merchants?q=kopi', { timezoneId: 'Europe/Berlin' })
  const zone = page
    .getByRole('row', { name: /Kopi Corner/ })
    .getByRole('cell')
    .last()
  const choose = (name: string) => page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect.poll(() => zone.textContent()).toMatch(/CET|GMT\+1/)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await choose('Merchant’s time')
  await expect.poll(() => zone.textContent()).toContain('GMT+8')
  await choose('UTC')
  await expect.poll(() => zone.textContent()).toContain('UTC')
})

test('Ctrl K jumps to a page; an unknown address says so', async () => {
  const { page } = await visitAs(person, '/console/merchants')
  await page.getByRole('table').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page').fill('audit')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.goto(`${origin}/console/no/such/page`)
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})

test('a screen whose script cannot be loaded says so, the menu still works, and a reload shows the screen', async () => {
  const { page } = await visitAs(person, '/console/merchants')
  await page.getByRole('table').waitFor()
  await page.route('**/_assets/audit-list-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByText('This page has a problem').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Merchants' }).click()
  await page.getByRole('table').waitFor()
  await page.unrouteAll()
  await page.goto(`${origin}/console/audit`)
  await page.getByRole('table').waitFor()
})

test('another merchant by URL: not found for a merchant’s own staff, and nothing of it is shown', async () => {
  const owner = await hire({ role: 'merchant', merchantIds: [bakery.id] })
  const { page } = await visitAs(owner, `/console/merchants/${kopi.id}`)
  await page.getByText('This doesn’t exist, or you have no access to it.').waitFor()
  expect(await page.getByText('Kopi Corner').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})
