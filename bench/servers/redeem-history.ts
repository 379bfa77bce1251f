import type { Db, Tx } from '../../src/platform/database/db.ts'

/** What is there before the first redemption is measured. */
export type Scene = { outletId: string; voucherIds: string[]; hotId: string; poolId: string }

const POOL_CODES = 400_000
const HOUR_MS = 60 * 60 * 1000
const REDEMPTIONS_A_PAST_USER = 5

/**
 * Users who will redeem, in between as many others as have five past redemptions each: their ids lie as far apart as
 * those of users who came over years.
 */
export async function insertUsers(db: Db, users: number, history: number): Promise<void> {
  const past = Math.floor(history / REDEMPTIONS_A_PAST_USER)
  await withoutIndexes(db, ['users'], async (tx) => {
    await tx`
      insert into users (id, partner_id, external_user_id, created_at, updated_at)
      select uuid_v7(), partners.id, people.name, now(), now()
      from partners, (
        select 'user-' || n as name, random() as lot from generate_series(0, ${users - 1}::int) as n
        union all
        select 'past-' || n, random() from generate_series(1, ${past}::int) as n
        order by lot
      ) as people`
  })
}

export async function insertCatalogue(
  db: Db,
  vouchers: number,
  hashPin: (outletId: string) => Buffer,
): Promise<Scene> {
  await db`
    insert into merchants (id, name, slug, category, is_new, is_active, timezone, created_at, updated_at)
    values (uuid_v7(), 'Bench', 'bench', 'F_AND_B', false, true, 'Asia/Kuala_Lumpur', now(), now())`
  const [outlet] = await db<[{ id: string }]>`
    insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code,
      latitude, longitude, is_active, created_at, updated_at)
    select uuid_v7(), id, 'Outlet', 'Jalan 1', '', 'Kuala Lumpur', '', '', 'MY', 3.15, 101.7, true, now(), now()
    from merchants returning id`
  await db`update outlets set pin_hash = ${hashPin(outlet.id)}`
  const insert = (count: number, codeSource: string, cap: number | null) => db<{ id: string }[]>`
    insert into vouchers (id, merchant_id, title, image_path, code_source, claim_flow, favorites_only, redemption_count,
      cycle, global_redemption_cap, status, published_at, created_at, updated_at)
    select uuid_v7(), merchants.id, '{b}Free{/b} kopi', 'https://img.example.com/kopi.jpg', ${codeSource}, 'INSTANT',
      false, 1000, 'MONTHLY', ${cap}, 'PUBLISHED', now(), now(), now()
    from merchants, generate_series(1, ${count}::int) returning id`
  const spread = await insert(vouchers, 'NONE', null)
  const [hot] = await insert(1, 'NONE', 100_000_000)
  const [pool] = await insert(1, 'MANUAL', null)
  await withoutIndexes(db, ['voucher_codes'], async (tx) => {
    await tx`
      insert into voucher_codes (voucher_id, code)
      select ${pool?.id ?? ''}, 'CODE-' || n from generate_series(1, ${POOL_CODES}::int) as n`
  })
  return {
    outletId: outlet.id,
    voucherIds: spread.map(({ id }) => id),
    hotId: hot?.id ?? '',
    poolId: pool?.id ?? '',
  }
}

/**
 * Redemptions of the past ten months with their counters, those of the last month with their events: older ones are not
 * kept. Indexes are built afterwards, which takes a fraction of the time.
 */
export async function insertHistory(db: Db, { voucherIds, outletId }: Scene): Promise<void> {
  await withoutIndexes(db, ['redemptions', 'user_quotas'], async (tx) => {
    await tx`select set_config('session_replication_role', 'replica', true)`
    await tx`
      insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
        cycle_key, remaining, status, gps_available, redeemed_at)
      select uuid_v7(), partner_id, id, (${voucherIds}::uuid[])[1 + (n * 5 + k) % ${voucherIds.length}], ${outletId},
        (select id from merchants), '{b}Free{/b} kopi', 'Outlet', to_char(at, 'YYYY-MM'), 999, 'SUCCESS', false, at
      from (select row_number() over () as n, * from users where external_user_id like 'past-%') as past,
        generate_series(0, ${REDEMPTIONS_A_PAST_USER - 1}::int) as k,
        lateral (select now() - make_interval(days => 5 + 60 * k, secs => n % 86400)) as past_time (at)
      order by at`
    await tx`
      insert into user_quotas (user_id, voucher_id, cycle_key, used)
      select user_id, voucher_id, cycle_key, count(*) from redemptions group by 1, 2, 3`
    await tx`
      insert into voucher_quotas (voucher_id, cycle_key, used)
      select voucher_id, cycle_key, count(*) from redemptions group by 1, 2`
    await tx`
      insert into events (id, partner_id, user_id, type, body, created_at)
      select event_id, partner_id, user_id, 'REDEMPTION_CREATED', json_build_object(
        'id', event_id, 'type', 'REDEMPTION_CREATED', 'createdAt', redeemed_at, 'data', json_build_object(
          'userId', user_id, 'externalUserId', external_user_id, 'redemptionId', id, 'voucherId', voucher_id,
          'voucherTitle', voucher_title, 'outletId', outlet_id, 'outletName', outlet_name, 'status', status,
          'flagReason', flag_reason))::text, redeemed_at
      from (
        select uuid_v7() as event_id, r.*, external_user_id
        from redemptions r join users on users.id = user_id
        where redeemed_at > now() - interval '30 days'
        offset 0
      ) as told`
  })
}

/** As after a night without visitors: nothing left to write out, nothing left to clear away, and figures to plan by. */
export async function settle(db: Db): Promise<void> {
  const patient = db.sibling({ max: 1, deadlineMs: HOUR_MS })
  await patient`vacuum analyze`
  await patient`checkpoint`
  await patient.end()
}

async function withoutIndexes(db: Db, tables: string[], work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.begin(async (tx) => {
    await tx.extendDeadline(null)
    await tx`set local maintenance_work_mem = '1GB'`
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${tables})
        and not exists (select from pg_constraint where conindid = indexname::regclass)`
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
    await work(tx)
    for (const { definition } of indexes) await tx.unsafe(definition)
  })
}
