import { expect, test } from 'vitest'
import type {
  BrowseCategoryRow,
  BrowseMerchantRow,
  BrowseOutletRow,
  BrowseVoucherRow,
  CatalogRows,
} from '../../src/domain/catalog/browse-queries.ts'
import { SearchIndex, type SearchQuery } from '../../src/domain/catalog-search/search-index.ts'
import { queryWordsOf } from '../../src/domain/catalog-search/words.ts'
import { distanceMeters, type Position } from '../../src/platform/geo.ts'
import { TimeSlice } from '../../src/platform/time-slice.ts'

const NOW = new Date('2026-11-15T00:00:00Z')
const HERE = { latitude: 3.15, longitude: 101.7 }
/** About 1.1 km north of `HERE` for each step. */
const north = (steps: number) => ({ latitude: HERE.latitude + steps / 100, longitude: HERE.longitude })

type Scene = {
  merchants: (Partial<BrowseMerchantRow> & { name: string })[]
  outlets?: (Partial<BrowseOutletRow> & { of: string })[]
  vouchers?: (Partial<BrowseVoucherRow> & { of: string; title: string })[]
  categories?: BrowseCategoryRow[]
}

/** The id of a record is its name or title. */
function rowsOf({ merchants, outlets = [], vouchers = [], categories = [] }: Scene): CatalogRows {
  return {
    categories,
    merchants: merchants.map((row) => ({
      ...{ id: row.name, category: 'F_AND_B', subCategoryIds: [], description: null, sandboxId: null },
      ...{ translations: null },
      ...(row as Partial<BrowseMerchantRow>),
    })) as BrowseMerchantRow[],
    outlets: outlets.map(({ of, ...row }) => ({
      ...{
        id: row.name ?? 'Outlet',
        merchantId: of,
        name: 'Outlet',
        addressLine: '1 Market Street',
        city: 'Ipoh',
      },
      ...{
        state: '',
        postalCode: '',
        countryCode: 'MY',
        latitude: null,
        longitude: null,
        translations: null,
      },
      ...row,
    })) as BrowseOutletRow[],
    vouchers: vouchers.map(({ of, ...row }) => ({
      ...{ id: row.title, merchantId: of, validUntil: null, outletIds: null, translations: null },
      ...row,
    })) as BrowseVoucherRow[],
  }
}

async function openIndex(scene: Scene) {
  const index = await SearchIndex.of(rowsOf(scene), new TimeSlice(5))
  const { records } = index
  const everyone = { includes: () => true }
  const search = (text: string, changes: Partial<SearchQuery> = {}) =>
    index.search({
      ...{
        words: queryWordsOf(text),
        here: null,
        now: NOW,
        tags: [],
        category: undefined,
        visible: everyone,
      },
      ...changes,
    })
  return {
    search,
    merchants: (text: string, changes?: Partial<SearchQuery>) =>
      search(text, changes).merchants.map(({ number }) => records.merchants[number]?.name),
    vouchers: (text: string, changes?: Partial<SearchQuery>) =>
      search(text, changes).vouchers.map(({ number }) => records.vouchers[number]?.title),
    outlets: (text: string, changes?: Partial<SearchQuery>) =>
      search(text, changes).outlets.map(({ number }) => records.outlets[number]?.name),
    cities: (text: string, changes?: Partial<SearchQuery>) =>
      search(text, changes).cities.map(({ number }) => records.cities[number]?.name),
  }
}

test('exact words come first, then beginnings, then one error, then two', async () => {
  const { merchants } = await openIndex({
    merchants: [{ name: 'Kopetian' }, { name: 'Kopitian' }, { name: 'Kopitiamo' }, { name: 'Kopitiam' }],
  })
  expect(merchants('kopitiam')).toEqual(['Kopitiam', 'Kopitiamo', 'Kopitian', 'Kopetian'])
})

