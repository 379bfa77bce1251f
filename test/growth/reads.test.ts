import { afterAll, expect, test } from 'vitest'
import type { Caller } from '../../src/domain/actors/caller.ts'
import { listAuditEntries } from '../../src/domain/audit/queries.ts'
import {
  listRedemptionRows,
  listRedemptions,
  REDEMPTION_LIST,
} from '../../src/domain/redemptions/admin-queries.ts'
import { listRedemptionsOfUser } from '../../src/domain/redemptions/consumer-queries.ts'
import {
  countUsers,
  searchFirstUsers,
  searchUsers,
  USER_LIST,
} from '../../src/domain/users/user-search-queries.ts'
import { CLAIM_LIST, selectClaims } from '../../src/domain/wallet/claim-list-queries.ts'
import { DELIVERY_LIST, listDeliveries } from '../../src/domain/webhooks/delivery-list-queries.ts'
import { firstRows } from '../../src/platform/input/sorted-list.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { rowsRead } from './rows-read.ts'
import { whileLocked } from './while-locked.ts'

const harness = await createHarness()
const { admin, db } = harness
const market = openMarket(admin)
const partner = await onboardIssuer(harness)
const till = await openTill(harness)
const voucher = await till.offer({ redemptionCount: 1000 })
const EVERYTHING: Caller = {
  kind: 'system',
  id: null,
  name: 'test',
  role: 'admin',
  merchantIds: null,
  partnerId: null,
}
const FIRST_PAGE = { limit: 20, before: { time: null, id: null } } as const

const USERS = 10_000
const REDEMPTIONS = 40_000

// One user has the 5,000 oldest redemptions, and three old ones have a rare flag reason. The others belong to all users.
const maintenance = db.sibling({ max: 1, deadlineMs: 120_000 })
await maintenance.unsafe(`
  insert into users (id, partner_id, external_user_id, email, created_at, updated_at)
  select uuid_v7(), '${partner.id}', 'user-' || n, 'person' || n || '@example.com', now(), now()
  from generate_series(1, ${USERS}) as n;
  insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
    cycle_key, remaining, status, flag_reason, gps_available, redeemed_at, statement_month)
  select uuid_v7(), '${partner.id}', u.id, '${voucher.id}', '${till.outlet.id}', '${till.merchant.id}', 'Kopi', 'Outlet',
    '2026-01', 1, case when k % 20 = 0 then 'FLAGGED' else 'SUCCESS' end,
    case when k % 20 = 0 then 'gps_unavailable' when k in (601, 602, 603) then 'outlet_not_geolocated' end, true,
    at, to_char(at at time zone 'UTC', 'YYYY-MM')
  from generate_series(1, ${REDEMPTIONS}) as k
  cross join lateral (select now() - make_interval(mins => ${REDEMPTIONS} - k) as at) as past
  join (select id, row_number() over (order by id) as n from users) as u
    on u.n = case when k <= 5000 then 1 else 2 + k % (${USERS} - 1) end;
  analyze;`)
afterAll(() => maintenance.end())
const [first] = await db<{ id: string }[]>`select id from users order by id limit 1`
const oldCustomer = first?.id ?? ''

test('/me/redemptions: a page of a user with only old redemptions reads no more than that page', async () => {
  const page = await listRedemptionsOfUser(db, oldCustomer, FIRST_PAGE)
  expect(page.length).toBe(21)
  expect(await rowsRead(db, listRedemptionsOfUser(db, oldCustomer, FIRST_PAGE))).toBeLessThan(50)
  const last = page.at(-1)
  const next = { limit: 20, before: { time: last?.redeemedAt ?? '', id: last?.id ?? '' } }
  expect(await rowsRead(db, listRedemptionsOfUser(db, oldCustomer, next))).toBeLessThan(50)
})

test('/admin/redemptions?flagReason=: a rare and old reason is read from its own index', async () => {
  const rare = { flagReason: 'outlet_not_geolocated' }
  expect((await listRedemptions(db, EVERYTHING, rare, firstRows(REDEMPTION_LIST, 20))).length).toBe(3)
  // Three redemptions, each with its user and its merchant.
  expect(
    await rowsRead(db, listRedemptionRows(db, EVERYTHING, rare, firstRows(REDEMPTION_LIST, 20))),
  ).toBeLessThan(13)
})

test.each([
  ['that matches one user', 'person77@', 1],
  ['that matches nobody', 'nobody-like-this', 0],
  ['of two letters that matches nobody', 'zq', 0],
])('/admin/users?q= %s reads only its matches', async (_title, q, found) => {
  const page = firstRows(USER_LIST, 20)
  expect((await searchUsers(db, EVERYTHING, page, { q })).length).toBe(found)
  expect(await rowsRead(db, searchUsers(db, EVERYTHING, page, { q }))).toBeLessThan(20)
})

