import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { idsOf, openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin } = harness
const market = openMarket(admin)
const call = visitorsOf(harness, await onboardIssuer(harness))()

/** The URL of the next page in the `link` header; null on the last page. */
const nextOf = ({ link }: Record<string, string>) => link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null

/** Fetches all pages of a list. */
async function walk(path: string, between: (page: number) => unknown = () => {}): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | null = path; next !== null; ) {
    const response = await call('GET', next)
    expect([next, response.status]).toEqual([next, 200])
    pages.push(idsOf(response))
    await between(pages.length)
    next = nextOf(response.headers)
  }
  return pages
}

/** Sixty merchants in one mall, twenty around it, ten without an outlet: ties in names, positions and both. */
const mall = await market.category()
const merchantIds: string[] = []
for (let i = 0; i < 90; i += 1) {
  const { id } = await market.merchant({ name: `Shop ${i % 7}`, category: mall.slug, isNew: i % 2 === 0 })
  if (i < 60) {
    await market.outlet(id, { latitude: 3.1579, longitude: 101.7116 })
    if (i % 4 === 0) await market.outlet(id, { latitude: 3.1579, longitude: 101.7116 })
    if (i % 10 === 0) await market.outlet(id, { latitude: 3.2, longitude: 101.7 })
  } else if (i < 80) await market.outlet(id, { latitude: 3.1579 + (i - 60) / 1000, longitude: 101.7116 })
  merchantIds.push(id)
}
await admin('PUT', '/admin/featured', { merchantIds: merchantIds.filter((_, i) => i % 3 > 0).toReversed() })

const IN_THE_MALL = 'lat=3.1579&lng=101.7116'
const QUERIES = [
  `category=${mall.slug}`,
  `category=${mall.slug}&isNew=true`,
  'featured=true',
  `featured=true&${IN_THE_MALL}`,
  `category=${mall.slug}&${IN_THE_MALL}`,
  `category=${mall.slug}&lat=-3.1579&lng=-78.2884`,
  `category=${mall.slug}&lat=0.0000005&lng=0.000001234567890123456`,
]

test.each(QUERIES)('200: the pages of any size add up to the complete list: %s', async (query) => {
  const whole = idsOf(await call('GET', `/merchants?${query}`))
  expect(whole.length).toBeGreaterThan(40)
  expect(new Set(whole).size).toBe(whole.length)
  for (const limit of [1, 7, 30, whole.length - 1, whole.length, 200]) {
    const pages = await walk(`/merchants?${query}&limit=${limit}`)
    expect(pages.flat()).toEqual(whole)
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
    expect(pages.at(-1)?.length).toBeGreaterThan(0)
  }
})

test('200: without a limit the list is complete and has no link', async () => {
  const response = await call('GET', `/merchants?category=${mall.slug}`)
  expect([response.body.length, response.headers.link]).toEqual([90, undefined])
})

test('200: a cursor without a limit returns all remaining merchants', async () => {
  const query = `category=${mall.slug}`
  const whole = idsOf(await call('GET', `/merchants?${query}`))
  const next = new URL(nextOf((await call('GET', `/merchants?${query}&limit=10`)).headers) ?? '', 'http://x')
  next.searchParams.delete('limit')
  expect(idsOf(await call('GET', next.pathname + next.search))).toEqual(whole.slice(10))
})

test.each([
  '%E2%82%AC=1',
  '%0D%0Ax-injected=1',
  '%22%3E%3C=1',
  'a%26b=%26',
  'x=1&x=2',
  '%F0%9F%98%80=%F0%9F%98%80',
])('200: unknown parameters with any name are kept in the link: %s', async (unknown) => {
  const query = `category=${mall.slug}`
  const pages = await walk(`/merchants?${query}&limit=50&${unknown}`)
  expect(pages.flat()).toEqual(idsOf(await call('GET', `/merchants?${query}`)))
})

