import type { Db } from '../../src/platform/database/db.ts'

/** How much history there is. */
export type Sizes = { redemptions: number; users: number; events: number; codes: number; audit: number }

const DAYS = 390
const EVENT_DAYS = 29
const OLD_ROWS_OF_ONE_USER = 5000
const FAVORITES_OF_ONE_USER = 2000
/** Of one partner, the oldest. */
const FAILED_DELIVERIES = 2000

/** A UUIDv7 of a time in the past; one expression, so that it is inlined. */
const ID_FUNCTION = `
create or replace function growth_id(at timestamptz) returns uuid language sql volatile
return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;`

const CATALOGUE = `
insert into merchants (id, name, slug, category, is_new, is_active, timezone, created_at, updated_at)
select uuid_v7(), 'Merchant ' || n, 'merchant-' || n, 'F_AND_B', false, true, 'UTC', now(), now()
from generate_series(1, ${FAVORITES_OF_ONE_USER}) as n;
insert into outlets (id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code,
  latitude, longitude, is_active, created_at, updated_at)
select uuid_v7(), id, 'Outlet', 'Jalan 1', '', 'Kuala Lumpur', '', '', 'MY', 3.15, 101.7, true, now(), now()
from merchants;
insert into vouchers (id, merchant_id, title, image_path, code_source, claim_flow, favorites_only, redemption_count,
  cycle, status, published_at, created_at, updated_at)
select uuid_v7(), id, 'Free kopi', 'https://img.example.com/kopi.jpg',
  case when slug = 'merchant-1' then 'MANUAL' else 'NONE' end, 'INSTANT', false, 100000, 'MONTHLY', 'PUBLISHED', now(),
  now(), now()
from merchants;
create table growth_offers as
select row_number() over (order by v.id) - 1 as n, v.id as voucher_id, v.merchant_id, o.id as outlet_id, v.code_source
from vouchers v join outlets o on o.merchant_id = v.merchant_id;
alter table growth_offers add primary key (n);`

/** The first hundred partners that there are get all users, in turn; the last thousands of partners only exist. */
const users = ({ users }: Sizes) => `
insert into users (id, partner_id, external_user_id, email, display_name, phone, created_at, updated_at)
select growth_id(at), partner_id, 'user-' || n, 'person' || n || '@example.com', 'Person ' || n, '+60' || (100000000 + n),
  at, at
from (
  select n, now() - make_interval(secs => (${users} - n) * ${DAYS * 86_400}.0 / ${users}) as at,
    (array(select id from partners order by slug))[1 + n % (select count(*) from partners)] as partner_id
  from generate_series(1, ${users}) as n
) as people;
create table growth_users as
select row_number() over (order by id) - 1 as n, id, partner_id from users;
alter table growth_users add primary key (n);`

/** Spread evenly over the days; one user has thousands of old ones; two of a hundred thousand have the rare reason. */
const redemptions = ({ redemptions, users }: Sizes) => `
insert into redemptions (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name,
  cycle_key, remaining, status, flag_reason, gps_available, redeemed_at, code)
select growth_id(at), u.partner_id, u.id, voucher_id, outlet_id, merchant_id, 'Free kopi', 'Outlet',
  to_char(at, 'YYYY-MM'), 999, case when k % 20 = 0 then 'FLAGGED' else 'SUCCESS' end,
  case when k % 20 = 0 then 'gps_unavailable' when k < ${redemptions / 2} and k % 100000 < 2 then 'outlet_not_geolocated' end,
  k % 20 <> 0, at, case when code_source = 'MANUAL' then 'CODE-' || k end
from (
  select k, now() - make_interval(secs => (${redemptions} - k) * ${DAYS * 86_400}.0 / ${redemptions}) as at,
    case when k <= ${OLD_ROWS_OF_ONE_USER} then 0 else (k * 7919::bigint) % ${users} end as user_number
  from generate_series(1, ${redemptions}) as k
) as past
join growth_users u on u.n = user_number
join growth_offers o on o.n = k % (select count(*) from growth_offers);
insert into voucher_quotas (voucher_id, cycle_key, used)
select voucher_id, cycle_key, count(*) from redemptions group by 1, 2;`

const codes = ({ codes }: Sizes) => `
insert into voucher_codes (voucher_id, code, redemption_id)
select voucher_id, code, id from redemptions where code is not null;
insert into voucher_codes (voucher_id, code)
select voucher_id, 'SPARE-' || k from growth_offers, generate_series(1, ${codes}) as k where code_source = 'MANUAL';
insert into code_pools (voucher_id, total) select voucher_id, count(*) from voucher_codes group by 1;`

