import { expect, test } from 'vitest'
import { enterCatalogue } from './catalogue.ts'
import { openStaff, PASSWORD } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin, visit } = browsing
const { bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const boss = await hire({ name: 'The Boss' })

test('an invited person: the link is shown once, opens “Create your sign-in”, and the role decides what they see', async () => {
  const visited = await visitAs(boss, '/console/staff')
  const { page } = visited
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('E-mail address').fill('till@brot-salz.example')
  await dialog.getByLabel('Name').fill('Till Brot')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'merchant' }).click()
  await dialog.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Brot & Salz' }).click()
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Create invite link' }).click()
  const link = (await page.getByTestId('shown-once').textContent()) ?? ''
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page
    .getByRole('row', { name: /Till Brot/ })
    .getByText('Brot & Salz')
    .waitFor()
  expectQuiet(visited, origin)

  const invited = await visit(new URL(link).pathname + new URL(link).hash)
  await invited.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await invited.page.getByRole('button', { name: 'Create sign-in' }).click()
  const areas = invited.page.getByRole('navigation', { name: 'Areas' })
  await areas.getByRole('link', { name: 'Merchants' }).waitFor()
  expect(await areas.getByRole('link', { name: /Partners|Audit|Staff/ }).count()).toBe(0)
  await invited.page.goto(`${origin}/console/staff`)
  await invited.page.getByText('This page isn’t for your role').waitFor()
  expect(invited.requested.filter((url) => url.includes('/admin/staff'))).toEqual([])
})

test('deactivate asks first and can be undone; your own account cannot be deactivated', async () => {
  const leaver = await hire({ name: 'Lea Leaver', role: 'support' })
  const { page } = await visitAs(boss, '/console/staff')
  const isActive = async () => (await admin('GET', `/admin/staff?q=${leaver.email}`)).body.items[0].isActive
  await page.getByRole('button', { name: 'More actions for Lea Leaver' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Lea Leaver?' })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('row', { name: /Lea Leaver/ })
    .getByText('Deactivated')
    .waitFor()
  expect(await isActive()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('row', { name: /Lea Leaver/ })
    .getByText('Active', { exact: true })
    .waitFor()
  expect(await isActive()).toBe(true)
  await page.getByRole('button', { name: 'More actions for The Boss' }).click()
  expect(await page.getByRole('menuitem', { name: 'You can’t deactivate yourself.' }).isDisabled()).toBe(true)
})

test('an API key is shown once, works, and stops when it is revoked', async () => {
  const visited = await visitAs(boss, '/console/staff?tab=keys')
  const { page } = visited
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Till of the bakery')
  await dialog.getByRole('combobox', { name: 'Merchant' }).click()
  await page.getByRole('option', { name: 'Brot & Salz' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByTestId('shown-once').textContent()) ?? ''
  expect((await as(key)('GET', `/admin/merchants/${bakery.id}`)).status).toBe(200)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page
    .getByRole('row', { name: /Till of the bakery/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('“Till of the bakery” is revoked.').waitFor()
  expect((await as(key)('GET', '/admin/merchants')).status).toBe(401)
  expectQuiet(visited, origin)
})
