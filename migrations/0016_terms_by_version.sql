-- What a redemption is decided by hardly ever changes: the terms of vouchers and outlets. Nodes keep them, and know by
-- the version of the catalogue, which they read with the counters, whether they still hold. So the version must move with
-- every change, whoever makes it: it now moves by itself, at the commit. Only there, since its row is locked from then
-- on and every other writer of the catalogue waits for it; and only once, however many rows a transaction has written.
-- It is a time, in microseconds, and only grows. A standby that takes over may lack the last changes, and so does a
-- database that was restored: counted by one, the next change would get the number of one that is lost, and a node that
-- has kept the terms of the lost one would go on deciding by them.

create function announce_catalog_change() returns trigger
language plpgsql as $$
begin
  if coalesce(current_setting('counterfoil.announced', true), '') = '' then
    perform set_config('counterfoil.announced', 'yes', true);
    update catalog_version
    set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    perform pg_notify('catalog', '');
  end if;
  return null;
end $$;

create constraint trigger categories_announce after insert or update or delete on categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger sub_categories_announce after insert or update or delete on sub_categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger merchants_announce after insert or update or delete on merchants
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger merchant_sub_categories_announce after insert or update or delete on merchant_sub_categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger outlets_announce after insert or update or delete on outlets
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger vouchers_announce after insert or update or delete on vouchers
  deferrable initially deferred for each row execute function announce_catalog_change();

-- One element an array for each redemption, in the order in which they were decided, and one line of JSON for each event;
-- answers their codes in the same order. Rows are touched in one order by every node (user counters, voucher counters, idempotency keys, codes, each
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
  event_bodies text,
  at timestamptz,
  decided_by bigint,
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
  -- counts us in: so there is an order in which each was decided by the limits of its time. A catalogue of the same
  -- version has not changed at all; one of another version may have changed elsewhere.
  if decided_by is distinct from (select version from catalog_version) and exists (
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
  from unnest(event_ids, partner_ids, user_ids, string_to_array(event_bodies, E'\n')) as r (id, partner_id, user_id, body);

  return codes;
end $$;

-- For nodes of the release before, until they are replaced: their terms are of no version.
create or replace function write_redemptions(
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
language sql as $$
  select write_redemptions(
    ids, partner_ids, user_ids, voucher_ids, outlet_ids, merchant_ids, voucher_titles, outlet_names, cycle_keys,
    cycle_ends, remainders, statuses, flag_reasons, distances, latitudes, longitudes, accuracies, codes, draws, keys,
    hashes, user_limits, voucher_caps, event_ids, array_to_string(event_bodies, E'\n'), at, null, waiting
  )
$$;