test('/admin/users?q= that matches everybody is answered from the newest users', async () => {
  const page = firstRows(USER_LIST, 20)
  const newest = await searchFirstUsers(db, EVERYTHING, page, { q: 'EXAMPLE.com' })
  expect(newest.length).toBe(21)
  expect(newest).toEqual(await searchUsers(db, EVERYTHING, page, { q: 'EXAMPLE.com' }))
})

test('/admin/users?q=&count=true: exact up to 10,000 matches, then more', async () => {
  const count = (q: string) => countUsers(db, EVERYTHING, { q })
  const searches = ['example.com', 'pe', 'person']
  for (const q of searches) expect([q, await count(q)]).toEqual([q, { value: USERS, isExact: true }])
  expect(await count('person77@')).toEqual({ value: 1, isExact: true })
  await db`
    insert into users (id, partner_id, external_user_id, email, created_at, updated_at)
    values (uuid_v7(), ${partner.id}, 'one more', 'person@example.com', now(), now())`
  for (const q of searches) expect([q, await count(q)]).toEqual([q, { value: USERS, isExact: false }])
})

test('/admin/audit: an unknown actor or action is looked up in an index and reads no row', async () => {
  await maintenance`
    insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target)
    select uuid_v7(), now(), 'key', 'key-' || k % 10, 'Key ' || k % 10, 'voucher.update', 'voucher:' || k
    from generate_series(1, 5000) as k`
  await db.unsafe('analyze audit_log')
  const page = { limit: 20, before: null }
  for (const filter of [{ actor: 'nobody' }, { action: 'voucher.nothing' }])
    expect(await rowsRead(db, listAuditEntries(db, page, filter))).toBe(0)
  expect(await rowsRead(db, listAuditEntries(db, page, { actor: 'KEY 7' }))).toBeLessThan(500)
  expect((await listAuditEntries(db, page, { actor: 'KEY 7' })).length).toBe(21)
})

test('/admin/vouchers/{id}/codes: counted without reading codes, a voided code stays dispensed', async () => {
  const pool = await market.draft(till.merchant.id, {
    ...{ codeSource: 'MANUAL', claimFlow: 'INSTANT', redemptionCount: 3 },
  })
  const path = `/admin/vouchers/${pool.id}/codes`
  await admin('POST', path, { codes: ['A-1', 'A-2', 'A-3', 'A-4'] })
  await admin('POST', `/admin/vouchers/${pool.id}/publish`)
  const mei = visitorsOf(harness, partner)('mei')
  const redeemed = [
    await till.redeem(mei, pool.id),
    await till.redeem(mei, pool.id),
    await till.redeem(mei, pool.id),
  ]
  expect(redeemed.map(({ status }) => status)).toEqual([201, 201, 201])
  await admin('POST', `/admin/redemptions/${redeemed[0]?.body.id}/void`, { reason: 'By mistake.' })
  const stats = { total: 4, available: 1, dispensed: 3 }
  const answered = await whileLocked(db, 'voucher_codes', async () => (await admin('GET', path)).body)
  expect(answered).toEqual(stats)
})

test('/admin/deliveries?state=FAILED: thousands of old failures are read from their own index', async () => {
  await maintenance.unsafe(`
    update partners set webhook_url = 'https://example.com/hook';
    insert into events (id, partner_id, user_id, type, body, created_at)
    select uuid_v7(), '${partner.id}', '${oldCustomer}', 'REDEMPTION_CREATED', '{}', now() - make_interval(secs => 30000 - k)
    from generate_series(1, 30000) as k;
    update deliveries set state = case when created_at < now() - interval '23000 seconds' then 'FAILED' else 'DELIVERED' end,
      delivered_at = now();
    analyze;`)
  const failed = (filter: object) =>
    listDeliveries(db, EVERYTHING, { state: 'FAILED', ...filter }, firstRows(DELIVERY_LIST, 20))
  for (const filter of [{}, { partnerId: partner.id }]) {
    expect((await failed(filter)).length).toBe(21)
    expect(await rowsRead(db, failed(filter))).toBeLessThan(2000)
  }
  expect((await failed({ type: 'REDEMPTION_CREATED' })).length).toBe(21)
  expect(await failed({ type: 'CLAIM_CREATED' })).toEqual([])
})

test('/admin/claims?voucherId=: a few old claims are read from their own index', async () => {
  const [busy, quiet] = [await market.offer(till.merchant.id), await market.offer(till.merchant.id)]
  await maintenance.unsafe(`
    insert into claims (id, user_id, voucher_id, claimed_at)
    select uuid_v7(), id, '${busy.id}', now() - interval '1 day' from users;
    insert into claims (id, user_id, voucher_id, claimed_at)
    select uuid_v7(), id, '${quiet.id}', now() - interval '2 days' from users order by id limit 3;
    analyze claims;`)
  const list = () => selectClaims(db, EVERYTHING, { voucherId: quiet.id }, firstRows(CLAIM_LIST, 20))
  expect(await list()).toHaveLength(3)
  expect(await rowsRead(db, list())).toBeLessThan(20)
})
