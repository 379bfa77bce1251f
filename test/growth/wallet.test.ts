import { afterAll, expect, type MockInstance, test, vi } from 'vitest'
import type { Consumer } from '../../src/domain/actors/consumer.ts'
import { viewHome } from '../../src/domain/home/view-home.ts'
import { listClaimed, listCounters } from '../../src/domain/wallet/claimed-queries.ts'
import { listWallet } from '../../src/domain/wallet/list-wallet.ts'
import type { Db } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { rowsRead } from './rows-read.ts'

const harness = await createHarness()
const { clock, db, deps } = harness
const issuer = await onboardIssuer(harness)
const till = await openTill(harness)
const offer = await till.offer({ claimFlow: 'WALLET' })
const CLAIMS = 200
const inAWeek = new Date(clock.now.getTime() + 6 * 86_400_000)

// `full` has claims of 200 vouchers and a long history of uses, `small` has one claim. A thousand others have many more.
const maintenance = db.sibling({ max: 1, deadlineMs: 120_000 })
await maintenance.unsafe(`
  insert into vouchers
  select (jsonb_populate_record(v, jsonb_build_object(
    'id', uuid_v7(), 'title', 'Offer ' || n, 'valid_until', '${inAWeek.toISOString()}', 'cycle', 'MONTHLY',
    'global_redemption_cap', 1000))).*
  from vouchers v, generate_series(1, ${CLAIMS}) as n where v.id = '${offer.id}';
  insert into users (id, partner_id, external_user_id, created_at, updated_at)
  select uuid_v7(), '${issuer.id}', name, now(), now()
  from unnest(array['full', 'small'] || array(select 'other ' || n from generate_series(1, 1000) as n)) as name;
  insert into claims (id, user_id, voucher_id, claimed_at)
  select uuid_v7(), u.id, v.id, now()
  from users u join vouchers v on case when u.external_user_id = 'small' then v.id = '${offer.id}' else v.id <> '${offer.id}' end
  where u.external_user_id in ('full', 'small') or right(v.id::text, 1) = '0';
  insert into user_quotas (user_id, voucher_id, cycle_key, used)
  select c.user_id, c.voucher_id, to_char(month, 'YYYY-MM'), 1
  from claims c join users u on u.id = user_id,
    generate_series(now() - interval '3 years', now(), interval '1 month') as month
  where u.external_user_id = 'full';
  analyze;`)
afterAll(() => maintenance.end())
const userId = async (name: string): Promise<string> =>
  (await db`select id from users where external_user_id = ${name}`)[0].id

async function consumer(externalUserId: string): Promise<Consumer> {
  const partner = await deps.partners.byId(issuer.id)
  if (!partner) throw new Error('no partner')
  return {
    partner,
    externalUserId,
    claims: { email: null, displayName: null },
    isClientConnected: () => true,
  }
}

/** The database, and how many statements were executed on it. A statement is executed when it is awaited. */
function counting(): { db: Db; count(): number } {
  const awaited: MockInstance[] = []
  const tag = (...input: Parameters<Db>) => {
    const statement = db(...input)
    awaited.push(vi.spyOn(statement, 'then'))
    return statement
  }
  const count = () => awaited.filter(({ mock }) => mock.calls.length > 0).length
  return { db: Object.assign(tag, db) as Db, count }
}

test.each([
  ['/me/wallet', listWallet],
  ['/home', viewHome],
])('GET %s: as many statements for 200 claims as for one', async (_path, operation) => {
  const statements = async (name: string) => {
    const counted = counting()
    await operation(
      { ...deps, db: counted.db },
      await consumer(name),
      {},
      { lang: undefined, acceptLanguage: null },
    )
    return counted.count()
  }
  const ofOne = await statements('small')
  expect(ofOne).toBeGreaterThan(1)
  expect(await statements('full')).toBeLessThanOrEqual(3)
})

test('GET /me/wallet reads the claims of the user and one counter each, not their history or other users', async () => {
  const id = await userId('full')
  const claims = await listClaimed(db, id)
  expect(claims.length).toBe(CLAIMS)
  // The claim, its voucher, its merchant and whether that is a favorite.
  expect(await rowsRead(db, listClaimed(db, id))).toBeLessThanOrEqual(4 * CLAIMS)
  const cycleKey = clock.now.toISOString().slice(0, 7)
  const requested = claims.map((claim) => ({ voucherId: claim.id, cycleKey }))
  const counters = await listCounters(db, id, requested)
  expect(counters.filter(({ usedByUser }) => usedByUser === 1)).toHaveLength(CLAIMS)
  // The request itself, the voucher and both counters.
  expect(await rowsRead(db, listCounters(db, id, requested))).toBeLessThanOrEqual(4 * CLAIMS)
})
