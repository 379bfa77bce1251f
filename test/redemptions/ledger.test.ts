import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import type { LedgerRange } from '../../src/domain/redemptions/ledger/ledger-queries.ts'
import { monthAfter } from '../../src/domain/redemptions/months/month.ts'
import type { Tx } from '../../src/platform/database/db.ts'
import { identifier } from '../../src/platform/database/sql.ts'
import { openScene, times } from '../races/scene.ts'

const scene = await openScene()
const { db, redeem, voucher, pool, market, clock } = scene
const capped = await voucher({ globalRedemptionCap: 3, redemptionCount: 2, cycle: 'MONTHLY' })
const pooled = await pool(5)
const generated = await voucher({ codeSource: 'AUTO' })
for (const id of [capped, pooled, generated]) {
  for (const response of await Promise.all(times(3, (i) => redeem(`ledger ${i}`, id))))
    expect(response.status).toBe(201)
}
const redemption: string = (await redeem('ledger 3', pooled)).body.id

/** The rules that the audit reports after a change, which is then rolled back. */
async function foundAfter(
  tamper: (tx: Tx) => Promise<unknown>,
  range: LedgerRange = null,
): Promise<string[]> {
  const undo = new Error('undo')
  let rules: string[] = []
  await db
    .begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tamper(tx as unknown as Tx)
      // The audit runs inside our transaction instead of its own.
      const inside = { begin: (_: string, work: (tx: Tx) => unknown) => work(tx as unknown as Tx) }
      rules = (await auditLedger(inside as never, clock.now, range)).map(({ rule }) => rule)
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return rules
}

const COUNTERS = [
  'each user counter equals its redemptions that are not voided',
  'each voucher counter equals its redemptions that are not voided',
]

const VOIDS = 'each voided redemption has exactly one event of it'

test('no findings if nothing is wrong', async () => {
  expect(await auditLedger(db, clock.now)).toEqual([])
})

const tampered: [string, (tx: Tx) => Promise<unknown>, string[]][] = [
  [
    'a user counter',
    (tx) => tx`update user_quotas set used = 0 where voucher_id = ${capped}`,
    COUNTERS.slice(0, 1),
  ],
  [
    'a voucher counter',
    (tx) => tx`delete from voucher_quotas where voucher_id = ${capped}`,
    COUNTERS.slice(1),
  ],
  [
    'a void that did not give the quota back',
    (tx) => tx`update redemptions set voided_at = now(), void_reason = '' where id = ${redemption}`,
    [...COUNTERS, VOIDS],
  ],
  [
    'the event of a void of a redemption that is not voided',
    (tx) => tx`
      insert into events (id, partner_id, user_id, type, body, created_at)
      select uuid_v7(), partner_id, user_id, 'REDEMPTION_VOIDED',
        json_build_object('data', json_build_object('redemptionId', id)), now()
      from redemptions where id = ${redemption}`,
    [VOIDS],
  ],
  [
    'a lost redemption',
    (tx) => tx`delete from redemptions where id = ${redemption}`,
    [...COUNTERS, 'each dispensed code is the code of its redemption', 'each event matches its redemption'],
  ],
  [
    'a code given back',
    (tx) => tx`update voucher_codes set redemption_id = null where redemption_id = ${redemption}`,
    ['each redemption has the kind of code that its voucher gives'],
  ],
  [
    'two codes for one redemption',
    (tx) =>
      tx`update voucher_codes set redemption_id = ${redemption} where voucher_id = ${pooled} and redemption_id is null`,
    ['each dispensed code is the code of its redemption'],
  ],
  [
    'a missing generated code',
    (tx) => tx`update redemptions set code = null where voucher_id = ${generated}`,
    ['each redemption has the kind of code that its voucher gives'],
  ],
  [
    'a lost event',
    (tx) => tx`delete from events where body like ${`%${redemption}%`}`,
    ['each redemption has exactly one event'],
  ],
  [
    'a duplicate event',
    (tx) =>
      tx`insert into events select uuid_v7(), partner_id, user_id, type, body, created_at from events where body like ${`%${redemption}%`}`,
    ['each redemption has exactly one event'],
  ],
  [
    'an event to another partner',
    (tx) => tx`update events set partner_id = gen_random_uuid() where body like ${`%${redemption}%`}`,
    ['each event matches its redemption'],
  ],
  [
    'an event with another title',
    (tx) => tx`update redemptions set voucher_title = 'Another' where id = ${redemption}`,
    ['each event matches its redemption'],
  ],
  [
    'an event at another outlet',
    (tx) => tx`update redemptions set outlet_name = 'Another' where id = ${redemption}`,
    ['each event matches its redemption'],
  ],
  [
    'an event with another reason',
    (tx) => tx`update redemptions set flag_reason = null where id = ${redemption}`,
    ['each event matches its redemption'],
  ],
  [
    'an event with the code outside its data',
    (tx) =>
      tx`update events set body = replace(body, '"data":', '"hint":["CODE-00003"],"data":') where body like ${`%${redemption}%`}`,
    ['no event contains a code'],
  ],
  [
    'an event with the code',
    (tx) =>
      tx`update events set body = replace(body, '"flagReason":', '"hint":"CODE-00003","flagReason":') where body like ${`%${redemption}%`}`,
    ['no event contains a code'],
  ],
  [
    'a missing outlet',
    (tx) => tx`delete from outlets`,
    ['each redemption references a user, voucher and outlet that exist'],
  ],
  [
    'a missing user',
    (tx) => tx`delete from users where external_user_id = 'ledger 3'`,
    ['each redemption references a user, voucher and outlet that exist'],
  ],
  [
    'a redemption beyond the cap',
    (tx) =>
      tx`update vouchers set global_redemption_cap = 2, updated_at = updated_at - interval '1 hour' where id = ${capped}`,
    ['no limit was exceeded'],
  ],
  [
    'an idempotency key of another user',
    (tx) => tx`
      insert into idempotency_keys (user_id, key, redemption_id, merchant_id, request_hash, redeemed_at)
      select gen_random_uuid(), 'stolen', id, merchant_id, '', redeemed_at from redemptions where id = ${redemption}`,
    ['each idempotency key names its redemption'],
  ],
]

