-- Redemptions at less cost each. A batch comes as one array a column, which is read in a third of the time of JSON; what
-- only some redemptions need (keys that have ended, codes of a pool) is looked at only for them; and what a foreign key
-- looked up and locked once for each row is known already when a batch is written: users, vouchers, outlets, merchants
-- and partners were read to decide it, and none of them is ever deleted, which the triggers below see to. Every
-- redemption of a partner would lock the row of that partner, and every one at an outlet the row of the outlet.

alter table redemptions
  drop constraint redemptions_user_id_fkey,
  drop constraint redemptions_voucher_id_fkey,
  drop constraint redemptions_outlet_id_fkey,
  drop constraint redemptions_partner_id_fkey,
  drop constraint redemptions_merchant_id_fkey;
alter table user_quotas
  drop constraint user_quotas_user_id_fkey,
  drop constraint user_quotas_voucher_id_fkey;

create function keep_what_was_redeemed() returns trigger
language plpgsql as $$
declare
  is_redeemed boolean;
begin
  execute format('select exists (select from redemptions where %I = $1)', tg_argv[0]) into is_redeemed using old.id;
  if is_redeemed then
    raise exception 'there are redemptions of it'
      using errcode = 'foreign_key_violation', constraint = 'redemptions_name_what_there_is';
  end if;
  return old;
end $$;

create trigger users_with_redemptions_stay before delete on users
  for each row execute function keep_what_was_redeemed('user_id');
create trigger vouchers_with_redemptions_stay before delete on vouchers
  for each row execute function keep_what_was_redeemed('voucher_id');
create trigger outlets_with_redemptions_stay before delete on outlets
  for each row execute function keep_what_was_redeemed('outlet_id');
create trigger merchants_with_redemptions_stay before delete on merchants
  for each row execute function keep_what_was_redeemed('merchant_id');
create trigger partners_with_redemptions_stay before delete on partners
  for each row execute function keep_what_was_redeemed('partner_id');

drop function write_redemptions(jsonb, jsonb, boolean);
drop type redemption_to_write;
drop type event_to_write;

