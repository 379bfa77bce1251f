import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { identifier } from '../../src/platform/database/sql.ts'
import { createHarness } from '../support/harness.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({ secretsKey: Buffer.alloc(32, 7) })
const { clock, db, server } = harness
clock.now = new Date('2026-11-16T08:00:00.000Z')
const issuer = await onboardIssuer(harness)
const id = (n: number) => `01999d54-3a18-7c62-b6e3-${String(n).padStart(12, '0')}`
const [KOPI, PLAIN, OUTLET, FREE, OLD, USER] = [id(1), id(2), id(3), id(4), id(5), id(6)]

/** Rows with fixed ids and times, so that every byte of a response is known beforehand. */
async function insertCatalog(): Promise<void> {
  const at = '2026-11-01T00:00:00.000Z'
  await db`delete from categories where slug <> 'F_AND_B'`
  await db`insert into sub_categories (id, category, name, position) values (${id(7)}, 'F_AND_B', 'Coffee', 1)`
  await db`
    insert into merchants (id, name, slug, category, logo_path, banner_path, description, is_new, is_active, timezone,
      top_voucher_id, featured_position, created_at, updated_at)
    values
      (${KOPI}, 'Kopi Corner', 'kopi-corner', 'F_AND_B', '/uploads/a.png', null, 'Coffee & toast since 1968.', true, true,
       'Asia/Kuala_Lumpur', null, 1, ${at}, ${at}),
      (${PLAIN}, 'Plain', 'plain', 'F_AND_B', null, null, null, false, true, 'UTC', null, null, ${at}, ${at})`
  await db`
    insert into merchant_sub_categories (merchant_id, sub_category_id, category) values (${KOPI}, ${id(7)}, 'F_AND_B')`
  await db`
    insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code,
      latitude, longitude, is_active, created_at, updated_at)
    values (${OUTLET}, ${KOPI}, 'Kopi Corner Suria', 'Lot 241', 'Lot 241, Suria', 'Kuala Lumpur', '', '50088', 'MY',
      3.1579, 101.7116, true, ${at}, ${at})`
  await db`
    insert into vouchers (id, merchant_id, title, description, terms, image_path, value_type, code_source, claim_flow,
      favorites_only, redemption_count, cycle, status, published_at, created_at, updated_at)
    values
      (${FREE}, ${KOPI}, '{b}Free{/b} kopi', 'One kopi.', 'Dine-in only.', '/uploads/b.png', 'FREE_ITEM', 'NONE', 'WALLET',
       false, 2, 'MONTHLY', 'PUBLISHED', ${at}, ${at}, ${at}),
      (${OLD}, ${KOPI}, 'Old offer', null, null, '/uploads/c.png', null, 'NONE', 'INSTANT',
       false, 1, 'ONE_TIME', 'UNPUBLISHED', ${at}, ${at}, ${at})`
  await db`
    insert into users (id, partner_id, external_user_id, created_at, updated_at)
    values (${USER}, ${issuer.id}, 'user-42', ${at}, ${at})`
  await db`insert into claims (id, user_id, voucher_id, claimed_at) values (${id(8)}, ${USER}, ${FREE}, ${at})`
  await db`insert into favorites (user_id, merchant_id, created_at) values (${USER}, ${KOPI}, ${at})`
  await db`
    insert into redemptions (id, user_id, voucher_id, outlet_id, cycle_key, status, gps_available, redeemed_at, partner_id,
      merchant_id, voucher_title, outlet_name, remaining, statement_month)
    values (${id(9)}, ${USER}, ${FREE}, ${OUTLET}, '2026-11', 'SUCCESS', false, ${at}, ${issuer.id}, ${KOPI},
      '{b}Free{/b} kopi', 'Kopi Corner Suria', 1, '2026-11')`
}

/** The status, all headers that do not change between requests, and the bytes of the body. */
async function exchange(url: string, headers: Record<string, string> = {}): Promise<string> {
  const authorization = `Bearer ${issuer.mint()}`
  const response = await server.inject({ url, headers: { authorization, ...headers } })
  const { date: _, 'x-request-id': __, ...kept } = response.headers
  const lines = Object.entries(kept).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${url}`, response.statusCode, ...lines.sort(), '', response.body, ''].join('\n')
}

const URLS = [
  '/merchants',
  '/merchants?featured=true',
  '/merchants?lat=3.15&lng=101.7&limit=1',
  `/merchants/${KOPI}`,
  `/merchants/${KOPI}/vouchers`,
  `/vouchers/${FREE}`,
  `/vouchers/${OLD}`,
  '/categories',
  '/me/claims',
  '/me/favorites',
  '/me/redemptions',
]

/** Responses recorded before translations existed. The security headers were added later. */
const recorded = await readFile(new URL('default-language.txt', import.meta.url), 'utf8')

async function exchangeAll(): Promise<string> {
  const responses: string[] = []
  for (const url of URLS) responses.push(await exchange(url))
  return responses.join('\n')
}

test('200: without Accept-Language and lang, every byte and header is as before translations existed', async () => {
  await insertCatalog()
  expect(await exchangeAll()).toBe(recorded)
  for (const table of ['merchants', 'outlets', 'vouchers', 'categories', 'sub_categories']) {
    await db`
      update ${identifier(table)}
      set translations = '{"ms": {"name": "N", "title": "T", "description": "D", "terms": "S", "city": "C"}}'`
  }
  harness.deps.catalog.changedHere()
  const [list] = JSON.parse((await exchange('/merchants?lang=ms')).split('\n').at(-2) ?? '')
  expect([list.name, list.description, list.topVoucher.title]).toEqual(['N', 'D', 'T'])
  expect(await exchangeAll()).toBe(recorded)
})
