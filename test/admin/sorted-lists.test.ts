import { ROUTES } from '@counterfoil/contract/routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { countRows } from '../../src/platform/database/keyset.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const partner = await onboardIssuer(harness, { webhookUrl: 'http://127.0.0.1:9/hooks' })
const till = await openTill(harness, { name: 'Émile’s Kopi' })
const market = openMarket(admin)

type Item = Record<string, string | null>

/** What each list is sorted by: its key in an item. Ids decide between items with the same key. */
const KEYS: Record<string, Record<string, (item: Item) => string>> = {
  '/admin/merchants': { createdAt: ({ id }) => `${id}`, name: ({ name }) => `${name}`.toLowerCase() },
  '/admin/merchants/{id}/outlets': {
    createdAt: ({ id }) => `${id}`,
    name: ({ name }) => `${name}`.toLowerCase(),
    city: ({ city }) => `${city}`.toLowerCase(),
  },
  '/admin/vouchers': {
    createdAt: ({ id }) => `${id}`,
    validUntil: ({ validUntil }) => validUntil ?? 'never',
    title: ({ title }) => `${title}`.replaceAll(/\{\/?[brs]\}/gi, '').toLowerCase(),
    merchantName: ({ merchantName }) => `${merchantName}`.toLowerCase(),
  },
  '/admin/users': { createdAt: ({ id }) => `${id}` },
  '/admin/claims': { claimedAt: ({ claimedAt }) => `${claimedAt}` },
  '/admin/redemptions': { redeemedAt: ({ redeemedAt }) => `${redeemedAt}` },
  '/admin/refusals': { at: ({ at }) => `${at}` },
  '/admin/requests': { at: ({ at }) => `${at}` },
  '/admin/deliveries': { createdAt: ({ createdAt }) => `${createdAt}` },
}

const sortsOf = (path: string): string[] =>
  Object.keys(KEYS[path] ?? {}).flatMap((name) => [name, `-${name}`])
const lists = Object.keys(KEYS)
const urlOf = (path: string) => path.replace('{id}', till.merchant.id)

beforeAll(async () => {
  const voucher = await till.offer({
    title: '{b}zucchini{/b}',
    redemptionCount: 2,
    validUntil: '2027-01-01T00:00:00.0005Z',
  })
  await market.draft(till.merchant.id, { title: 'Apple', validUntil: '2027-01-01T00:00:00.0004Z' })
  await market.draft(till.merchant.id, { title: 'apple' })
  const other = await market.merchant({ name: 'apple' })
  await market.merchant({ name: 'Apple' })
  await market.draft(other.id, { title: '{R}Banana{/R} | 100 %' })
  for (const [name, city] of [
    ['Zoo', 'ipoh'],
    ['ant', 'Ipoh'],
    ['Bee', 'Melaka'],
  ])
    await market.outlet(till.merchant.id, { name, city })
  const wallet = await market.offer(till.merchant.id)
  for (const name of ['aina', 'badrul', 'chong']) {
    const user = visitorsOf(harness, partner)(name)
    await user('POST', '/me/claims', { voucherId: wallet.id })
    await till.redeem(user, voucher.id)
    if (name === 'badrul') clock.advance(60_000)
    await till.redeem(user, voucher.id, { pin: '0000' })
  }
})

test('every list that can be sorted is tested here', () => {
  const sortable = ROUTES.filter(
    ({ query, path }) => query?.properties.sort && !path.endsWith('.csv') && path !== '/admin/calendar',
  )
  expect(sortable.map(({ path }) => path).sort()).toEqual(lists.sort())
  for (const { path, query } of sortable) {
    const names = (query?.properties.sort as { enum?: string[] } | undefined)?.enum ?? []
    expect([path, [...names].sort()]).toEqual([path, sortsOf(path).sort()])
  }
})

test.each(lists.flatMap((path) => sortsOf(path).map((sort) => [path, sort])))(
  '200: %s?sort=%s, page by page: every item once, in order',
  async (path = '', sort = '') => {
    const items: Item[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await admin('GET', `${urlOf(path)}?sort=${sort}&limit=2${cursor}`)
      expect([status, body.error]).toEqual([200, undefined])
      items.push(...body.items)
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
    }
    const keyOf = KEYS[path]?.[sort.replace('-', '')] ?? (() => '')
    const direction = sort.startsWith('-') ? -1 : 1
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const sorted = items.toSorted(
      (a, b) => direction * (order(keyOf(a), keyOf(b)) || order(`${a.id}`, `${b.id}`)),
    )
    expect(items.length).toBeGreaterThan(2)
    expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    const { body } = await admin('GET', `${urlOf(path)}?limit=200&count=true`)
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(body.items.map(({ id }: Item) => id)))
    expect(body.count).toEqual({ value: items.length, isExact: true })
  },
)

test.each(lists)(
  '400 validation_failed: %s with a cursor of another sort, or an unknown sort',
  async (path) => {
    const [one, another] = sortsOf(path)
    const first = (await admin('GET', `${urlOf(path)}?sort=${one}&limit=1`)).body
    const cursor = await admin('GET', `${urlOf(path)}?sort=${another}&cursor=${first.nextCursor}`)
    expect([cursor.status, cursor.body.error, cursor.body.issues[0].path]).toEqual([
      400,
      'validation_failed',
      '/cursor',
    ])
    const sort = await admin('GET', `${urlOf(path)}?sort=nonsense`)
    expect([sort.status, sort.body.issues[0].path]).toEqual([400, '/sort'])
  },
)

test('200: a count follows the filters', async () => {
  const { count } = (await admin('GET', '/admin/users?q=aina&count=true')).body
  expect(count).toEqual({ value: 1, isExact: true })
  expect((await admin('GET', '/admin/users')).body.count).toBeUndefined()
})

test.each([
  [0, { value: 0, isExact: true }],
  [10_000, { value: 10_000, isExact: true }],
  [10_001, { value: 10_000, isExact: false }],
  [50_000, { value: 10_000, isExact: false }],
])('a count of %d rows is exact up to 10,000', async (amount, count) => {
  expect(await countRows(db, db`select from generate_series(1, ${amount}::int)`)).toEqual(count)
})
