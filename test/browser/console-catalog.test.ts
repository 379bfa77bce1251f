import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { enterCatalogue, png } from './catalogue.ts'
import { openStaff } from './staff.ts'
import { expectAccessibleInLightAndDark, expectQuiet, openBrowsing } from './visits.ts'

const browsing = await openBrowsing()
const { admin, origin } = browsing
const { kopi, bakery } = await enterCatalogue(admin)
const { hire, visitAs } = openStaff(browsing)
const person = await hire()
const folder = await temporaryFolder('pictures')
afterAll(() => rm(folder, { recursive: true, force: true }))
const featured = async () => (await admin('GET', '/admin/featured')).body.merchantIds

test('a banner: a wrong file is refused with a reason; a picture is uploaded, previewed and saved', async () => {
  const [text, picture] = [join(folder, 'banner.txt'), join(folder, 'banner.png')]
  await writeFile(text, 'no picture')
  await writeFile(picture, png([20, 120, 200]))
  const visited = await visitAs(person, `/console/merchants/${kopi.id}?tab=profile`)
  const { page } = visited
  const input = page.locator('input[type=file]').nth(1)
  await page.getByRole('button', { name: 'Upload banner' }).waitFor()
  await input.setInputFiles(text)
  await page.getByText('Choose a PNG, JPEG or WebP file.').waitFor()
  await input.setInputFiles(picture)
  await page.getByRole('button', { name: 'Replace banner' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('“Kopi Corner” is saved.').waitFor()
  const { bannerPath } = (await admin('GET', `/admin/merchants/${kopi.id}`)).body
  expect(bannerPath).toMatch(/^\/uploads\/.+\.png$/)
  await page.frameLocator('iframe').locator(`.banner img[src="${bannerPath}"]`).waitFor()
  expectQuiet(visited, origin)
})

test('the featured order: added by search, moved by arrow keys and by drag, saved whole', async () => {
  const third = await admin('POST', '/admin/merchants', {
    name: 'Ninth Bowl',
    slug: 'ninth-bowl',
    category: 'F_AND_B',
  })
  await admin('PUT', '/admin/featured', { merchantIds: [kopi.id, bakery.id] })
  const visited = await visitAs(person, '/console/featured')
  const { page } = visited
  await page.getByRole('combobox', { name: 'Add a merchant' }).fill('ninth')
  await page.getByRole('option', { name: 'Ninth Bowl' }).click()
  await page.getByRole('button', { name: 'Move Ninth Bowl, place 3 of 3' }).press('ArrowUp')
  await page.getByRole('button', { name: 'Move Ninth Bowl, place 2 of 3' }).waitFor()
  await expectAccessibleInLightAndDark(page)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Brot & Salz').dragTo(row('Kopi Corner'))
  await page.getByRole('button', { name: 'Move Brot & Salz, place 1 of 3' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('3 merchants are featured.').waitFor()
  expect(await featured()).toEqual([bakery.id, kopi.id, third.body.id])
  expectQuiet(visited, origin)
})

test('two people order at once: the second sees both orders by name and chooses', async () => {
  await admin('PUT', '/admin/featured', { merchantIds: [kopi.id, bakery.id] })
  const { page } = await visitAs(person, '/console/featured')
  await page.getByRole('button', { name: 'Remove Brot & Salz' }).click()
  await admin('PUT', '/admin/featured', { merchantIds: [bakery.id, kopi.id] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('radio', { name: 'Order, Theirs: Brot & Salz, Kopi Corner' }).check()
  await page.getByRole('button', { name: 'Save this choice' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await featured()).toEqual([bakery.id, kopi.id])
})

test('a category: sub-categories are added and renamed; one in use cannot be removed, and the reason is on the field', async () => {
  const visited = await visitAs(person, '/console/categories')
  const { page } = visited
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Slug').fill('F_AND_B')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Pets')
  await dialog.getByRole('button', { name: 'Add a sub-category' }).click()
  await dialog.getByLabel('Name of the sub-category').fill('Grooming')
  await dialog.getByLabel('Language tag').fill('ms')
  await dialog.getByRole('button', { name: 'Add language' }).click()
  await dialog.getByLabel('Name in Malay (ms)', { exact: true }).fill('Haiwan')
  await dialog.getByLabel('Grooming in Malay (ms)').fill('Dandanan')
  await expectAccessibleInLightAndDark(page)
  await dialog.getByRole('button', { name: 'Create category' }).click()
  await dialog.getByText('Another record already uses this slug.').waitFor()
  await dialog.getByLabel('Slug').fill('PETS')
  await dialog.getByRole('button', { name: 'Create category' }).click()
  await page.getByText('“Pets” is saved.').waitFor()
  const pets = async () =>
    (await admin('GET', '/admin/categories')).body.items.find(({ slug }: { slug: string }) => slug === 'PETS')
  const [grooming] = (await pets()).subCategories
  expect((await pets()).translations).toEqual({ ms: { name: 'Haiwan' } })
  expect(grooming.translations).toEqual({ ms: { name: 'Dandanan' } })
  await admin('PATCH', `/admin/merchants/${bakery.id}`, { category: 'PETS', subCategoryIds: [grooming.id] })
  await page.getByRole('row', { name: /Pets/ }).getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('button', { name: 'Remove Grooming' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Merchants still use a sub-category that you removed.').waitFor()
  expect((await pets()).subCategories).toHaveLength(1)
  expectQuiet(visited, origin)
})

test('an outlet’s texts in other languages: added, saved and removed', async () => {
  const { items } = (await admin('GET', `/admin/merchants/${kopi.id}/outlets`)).body
  const path = `/admin/outlets/${items[0].id}`
  const { page } = await visitAs(person, `/console/outlets/${items[0].id}`)
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('Language tag').fill('zh-hans')
  await page.getByLabel('Language tag').press('Enter')
  await page.getByLabel('City in Simplified Chinese (zh-Hans)').fill('吉隆坡')
  await save()
  await page.getByText('“Kopi Corner Suria” is saved.').waitFor()
  expect((await admin('GET', path)).body.translations).toEqual({ 'zh-Hans': { city: '吉隆坡' } })
  await page.getByRole('button', { name: 'Remove Simplified Chinese (zh-Hans)' }).click()
  await save()
  await expect.poll(async () => (await admin('GET', path)).body.translations).toEqual({})
})
