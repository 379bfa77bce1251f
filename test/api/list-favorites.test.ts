import { expect, test } from 'vitest'
import { type ApiResponse, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)

const favorite = async (sub: string, merchantId: string) =>
  (await visitor(sub)('POST', '/me/favorites', { merchantId })).body
const list = (sub: string, query = '') => visitor(sub)('GET', `/me/favorites${query}`)
const merchantsOf = ({ body }: ApiResponse): string[] =>
  body.map(({ merchantId }: { merchantId: string }) => merchantId)
const nextOf = ({ link }: Record<string, string>) => link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null

test('200: newest first, with the fields of each merchant', async () => {
  const kopi = await market.merchant({ name: 'Kopi', slug: 'kopi', logoPath: '/uploads/kopi.webp' })
  const teh = await market.merchant({ name: 'Teh', slug: 'teh' })
  const first = await favorite('mei', kopi.id)
  clock.advance(1)
  const second = await favorite('mei', teh.id)
  expect((await list('mei')).body).toEqual([
    {
      ...{ merchantId: teh.id, favoritedAt: second.createdAt },
      ...{ name: 'Teh', slug: 'teh', category: 'F_AND_B', logoPath: null },
    },
    {
      ...{ merchantId: kopi.id, favoritedAt: first.createdAt },
      ...{ name: 'Kopi', slug: 'kopi', category: 'F_AND_B', logoPath: '/uploads/kopi.webp' },
    },
  ])
})

test('200: repeating a favorite changes no order; one removed and added again is the newest', async () => {
  const [a, b] = [await market.merchant(), await market.merchant()]
  for (const { id } of [a, b]) {
    await favorite('fickle', id)
    clock.advance(1)
  }
  await favorite('fickle', a.id)
  expect(merchantsOf(await list('fickle'))).toEqual([b.id, a.id])
  await visitor('fickle')('DELETE', `/me/favorites/${a.id}`)
  expect(merchantsOf(await list('fickle'))).toEqual([b.id])
  await favorite('fickle', a.id)
  expect(merchantsOf(await list('fickle'))).toEqual([a.id, b.id])
})

test('200: empty for a new user; each user sees only their own', async () => {
  await favorite('owner', (await market.merchant()).id)
  expect((await list('somebody else')).body).toEqual([])
  const elsewhere = visitorsOf(harness, await onboardIssuer(harness))
  expect((await elsewhere('owner')('GET', '/me/favorites')).body).toEqual([])
})

test('200: a favorite stays when its merchant is inactive or out of scope, under its current name', async () => {
  const { id } = await market.merchant()
  const narrow = await onboardIssuer(harness)
  const visit = visitorsOf(harness, narrow)()
  await visit('POST', '/me/favorites', { merchantId: id })
  await market.change(`/admin/merchants/${id}`, { isActive: false, name: 'Renamed' })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  expect((await visit('GET', '/me/favorites')).body).toMatchObject([{ merchantId: id, name: 'Renamed' }])
})

test('200: all pages of any size are the complete list, ties in time included', async () => {
  for (let i = 0; i < 9; i += 1) {
    if (i % 3 === 0) clock.advance(1)
    await favorite('collector', (await market.merchant()).id)
  }
  const whole = merchantsOf(await list('collector'))
  expect(new Set(whole).size).toBe(9)
  for (const limit of [1, 2, 4, 8, 9, 200]) {
    const ids: string[] = []
    for (let next: string | null = `/me/favorites?limit=${limit}`; next; ) {
      const response = await visitor('collector')('GET', next)
      ids.push(...merchantsOf(response))
      next = nextOf(response.headers)
    }
    expect([limit, ids]).toEqual([limit, whole])
  }
})

test('200: a page continues after a favorite that was removed', async () => {
  for (let i = 0; i < 4; i += 1) {
    clock.advance(1)
    await favorite('leaver', (await market.merchant()).id)
  }
  const whole = merchantsOf(await list('leaver'))
  const first = await list('leaver', '?limit=2')
  await visitor('leaver')('DELETE', `/me/favorites/${whole[1]}`)
  expect(merchantsOf(await visitor('leaver')('GET', nextOf(first.headers) ?? ''))).toEqual(whole.slice(2))
})

test.each(['limit=0', 'limit=201', 'limit=', 'cursor=', 'cursor=forged', 'cursor=AAAA'])(
  '400 validation_failed: %s',
  async (query) => {
    const response = await list('mei', `?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  },
)
