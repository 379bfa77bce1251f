import { afterAll, expect, test } from 'vitest'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, deps } = harness
const bank = await onboardIssuer(harness)
const mei = visitorsOf(harness, bank)('mei')
const kopi = await openTill(harness, { name: 'Kopi' })
await createCell(deps, 'west')
await deps.cells.follow()
const west = await deps.cells.forNewMerchant()
const westDatabase = new URL(west.db.url).pathname.slice(1)
afterAll(() => deps.homeDb.unsafe(`drop database ${westDatabase} with (force)`))
const teh = await openTill({ ...harness, db: west.db }, { name: 'Teh', slug: 'teh' })
const vouchers = [await kopi.offer({ title: 'Free kopi' }), await teh.offer({ title: 'Free teh' })]
for (const [place, till] of [kopi, teh, teh, kopi, teh].entries()) {
  clock.advance(60_000)
  const voucher = await till.offer({ title: `Drink ${place}` })
  const { status } = await till.redeem(mei, voucher.id)
  expect(status).toBe(201)
}
clock.advance(60_000)

const get = async (path: string) => (await admin('GET', path)).body

async function pages(path: string): Promise<Record<string, unknown>[]> {
  const { items, nextCursor } = await get(path)
  return nextCursor === null
    ? items
    : [...items, ...(await pages(`${path.split('&cursor')[0]}&cursor=${nextCursor}`))]
}

test('the merchants are in different databases', async () => {
  const [one, other] = await Promise.all(
    [kopi, teh].map(({ merchant }) => deps.cells.of('merchant', merchant.id)),
  )
  expect([one?.cell === other?.cell, other?.cell]).toEqual([false, 'west'])
})

test('200: redemptions of all cells, in pages of two, in both orders', async () => {
  for (const [sort, titles] of [
    ['redeemedAt', [0, 1, 2, 3, 4]],
    ['-redeemedAt', [4, 3, 2, 1, 0]],
  ] as const) {
    const rows = await pages(`/admin/redemptions?limit=2&sort=${sort}`)
    expect(rows.map(({ voucherTitle }) => voucherTitle)).toEqual(titles.map((title) => `Drink ${title}`))
  }
  expect((await get('/admin/redemptions?limit=1&count=true')).count).toEqual({ value: 5, isExact: true })
})

test('200: stats are the sums, and the first group of all cells is first', async () => {
  const stats = (query: string) => get(`/admin/stats?interval=day&${query}`)
  const byPartner = await stats('groupBy=partner')
  expect([
    byPartner.redemptions,
    byPartner.groups.map((row: { redemptions: number }) => row.redemptions),
  ]).toEqual([5, [5]])
  expect(byPartner.days.at(-1).redemptions).toBe(5)
  const byMerchant = await stats('groupBy=merchant&limit=1')
  expect(byMerchant.groups).toMatchObject([{ id: teh.merchant.id, redemptions: 3 }])
  expect(byMerchant.others).toMatchObject({ groups: 1, redemptions: 2 })
})

test('200: statements, search, users and history have the records of all cells', async () => {
  const month = clock.now.toISOString().slice(0, 7)
  const { items, totals } = await get(`/admin/statements?month=${month}&limit=200`)
  expect([items.length, totals]).toEqual([5, [{ currency: null, net: 5, total: null }]])
  for (const { id } of vouchers) {
    expect((await get(`/admin/search?q=${id}`)).items).toMatchObject([{ type: 'voucher', id }])
    expect((await get(`/admin/history?target=voucher:${id}`)).items.length).toBeGreaterThan(0)
  }
  const { userId } = (await get('/admin/redemptions?limit=1')).items[0]
  expect((await get(`/admin/users/${userId}`)).redemptions).toHaveLength(5)
})

test('403 voucher_out_of_scope: a test partner simulates a redemption of a live voucher, at home or in a cell', async () => {
  const { call } = await openTwin(harness)
  for (const { id: voucherId } of vouchers) {
    const body = { externalUserId: 'mei', voucherId }
    const { body: refusal } = await call('POST', '/integrations/test/redemptions', body)
    expect(refusal.error).toBe('voucher_out_of_scope')
  }
})

test('503 unavailable: a list while a cell cannot be reached, never a part of it', async () => {
  await teh.offer({ validUntil: new Date(clock.now.getTime() + 86_400_000).toISOString() })
  /** What the watch over alerts has stored. */
  const openAlerts = async () => {
    clock.advance(60_000)
    await watchAlerts(deps)
    const rows = await deps.homeDb<{ kind: string }[]>`
      select kind from alerts where ended_at is null order by kind`
    return rows.map(({ kind }) => kind)
  }
  expect(await openAlerts()).toEqual(['VOUCHER_ENDS_SOON'])
  await deps.homeDb.unsafe(`alter database ${westDatabase} allow_connections false`)
  await deps.homeDb`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${westDatabase}`
  const { status, body } = await admin('GET', '/admin/redemptions')
  expect([status, body.error]).toEqual([503, 'unavailable'])
  // A list of one merchant asks one cell.
  for (const list of ['redemptions', 'claims', 'vouchers', 'redemptions.csv']) {
    const ofMerchant = (till: typeof kopi) => admin('GET', `/admin/${list}?merchantId=${till.merchant.id}`)
    expect([list, (await ofMerchant(kopi)).status]).toEqual([list, 200])
    expect([list, (await ofMerchant(teh)).status]).toEqual([list, 503])
  }
  expect((await admin('GET', '/admin/users')).status).toBe(200)
  expect(await openAlerts()).toEqual(['CELL_UNREACHABLE', 'VOUCHER_ENDS_SOON'])
  expect((await get('/admin/alerts')).items).toMatchObject([
    { message: 'The cell west cannot be reached. Its merchants are unavailable' },
  ])
  expect((await admin('GET', '/metrics')).body).toMatch(/^counterfoil_cells_unreachable 1$/m)
  await deps.homeDb.unsafe(`alter database ${westDatabase} allow_connections true`)
  await expect.poll(async () => (await admin('GET', '/admin/redemptions')).status).toBe(200)
  expect(await openAlerts()).toEqual(['VOUCHER_ENDS_SOON'])
})