-- One element an array for each redemption, in the order in which they were decided; answers their codes in the same
-- order. Rows are touched in one order by every node (user counters, voucher counters, idempotency keys, codes, each
-- sorted by its key), so that no two batches can wait for each other in a circle. Its statements are planned once, and
-- for tables of any size: a plan that was made while they were small would read them whole for ever after.
create function write_redemptions(
  ids uuid[],
  partner_ids uuid[],
  user_ids uuid[],
  voucher_ids uuid[],
  outlet_ids uuid[],
  merchant_ids uuid[],
  voucher_titles text[],
  outlet_names text[],
  cycle_keys text[],
  cycle_ends timestamptz[],
  remainders integer[],
  statuses text[],
  flag_reasons text[],
  distances double precision[],
  latitudes double precision[],
  longitudes double precision[],
  accuracies double precision[],
  codes text[],
  draws boolean[],
  keys text[],
  hashes text[],
  user_limits integer[],
  voucher_caps integer[],
  event_ids uuid[],
  event_bodies text[],
  at timestamptz,
  waiting boolean
) returns text[]
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  is_outdated boolean;
begin
  with moved as (
    insert into user_quotas as q (user_id, voucher_id, cycle_key, used)
    select r.user_id, r.voucher_id, r.cycle_key, count(*)
    from unnest(user_ids, voucher_ids, cycle_keys) as r (user_id, voucher_id, cycle_key)
    group by r.user_id, r.voucher_id, r.cycle_key
    order by r.user_id, r.voucher_id, r.cycle_key
    on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.user_id, q.voucher_id, q.cycle_key, q.used
  )
  -- To the very number, and not only within the limit: it was promised how many remain.
  select bool_or(moved.used > decided.most or moved.used <> decided.used) into is_outdated
  from moved join (
    select r.user_id, r.voucher_id, r.cycle_key, min(r.most) as most, max(r.most - r.remaining) as used
    from unnest(user_ids, voucher_ids, cycle_keys, user_limits, remainders)
      as r (user_id, voucher_id, cycle_key, most, remaining)
    group by r.user_id, r.voucher_id, r.cycle_key
  ) as decided using (user_id, voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old user quota' using errcode = 'CF001';
  end if;

  with moved as (
    insert into voucher_quotas as q (voucher_id, cycle_key, used)
    select r.voucher_id, r.cycle_key, count(*)
    from unnest(voucher_ids, cycle_keys) as r (voucher_id, cycle_key)
    group by r.voucher_id, r.cycle_key
    order by r.voucher_id, r.cycle_key
    on conflict (voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.voucher_id, q.cycle_key, q.used
  )
  select bool_or(moved.used > r.cap) into is_outdated
  from moved join unnest(voucher_ids, cycle_keys, voucher_caps) as r (voucher_id, cycle_key, cap)
    using (voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old cap' using errcode = 'CF001';
  end if;

  -- The limits themselves may have been changed since. Whoever comes later waits for the counters that we hold, and
  -- counts us in: so there is an order in which each was decided by the limits of its time.
  if exists (
    select from (
      select distinct r.voucher_id, r.most, r.cap
      from unnest(voucher_ids, user_limits, voucher_caps) as r (voucher_id, most, cap)
    ) as r
    left join vouchers as v on v.id = r.voucher_id
    where (v.redemption_count, v.global_redemption_cap) is distinct from (r.most, r.cap)
      or v.status is distinct from 'PUBLISHED'
  ) then
    raise exception 'decided on an old voucher' using errcode = 'CF001';
  end if;

  -- A key is remembered for a day; after that it is free again.
  if cardinality(array_remove(keys, null)) > 0 then
    update redemptions as old
    set idempotency_key = null, request_hash = null
    from unnest(user_ids, keys) as r (user_id, key)
    where r.key is not null
      and (old.user_id, old.idempotency_key) = (r.user_id, r.key)
      and old.redeemed_at <= at - interval '24 hours';
  end if;

  if true = any (draws) then
    with wanting as (
      select r.voucher_id, r.place, row_number() over (partition by r.voucher_id order by r.place) as turn
      from unnest(voucher_ids, draws) with ordinality as r (voucher_id, draws, place)
      where r.draws
    ),
    needs as (
      select voucher_id, count(*) as wanted from wanting group by voucher_id order by voucher_id
    ),
    drawn as (
      select needs.voucher_id, d.code, row_number() over (partition by needs.voucher_id order by d.place) as turn
      from needs cross join lateral draw_codes(needs.voucher_id, needs.wanted, waiting) as d
    )
    select array_agg(coalesce(drawn.code, r.code) order by r.place) into codes
    from unnest(codes) with ordinality as r (code, place)
    left join wanting using (place)
    left join drawn using (voucher_id, turn);
    if exists (select from unnest(draws, codes) as r (draws, code) where r.draws and r.code is null) then
      raise exception 'decided on an old pool' using errcode = 'CF001';
    end if;
  end if;

  insert into redemptions (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key,
    cycle_resets_at, remaining, status, flag_reason, gps_available, gps_distance_meters, consumer_lat, consumer_lng,
    gps_accuracy_meters, code, redeemed_at, idempotency_key, request_hash
  )
  select
    r.id, r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.merchant_id, r.voucher_title, r.outlet_name,
    r.cycle_key, r.cycle_end, r.remaining, r.status, r.flag_reason, r.latitude is not null, r.distance, r.latitude,
    r.longitude, r.accuracy, r.code, at, r.key, decode(r.hash, 'base64')
  from unnest(
    ids, partner_ids, user_ids, voucher_ids, outlet_ids, merchant_ids, voucher_titles, outlet_names, cycle_keys,
    cycle_ends, remainders, statuses, flag_reasons, distances, latitudes, longitudes, accuracies, codes, keys, hashes
  ) as r (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_end,
    remaining, status, flag_reason, distance, latitude, longitude, accuracy, code, key, hash
  )
  order by r.user_id, r.key;

  if true = any (draws) then
    update voucher_codes as c
    set redemption_id = r.id
    from unnest(ids, voucher_ids, codes, draws) as r (id, voucher_id, code, draws)
    where r.draws and (c.voucher_id, c.code) = (r.voucher_id, r.code);
  end if;

  insert into events (id, partner_id, user_id, type, body, created_at)
  select r.id, r.partner_id, r.user_id, 'REDEMPTION_CREATED', r.body, at
  from unnest(event_ids, partner_ids, user_ids, event_bodies) as r (id, partner_id, user_id, body);

  return codes;
end $$;
