import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { idsOf, openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const shop = await market.shop()

const claim = async (sub: string, voucherId: string) =>
  (await visitor(sub)('POST', '/me/claims', { voucherId })).body
const list = (sub: string, query = '') => visitor(sub)('GET', `/me/claims${query}`)
const nextOf = ({ link }: Record<string, string>) => link?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null

test('200: newest first, with the fields that a wallet shows', async () => {
  const [one, two] = [await market.offer(shop.id, { title: '{b}One{/b}' }), await market.offer(shop.id)]
  const first = await claim('mei', two.id)
  clock.advance(1)
  const second = await claim('mei', one.id)
  expect((await list('mei')).body).toEqual([
    {
      ...{ id: second.id, voucherId: one.id, claimedAt: second.claimedAt, merchantId: shop.id },
      ...{ voucherTitle: '{b}One{/b}', voucherIsActive: true },
    },
    {
      ...{ id: first.id, voucherId: two.id, claimedAt: first.claimedAt, merchantId: shop.id },
      ...{ voucherTitle: two.title, voucherIsActive: true },
    },
  ])
})

test('200: sorted by claim time, also if the ids are in another order', async () => {
  const vouchers = [await market.offer(shop.id), await market.offer(shop.id), await market.offer(shop.id)]
  for (const { id } of vouchers) {
    await claim('backwards', id)
    clock.advance(-1000)
  }
  const times = (await list('backwards')).body.map(({ claimedAt }: { claimedAt: string }) => claimedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await list('backwards')).body[0].voucherId).toBe(vouchers[0].id)
  clock.advance(3000)
})

test('200: empty for a new user; each user sees only their own', async () => {
  const voucher = await market.offer(shop.id)
  await claim('owner', voucher.id)
  expect((await list('somebody else')).body).toEqual([])
  const elsewhere = visitorsOf(harness, await onboardIssuer(harness))
  expect((await elsewhere('owner')('GET', '/me/claims')).body).toEqual([])
})

test('200: voucherIsActive is false once it is unpublished, and only then; the title is the current one', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id, { validUntil: new Date(clock.now.getTime() + 1000).toISOString() })
  await claim('keeper', voucher.id)
  const entry = async () => (await list('keeper')).body[0]
  await market.change(`/admin/vouchers/${voucher.id}`, { title: 'Renamed' })
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect(await entry()).toMatchObject({ voucherTitle: 'Renamed', voucherIsActive: true })
  await market.change(`/admin/merchants/${id}`, { isActive: true })
  await market.unpublish(voucher.id)
  expect(await entry()).toMatchObject({ voucherIsActive: false })
  await admin('POST', `/admin/vouchers/${voucher.id}/publish`)
  expect(await entry()).toMatchObject({ voucherIsActive: true })
  clock.advance(1000)
  expect(await entry()).toMatchObject({ voucherIsActive: true })
})

test('200: claimed vouchers stay in the wallet if the scope narrows', async () => {
  const voucher = await market.offer(shop.id)
  const narrow = await onboardIssuer(harness)
  const visit = visitorsOf(harness, narrow)()
  await visit('POST', '/me/claims', { voucherId: voucher.id })
  await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: [] } })
  expect((await visit('GET', '/me/claims')).body).toMatchObject([{ voucherId: voucher.id }])
})

test('200: all pages of any size are the complete list, ties in time included', async () => {
  for (let i = 0; i < 9; i += 1) {
    if (i % 3 === 0) clock.advance(1)
    await claim('collector', (await market.offer(shop.id)).id)
  }
  const whole = idsOf(await list('collector'))
  expect(new Set(whole).size).toBe(9)
  expect((await list('collector')).headers.link).toBeUndefined()
  for (const limit of [1, 2, 4, 8, 9, 200]) {
    const ids: string[] = []
    for (let next: string | null = `/me/claims?limit=${limit}`; next; ) {
      const response = await visitor('collector')('GET', next)
      ids.push(...idsOf(response))
      next = nextOf(response.headers)
    }
    expect([limit, ids]).toEqual([limit, whole])
  }
})

test('200: a claim between two page requests is on neither page and shifts nothing', async () => {
  for (let i = 0; i < 4; i += 1) {
    clock.advance(1)
    await claim('busy', (await market.offer(shop.id)).id)
  }
  const whole = idsOf(await list('busy'))
  const first = await list('busy', '?limit=2')
  clock.advance(1)
  await claim('busy', (await market.offer(shop.id)).id)
  expect(idsOf(await visitor('busy')('GET', nextOf(first.headers) ?? ''))).toEqual(whole.slice(2))
})

test.each(['limit=0', 'limit=201', 'limit=', 'limit=1e1', 'cursor=', 'cursor=forged', 'cursor=AAAA'])(
  '400 validation_failed: %s',
  async (query) => {
    const response = await list('mei', `?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  },
)

test('400 validation_failed: a cursor of another list, either way', async () => {
  const other = await market.merchant()
  for (const merchantId of [shop.id, other.id]) await visitor('mei')('POST', '/me/favorites', { merchantId })
  const cursors = await Promise.all(
    ['/me/claims', '/me/favorites'].map(async (path) => {
      const { headers } = await visitor('mei')('GET', `${path}?limit=1`)
      return new URL(nextOf(headers) ?? '', 'http://x').searchParams.get('cursor')
    }),
  )
  expect((await visitor('mei')('GET', `/me/claims?cursor=${cursors[0]}`)).status).toBe(200)
  expect((await visitor('mei')('GET', `/me/claims?cursor=${cursors[1]}`)).body.error).toBe(
    'validation_failed',
  )
  expect((await visitor('mei')('GET', `/me/favorites?cursor=${cursors[0]}`)).body.error).toBe(
    'validation_failed',
  )
})
