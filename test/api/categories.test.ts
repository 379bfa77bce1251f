import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin } = harness
const market = openMarket(admin)
const call = visitorsOf(harness, await onboardIssuer(harness))()

const put = (slug: string, name: string, subCategories: object[] = []) =>
  admin('PUT', `/admin/categories/${slug}`, { name, subCategories })
const slugsFor = async (scope: object | null) => {
  const visit = visitorsOf(harness, await onboardIssuer(harness, { scope }))()
  return (await visit('GET', '/categories')).body.map(({ slug }: { slug: string }) => slug)
}

test('200: without a scope all categories, including the initial ones, sorted by name ignoring case', async () => {
  for (const name of ['zoos', 'Apples', 'apricots', 'Äpfel', 'Zebras'])
    await put(`BY_NAME_${name.length}_${name.charCodeAt(0)}`, name)
  const { status, body } = await call('GET', '/categories')
  expect(status).toBe(200)
  const names = body.map(({ name }: { name: string }) => name)
  expect(names.length).toBe(9 + 5)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en', { sensitivity: 'accent' }).compare))
  expect(names.slice(0, 3)).toEqual(['Äpfel', 'Apples', 'apricots'].toSorted(new Intl.Collator('en').compare))
  expect(body.find(({ slug }: { slug: string }) => slug === 'F_AND_B')).toBeDefined()
})

test('200: sub-categories in the order of the back office, with only id and name', async () => {
  const { body: category } = await put('DRINKS', 'Drinks', [
    { name: 'Tea' },
    { name: 'Coffee' },
    { name: 'Juice' },
  ])
  const shown = async () =>
    (await call('GET', '/categories')).body.find(({ slug }: { slug: string }) => slug === 'DRINKS')
  const shownAs = ({ id, name }: { id: string; name: string }) => ({ id, name })
  const subCategories = category.subCategories.map(shownAs)
  expect(await shown()).toEqual({ slug: 'DRINKS', name: 'Drinks', subCategories })
  expect(category.subCategories.map(({ name }: { name: string }) => name)).toEqual(['Tea', 'Coffee', 'Juice'])
  const reversed = category.subCategories.toReversed()
  await put('DRINKS', 'Beverages', reversed)
  expect(await shown()).toEqual({ slug: 'DRINKS', name: 'Beverages', subCategories: reversed.map(shownAs) })
})

test('200: with a scope only its categories and the categories of its active merchants', async () => {
  const [one, two, three] = [await market.category(), await market.category(), await market.category()]
  const merchant = await market.merchant({ category: two.slug })
  const inactive = await market.merchant({ category: three.slug, isActive: false })
  expect(await slugsFor({ merchantIds: [], categories: [] })).toEqual([])
  expect(await slugsFor({ merchantIds: [], categories: [one.slug] })).toEqual([one.slug])
  expect(await slugsFor({ merchantIds: [merchant.id], categories: [] })).toEqual([two.slug])
  expect(await slugsFor({ merchantIds: [merchant.id], categories: [two.slug, one.slug] })).toEqual([
    one.slug,
    two.slug,
  ])
  expect(await slugsFor({ merchantIds: [inactive.id], categories: [] })).toEqual([])
  expect((await slugsFor(null)).length).toBeGreaterThan(9)
})

test('401 missing_token: no token', async () => {
  const response = await harness.as(undefined)('GET', '/categories')
  expect([response.status, response.body]).toEqual([401, { error: 'missing_token' }])
})