test('koppi finds Kopi, ipoh the outlets in Ipoh, roti the voucher', async () => {
  const index = await openIndex({
    merchants: [{ name: 'Kopi Corner' }, { name: 'Teh Tarik' }],
    outlets: [
      { of: 'Kopi Corner', name: 'Station' },
      { of: 'Teh Tarik', name: 'Market', city: 'Kuala Lumpur' },
    ],
    vouchers: [{ of: 'Teh Tarik', title: '{b}Roti{/b} canai' }],
  })
  expect(index.merchants('koppi')).toEqual(['Kopi Corner'])
  expect([index.outlets('ipoh'), index.cities('ipoh')]).toEqual([['Station'], ['Ipoh']])
  expect(index.vouchers('roti')).toEqual(['{b}Roti{/b} canai'])
  expect(index.vouchers('b')).toEqual([])
})

test('every word must match, and the merchant’s name may match some words of its vouchers and outlets', async () => {
  const index = await openIndex({
    merchants: [{ name: 'Kopi Corner' }, { name: 'Teh Tarik' }],
    outlets: [
      { of: 'Kopi Corner', name: 'Station' },
      { of: 'Teh Tarik', name: 'Market' },
    ],
    vouchers: [
      { of: 'Kopi Corner', title: 'Free toast' },
      { of: 'Teh Tarik', title: 'Free tea' },
    ],
  })
  expect(index.outlets('ipoh kopi')).toEqual(['Station'])
  expect(index.vouchers('free corner')).toEqual(['Free toast'])
  expect(index.vouchers('corner')).toEqual([])
  expect(index.merchants('kopi tarik')).toEqual([])
  expect(index.merchants('kopi unknown')).toEqual([])
})

test('a name comes before a category and a description, and a name that begins with the word before others', async () => {
  const { merchants } = await openIndex({
    merchants: [
      { name: 'Described', description: 'The best tea in town' },
      { name: 'In the category', subCategoryIds: ['tea'] },
      { name: 'House of Tea' },
      { name: 'Tea House' },
    ],
    categories: [
      {
        ...{ slug: 'F_AND_B', name: 'Food', translations: null },
        subCategories: [
          { id: 'tea', name: 'Tea', translations: null },
          { id: 'other', name: 'Tea as well', translations: null },
        ],
      },
    ],
  })
  expect(merchants('tea')).toEqual(['Tea House', 'House of Tea', 'Described', 'In the category'])
})

test('a text is found in every language, and the match shows the language in which it was found', async () => {
  const { search, merchants, vouchers } = await openIndex({
    merchants: [
      { name: 'Kopi Corner', translations: { 'zh-Hans': { name: '咖啡角' }, ar: { name: 'ركن القهوة' } } },
    ],
    vouchers: [
      {
        of: 'Kopi Corner',
        title: 'Free {b}kopi{/b}',
        translations: { 'zh-Hans': { title: '免费{b}咖啡{/b}' }, ms: { title: '{b}Kopi{/b} percuma' } },
      },
    ],
  })
  for (const text of ['咖啡', '咖', 'قهوة', 'القَهوة', 'corner']) expect(merchants(text), text).toHaveLength(1)
  // The two characters are not neighbors, and no typing error is forgiven.
  for (const text of ['咖角', '咖啡店']) expect(merchants(text), text).toEqual([])
  expect(vouchers('percuma')).toHaveLength(1)
  const matchesOf = (text: string, tags: string[] = []) => search(text, { tags }).vouchers[0]?.matches
  expect(matchesOf('免费咖啡')).toEqual([
    { field: 'title', text: '免费咖啡', ranges: [{ start: 0, end: 4 }] },
  ])
  expect(matchesOf('咖啡')).toEqual([{ field: 'title', text: '免费咖啡', ranges: [{ start: 2, end: 4 }] }])
  expect(matchesOf('kopi')).toEqual([{ field: 'title', text: 'Free kopi', ranges: [{ start: 5, end: 9 }] }])
  expect(matchesOf('kopi', ['ms'])).toEqual([
    { field: 'title', text: 'Kopi percuma', ranges: [{ start: 0, end: 4 }] },
  ])
})