test('200: the link keeps the filters, and the page size can be changed', async () => {
  const query = `category=${mall.slug}&isNew=true&${IN_THE_MALL}`
  const next = new URL(nextOf((await call('GET', `/merchants?${query}&limit=3`)).headers) ?? '', 'http://x')
  expect(Object.fromEntries(next.searchParams)).toMatchObject({
    category: mall.slug,
    isNew: 'true',
    lat: '3.1579',
    lng: '101.7116',
    limit: '3',
  })
  next.searchParams.set('limit', '100')
  const whole = idsOf(await call('GET', `/merchants?${query}`))
  expect(idsOf(await call('GET', next.pathname + next.search))).toEqual(whole.slice(3))
})

test.each([
  ['name', ''],
  ['nearest', `&${IN_THE_MALL}`],
])(
  '200: by %s, a merchant that stays is listed once while others are added and removed',
  async (_order, more) => {
    const category = await market.category()
    const add = async (name: string) => {
      const { id } = await market.merchant({ name, category: category.slug })
      await market.outlet(id, { latitude: 3.1579, longitude: 101.7116 })
      return id as string
    }
    const ids: string[] = []
    for (let i = 10; i < 30; i += 1) ids.push(await add(`Shop ${i}`))
    const pages = await walk(`/merchants?category=${category.slug}&limit=5${more}`, async (page) => {
      if (page === 1) {
        // The last one shown (in the cursor), one shown before it, and one not shown yet.
        const whole = idsOf(await call('GET', `/merchants?category=${category.slug}${more}`))
        for (const place of [4, 2, 12])
          await market.change(`/admin/merchants/${whole[place]}`, { isActive: false })
        ids.splice(ids.indexOf(whole[12] as string), 1)
      }
      if (page === 2) for (const name of ['Shop 10a', 'Shop 29a']) await add(name)
    })
    const flat = pages.flat()
    expect(new Set(flat).size).toBe(flat.length)
    expect(flat.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
  },
)

test('200: paging continues after a name of maximum length', async () => {
  const category = await market.category()
  const ids = []
  for (const text of ['\u{1f98a}', '\u0001', '"', 'x']) {
    const name = `${text.repeat(199)}x`
    ids.push((await market.merchant({ name, category: category.slug })).id)
  }
  const pages = await walk(`/merchants?category=${category.slug}&limit=1`)
  expect(pages.flat().toSorted()).toEqual(ids.toSorted())
})

const cursorOf = async (query: string) =>
  new URL(
    nextOf((await call('GET', `/merchants?${query}&limit=1`)).headers) ?? '',
    'http://x',
  ).searchParams.get('cursor') as string
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

test.each([
  ['nonsense', '%%'],
  ['not base64', 'forged!'],
  ['not JSON', encode('forged')],
  ['not a list', encode({ order: 'name' })],
  ['null', encode('null')],
  ['too short', encode(['name', 'a'])],
  ['a list with a wrong key', encode(['name', 1, 'id'])],
  ['a list without a key', encode(['name', null, 'id'])],
  ['a list with a wrong id', encode(['name', 'a', 1])],
  ['a list with an unknown order', encode(['newest', 'a', 'id'])],
  ['empty', ''],
  ['3,000 characters long', 'x'.repeat(3000)],
])('400 validation_failed: a cursor that is %s', async (_name, cursor) => {
  const response = await call('GET', `/merchants?limit=2&cursor=${encodeURIComponent(cursor)}`)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues).toMatchObject([{ path: '/cursor' }])
})

test('400 validation_failed: a cursor of another sort order', async () => {
  const orders = [`category=${mall.slug}`, 'featured=true', `category=${mall.slug}&${IN_THE_MALL}`]
  const cursors = await Promise.all(orders.map(cursorOf))
  for (const [i, order] of orders.entries()) {
    for (const [j, cursor] of cursors.entries()) {
      const { status } = await call('GET', `/merchants?${order}&limit=1&cursor=${cursor}`)
      expect([order, orders[j], status]).toEqual([order, orders[j], i === j ? 200 : 400])
    }
  }
})