const today = new Date()
const thisMonth = { from: monthAfter(today, 0), until: monthAfter(today) }
const lastMonth = { from: monthAfter(today, -1), until: monthAfter(today, 0) }

test.for(tampered)('found: %s', async ([_, tamper, rules]) => {
  expect(await foundAfter(tamper)).toEqual(rules)
})

test.for(tampered)('found in its month, and in no other: %s', async ([what, tamper, rules]) => {
  // The audit of a month does not find a counter without redemptions.
  const expected = what === 'a lost redemption' ? rules.slice(1) : rules
  expect(await foundAfter(tamper, thisMonth)).toEqual(expected)
  expect(await foundAfter(tamper, lastMonth)).toEqual([])
})

test.for([null, thisMonth])('found: a code that a voucher gave in two months', async (range) => {
  const rules = await foundAfter(
    (tx) => tx`
      update redemptions set id = uuid_v7_floor(now() + interval '40 days'), code = other.code
      from (select * from redemptions where voucher_id = ${generated} order by id limit 1) as other
      where redemptions.id = (select max(id::text)::uuid from redemptions where voucher_id = ${generated})`,
    range,
  )
  expect(rules).toContain('no voucher gave a code twice')
})

test('a limit lowered below the redemptions so far is a note, not an error', async () => {
  clock.advance(61_000)
  await market.change(`/admin/vouchers/${capped}`, { globalRedemptionCap: 2 })
  const findings = await auditLedger(db, clock.now)
  expect(findings.map(({ severity, found }) => [severity, found])).toEqual([['note', 1]])
})

test.for(['users', 'vouchers', 'outlets', 'merchants', 'partners'])(
  '%s of a redemption cannot be deleted',
  async (table) => {
    const column = `${table.slice(0, -1)}_id`
    await expect(db`
      delete from ${identifier(table)} where id in (select ${identifier(column)} from redemptions where voucher_id = ${capped})`).rejects.toMatchObject(
      { constraint: 'redemptions_refer_to_existing_rows' },
    )
  },
)