test('matches are the fewest fields with all words, and only words that match as well as the rank says', async () => {
  const { search } = await openIndex({
    merchants: [{ name: 'Kopi Kopitiam Topi', description: 'Kopi by day' }],
    outlets: [{ of: 'Kopi Kopitiam Topi', name: 'Station', addressLine: '2 Ipoh Road' }],
  })
  expect(search('kopi').merchants[0]?.matches).toEqual([
    { field: 'name', text: 'Kopi Kopitiam Topi', ranges: [{ start: 0, end: 4 }] },
  ])
  expect(search('day kopi').merchants[0]?.matches.map(({ field }) => field)).toEqual(['name', 'description'])
  expect(search('ipoh kopi station').outlets[0]?.matches).toEqual([
    { field: 'name', text: 'Station', ranges: [{ start: 0, end: 7 }] },
    { field: 'city', text: 'Ipoh', ranges: [{ start: 0, end: 4 }] },
    { field: 'merchantName', text: 'Kopi Kopitiam Topi', ranges: [{ start: 0, end: 4 }] },
  ])
})

test('with a position the nearest comes first among equals, and records without one come last', async () => {
  const index = await openIndex({
    merchants: [{ name: 'Kopi Far' }, { name: 'Kopi Nowhere' }, { name: 'Kopi Near' }, { name: 'Kopitiam' }],
    outlets: [
      { of: 'Kopi Far', name: 'Far', city: 'Ipoh', ...north(9) },
      { of: 'Kopi Far', name: 'Middle', city: 'Ipoh', ...north(5) },
      { of: 'Kopi Nowhere', name: 'Nowhere', city: 'Ipoh Utara' },
      { of: 'Kopi Near', name: 'Near', city: 'ipoh', ...north(2) },
      { of: 'Kopitiam', name: 'Here', ...HERE },
    ],
    vouchers: [
      { of: 'Kopi Far', title: 'Free at the far outlet', outletIds: ['Far'] },
      { of: 'Kopi Far', title: 'Free everywhere' },
    ],
  })
  const here = { here: HERE }
  expect(index.merchants('kopi', here)).toEqual(['Kopi Near', 'Kopi Far', 'Kopi Nowhere', 'Kopitiam'])
  expect(index.search('kopi', here).merchants.map(({ distance }) => distance)).toEqual([2224, 5560, null, 0])
  expect(index.outlets('ipoh', here)).toEqual(['Here', 'Near', 'Middle', 'Far', 'Nowhere'])
  expect(index.vouchers('free', here)).toEqual(['Free everywhere', 'Free at the far outlet'])
  expect(index.search('free', here).vouchers.map(({ distance }) => distance)).toEqual([5560, 10_008])
  expect(index.search('ipoh', here).cities).toMatchObject([
    { outletCount: 4, distance: 0 },
    { outletCount: 1, distance: null },
  ])
})

test('the nearest of many records are those that a look at all of them finds', async () => {
  // Every seventh merchant has no position, and every third voucher is for one outlet only.
  const placeOf = (i: number, n: number) =>
    i % 7 === 0 ? {} : { latitude: 3 + ((i * 37 + n * 911) % 1009) / 999, longitude: 101 + (i % 97) / 99 }
  const numbers = Array.from({ length: 1500 }, (_, i) => i)
  const { search } = await openIndex({
    merchants: numbers.map((i) => ({ name: `Kopi ${i}` })),
    outlets: numbers.flatMap((i) =>
      [1, 2].map((n) => ({ of: `Kopi ${i}`, name: `Kopi ${i} ${n}`, ...placeOf(i, n) })),
    ),
    vouchers: numbers.map((i) => ({
      ...{ of: `Kopi ${i}`, title: i % 2 === 0 ? `Kopi for ${i}` : `For ${i} kopi` },
      ...(i % 3 === 0 && { outletIds: [`Kopi ${i} 2`] }),
    })),
  })
  const visible = { includes: (merchant: number) => merchant % 5 > 0 }
  for (const here of [HERE, { latitude: 4, longitude: 102 }, { latitude: -60, longitude: -120 }]) {
    const away = (i: number, outlets: number[]) =>
      outlets.map((n) => Math.round(distanceMeters(here, placeOf(i, n) as Position))).sort((a, b) => a - b)[0]
    const nearest = (records: [i: number, outlets: number[]][]) =>
      records
        .filter(([i]) => i % 5 > 0 && i % 7 > 0)
        .map(([i, outlets]) => away(i, outlets) as number)
        .sort((a, b) => a - b)
        .slice(0, 10)
    const found = search('kopi', { here, visible })
    const distancesOf = (kind: 'merchants' | 'outlets' | 'vouchers') =>
      found[kind].map(({ distance }) => distance)
    expect(distancesOf('merchants')).toEqual(nearest(numbers.map((i) => [i, [1, 2]])))
    expect(distancesOf('outlets')).toEqual(
      nearest(numbers.flatMap((i) => [1, 2].map((n): [number, number[]] => [i, [n]]))),
    )
    expect(distancesOf('vouchers')).toEqual(nearest(numbers.map((i) => [i, i % 3 === 0 ? [2] : [1, 2]])))
  }
})