const wallet = ({ users }: Sizes) => `
insert into claims (id, user_id, voucher_id, claimed_at)
select growth_id(at), id, voucher_id, at
from (select *, now() - make_interval(secs => (${users} - n) * ${DAYS * 86_400}.0 / ${users}) as at from growth_users) as u
join growth_offers o on o.n = u.n % (select count(*) from growth_offers);
insert into favorites (user_id, merchant_id, created_at)
select (select id from growth_users where n = 0), id, now() from merchants;
set local session_replication_role = origin;
insert into refusal_counts (hour, partner_id, merchant_id, reason, count)
select distinct on (1, 2, 3) date_trunc('hour', redeemed_at, 'UTC'), partner_id, merchant_id, 'invalid_pin', 2
from redemptions where redeemed_at > now() - interval '${DAYS} days' and get_byte(uuid_send(id), 15) < 25;`

const PARTITIONS = `
select add_event_partition(parent, key, parent || to_char(week at time zone 'UTC', '_IYYY"w"IW'), week)
from (values ('deliveries', 'event_id'), ('delivery_attempts', 'event_id'), ('events', 'id')) as tables (parent, key),
  generate_series(date_trunc('week', now() - interval '${EVENT_DAYS} days', 'UTC'), now(), interval '168 hours') as week
where to_regclass(parent || to_char(week at time zone 'UTC', '_IYYY"w"IW')) is null;`

const events = ({ events, users }: Sizes) => `
insert into events (id, partner_id, user_id, type, body, created_at)
select growth_id(at), partner_id, id, 'REDEMPTION_CREATED', '{"type":"REDEMPTION_CREATED"}', at
from (
  select k, now() - make_interval(secs => (${events} - k) * ${EVENT_DAYS * 86_400}.0 / ${events}) as at
  from generate_series(1, ${events}) as k
) as past
join growth_users u on u.n = k % ${users};
insert into deliveries (event_id, partner_id, is_bulk, state, attempt, due_at, last_status, delivered_at)
select id, partner_id, false, state, 1, created_at, 200, case when state = 'DELIVERED' then created_at end
from (
  select *, case when row_number() over (partition by partner_id order by created_at) <= ${FAILED_DELIVERIES}
    and partner_id = (select partner_id from growth_users where n = 0) then 'FAILED' else 'DELIVERED' end as state
  from events
) as told;
do $$ begin
  -- As the migration leaves those that failed; releases before it have no such column.
  if exists (select from pg_attribute where attrelid = 'deliveries'::regclass and attname = 'created_at') then
    update deliveries set created_at = due_at where state = 'FAILED';
  end if;
end $$;`

const audit = ({ audit }: Sizes) => `
insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target)
select growth_id(at), at, 'key', (select id::text from growth_users where n = k % 10), 'Key ' || k % 10, 'voucher.update',
  'voucher:' || k
from (
  select k, now() - make_interval(secs => (${audit} - k) * ${DAYS * 86_400}.0 / ${audit}) as at
  from generate_series(1, ${audit}) as k
) as past;`

export type Filled = {
  /** External ids of a user with thousands of old redemptions and favorites, and of one with few. */
  heavyUser: string
  heavyPartnerSlug: string
  poolId: string
}

/**
 * History of every kind by bulk statements, on a schema that has been migrated and of which no worker has taken notice
 * yet. Triggers are off and indexes are built afterwards, which takes a fraction of the time.
 */
export async function insertGrowth(db: Db, sizes: Sizes, say: (line: string) => void): Promise<Filled> {
  const steps = { users, redemptions, codes, wallet, events, audit }
  await db.unsafe(`${ID_FUNCTION} ${CATALOGUE} ${PARTITIONS}`)
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = performance.now()
    await withoutIndexes(db, step(sizes))
    say(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  for (const command of ['vacuum analyze', 'checkpoint']) await db.unsafe(command)
  const [found] = await db<{ heavyUser: string; heavyPartnerSlug: string; poolId: string }[]>`
    select external_user_id as heavy_user, partners.slug as heavy_partner_slug,
      (select voucher_id from growth_offers where code_source = 'MANUAL') as pool_id
    from growth_users join users using (id) join partners on partners.id = users.partner_id
    where n = 0`
  return found as Filled
}

async function withoutIndexes(db: Db, statements: string): Promise<void> {
  const tables = [...statements.matchAll(/insert into (\w+)/g)].map(([, name]) => name as string)
  await db.begin(async (tx) => {
    await tx.unsafe(`set local maintenance_work_mem = '1GB';
      set local work_mem = '256MB'; set local session_replication_role = replica; set local synchronous_commit = off`)
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = any(${tables}::text[])
        and to_regclass(indexname) in (select oid from pg_class where relkind = 'i' and not relispartition)
        and not exists (select from pg_constraint where conindid = to_regclass(indexname))`
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
    await tx.unsafe(statements)
    for (const { definition } of indexes) await tx.unsafe(definition)
  })
}
