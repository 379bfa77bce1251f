import { expect, test } from 'vitest'
import { openMarket } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { enterCatalogue } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, as, origin } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const person = await hire()
const merchantOf = async (id: string) => (await admin('GET', `/admin/merchants/${id}`)).body

test('a new merchant: checked while typing, a taken slug lands on its field, Ctrl Enter saves', async () => {
  const visited = await visitAs(person, '/console/merchants/new')
  const { page } = visited
  await page.getByLabel('Name').fill('Roti House')
  await page.getByLabel('Slug').fill('Roti House')
  await page.getByText('Must be 1 to 63 lower-case letters, digits and hyphens').waitFor()
  await page.getByLabel('Slug').fill('kopi-corner')
  await page.getByRole('button', { name: 'Create merchant' }).click()
  await page.getByText('Required').waitFor()
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Food & Drink' }).click()
  await page.getByRole('button', { name: 'Create merchant' }).click()
  await page.getByText('Another record already uses this slug.').waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByLabel('Slug').fill('roti-house')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Roti House' }).waitFor()
  const { body } = await admin('GET', '/admin/merchants?q=roti-house')
  expect(body.items).toMatchObject([{ name: 'Roti House', category: 'F_AND_B', isActive: true }])
  expectQuiet(visited, origin)
})

test('two editors: the dialog shows the old value, theirs and yours; the user chooses per field; nothing is lost', async () => {
  const visited = await visitAs(person, `/console/merchants/${kopi.id}?tab=profile`)
  const { page } = visited
  await page.getByLabel('Description').fill('Mine')
  await page.getByLabel('Name').fill('Kopi Mine')
  await admin('PATCH', `/admin/merchants/${kopi.id}`, {
    name: 'Kopi Theirs',
    isNew: false,
    description: 'Theirs',
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' })
  const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) })
  await row('Name').getByText('Kopi Corner').waitFor()
  await expectAccessibleInLightAndDark(page)
  expect(
    await row('New')
      .getByRole('radio', { name: /Theirs: No/ })
      .isChecked(),
  ).toBe(true)
  await row('Name')
    .getByRole('radio', { name: /Theirs: Kopi Theirs/ })
    .check()
  await dialog.getByRole('button', { name: 'Save this choice' }).click()
  await page.getByText('“Kopi Theirs” is saved.').waitFor()
  expect(await merchantOf(kopi.id)).toMatchObject({ name: 'Kopi Theirs', description: 'Mine', isNew: false })
  expect(await page.getByLabel('Name').inputValue()).toBe('Kopi Theirs')
  await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  expectQuiet(visited, origin)
})

test('unsaved changes survive a reload; leaving asks first; discarding restores what is stored', async () => {
  const { page } = await visitAs(person, `/console/merchants/${bakery.id}?tab=profile`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Description').fill('Not saved yet')
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  expect(await page.getByLabel('Description').inputValue()).toBe('Not saved yet')
  await page.getByRole('link', { name: 'Partners' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Description').inputValue()).toBe('Not saved yet')
  await page.getByRole('button', { name: 'Discard' }).first().click()
  expect(await page.getByLabel('Description').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Partners' }).click()
  await page.getByRole('heading', { name: 'Partners' }).waitFor()
  expect((await merchantOf(bakery.id)).description).toBeNull()
})

test('a restored draft conflicts with a later save of somebody else: the dialog opens, nothing is overwritten', async () => {
  const { page } = await visitAs(person, `/console/merchants/${bakery.id}?tab=profile`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Description').fill('Mine')
  await admin('PATCH', `/admin/merchants/${bakery.id}`, { description: 'Theirs' })
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('radio', { name: 'Description, Theirs: Theirs' }).check()
  await page.getByRole('button', { name: 'Save this choice' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await merchantOf(bakery.id)).description).toBe('Theirs')
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Theirs')
})

test('a merchant’s own staff changes the description, but fields of an admin are locked with the reason', async () => {
  const owner = await hire({ role: 'merchant', merchantIds: [bakery.id] })
  const { page } = await visitAs(owner, `/console/merchants/${bakery.id}?tab=profile`)
  await page.getByLabel('Description').fill('Sourdough & rye <b>bread</b>')
  expect(await page.getByLabel('Slug').getAttribute('readonly')).not.toBeNull()
  await page.getByText('Only an admin can change this.').first().waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Brot & Salz” is saved.').waitFor()
  expect((await merchantOf(bakery.id)).description).toBe('Sourdough & rye <b>bread</b>')
})

test('deactivating a merchant first asks and shows how many vouchers and claims it affects; it can be undone', async () => {
  const market = openMarket(admin)
  const shop = await market.shop({ name: 'Roti Canai', slug: 'roti-canai' })
  const { id: voucherId } = await market.offer(shop.id)
  const { mint } = await onboardIssuer(browsing)
  for (const sub of ['mei', 'ali']) await as(mint({ sub }))('POST', '/me/claims', { voucherId })
  const visited = await visitAs(person, `/console/merchants/${shop.id}?tab=profile`)
  const { page } = visited
  const active = page.getByRole('switch', { name: 'Active' })
  const question = page.getByRole('dialog', { name: 'Make Roti Canai inactive?' })
  const confirm = () => question.getByRole('button', { name: 'Make inactive' }).click()
  await active.uncheck({ force: true })
  await page.getByLabel('Slug').fill('kopi-corner')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByText('its 1 live voucher, from now on. 2 claims in wallets').waitFor()
  await expectAccessibleInLightAndDark(page)
  await confirm()
  await page.getByText('Another record already uses this slug.').waitFor()
  await page.getByLabel('Slug').and(page.locator(':focus')).waitFor()
  expect(await merchantOf(shop.id)).toMatchObject({ isActive: true, version: 1 })

  await page.getByLabel('Slug').fill('roti-canai')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await confirm()
  await page.getByText('“Roti Canai” is saved and inactive now.').waitFor()
  expect(await merchantOf(shop.id)).toMatchObject({ isActive: false, version: 2 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Roti Canai” is active again.').waitFor()
  expect(await merchantOf(shop.id)).toMatchObject({ isActive: true, version: 3 })
  await expect.poll(() => active.isChecked()).toBe(true)
  expectQuiet(visited, origin)
})