test('many records of which few have a position: those without one follow', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `Kopi ${100 + i}`)
  const { merchants } = await openIndex({
    merchants: names.map((name) => ({ name })),
    outlets: [
      { of: 'Kopi 200', ...north(2) },
      { of: 'Kopi 300', ...north(1) },
    ],
  })
  expect(merchants('kopi', { here: HERE })).toEqual(['Kopi 300', 'Kopi 200', ...names.slice(0, 8)])
})

test('hidden merchants hide their vouchers, outlets and cities', async () => {
  const scene = {
    merchants: [{ name: 'Kopi' }, { name: 'Kopi Hidden' }],
    outlets: [
      { of: 'Kopi', name: 'Kopi one' },
      { of: 'Kopi Hidden', name: 'Kopi two' },
      { of: 'Kopi Hidden', name: 'Kopi three', city: 'Kopi Town' },
    ],
    vouchers: [
      { of: 'Kopi', title: 'Kopi' },
      { of: 'Kopi Hidden', title: 'Kopi kopi' },
    ],
  }
  const { search } = await openIndex(scene)
  const visible = { includes: (merchant: number) => merchant === 0 }
  const found = search('kopi', { visible })
  expect(Object.values(found).map((hits) => hits.length)).toEqual([1, 1, 1, 0])
  expect(search('ipoh', { visible }).cities).toMatchObject([{ outletCount: 1 }])
})

test('outlets of different sandboxes and countries make different cities', async () => {
  const { search } = await openIndex({
    merchants: [{ name: 'Live' }, { name: 'Test', sandboxId: 'one' }],
    outlets: [{ of: 'Live' }, { of: 'Live', countryCode: 'SG' }, { of: 'Test' }],
  })
  expect(search('ipoh').cities.map(({ outletCount }) => outletCount)).toEqual([1, 1, 1])
})

test('a voucher is found until it ends', async () => {
  const { vouchers } = await openIndex({
    merchants: [{ name: 'Kopi' }],
    vouchers: [{ of: 'Kopi', title: 'Toast', validUntil: NOW.toISOString() }],
  })
  expect(vouchers('toast')).toEqual([])
  expect(vouchers('toast', { now: new Date(NOW.getTime() - 1) })).toEqual(['Toast'])
})

test('at most 10 of a kind, the best ones', async () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const { vouchers } = await openIndex({
    merchants: [{ name: 'Shop' }],
    vouchers: numbers.map((i) => ({ of: 'Shop', title: i % 2 === 0 ? `Kopitiam ${i}` : `Kopi ${i}` })),
  })
  const odd = numbers.filter((i) => i % 2 === 1)
  expect(vouchers('kopi')).toEqual(odd.slice(0, 10).map((i) => `Kopi ${i}`))
})

test('records that match equally well keep their usual order, whichever of their words matches', async () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const titles = numbers.map((i) => (i % 2 === 0 ? `Kopitiam ${i}` : `Kopi ${i}`))
  const { vouchers } = await openIndex({
    merchants: [{ name: 'Shop' }],
    vouchers: titles.map((title) => ({ of: 'Shop', title })),
  })
  expect(vouchers('kop')).toEqual(titles.slice(0, 10))
})

test('no words: nothing is found', async () => {
  const { search } = await openIndex({ merchants: [{ name: '!!!' }] })
  expect(search('!!!').merchants).toEqual([])
})

test('a build lets other work run in between', async () => {
  const merchants = Array.from({ length: 100 }, (_, i) => ({ name: `Shop ${i}` }))
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  await SearchIndex.of(rowsOf({ merchants }), new TimeSlice(0))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(1)
})
