-- redemptions becomes a table with one partition for each month, by id: ids are UUIDv7 of the real time. So an old month can
-- be archived by dropping a table, and the indexes that every redemption writes to stay small. The existing table becomes
-- the first partition, with everything before the month in its name. It is renamed and attached, not copied: the locks
-- of this file are held for milliseconds, however many rows there are.
--
-- Nodes of the previous release keep working. They call the same functions, and look up an idempotency key in redemptions.
-- Therefore redemptions.idempotency_key and request_hash are still written. The release after this one does not read them;
-- a later migration can drop both columns.

-- All writers open redemptions before they call write_redemptions. So none of them runs the former function any more.
lock table redemptions in access exclusive mode;
lock table voucher_codes in access exclusive mode;

-- Those that 0043 did not see. Ten minutes: the clocks of nodes differ, and 0043 did not see transactions in flight.
insert into idempotency_keys as known (user_id, key, redemption_id, request_hash, redeemed_at)
select user_id, idempotency_key, id, request_hash, redeemed_at
from redemptions
where idempotency_key is not null and id >= uuid_v7_floor(
  greatest(
    (select applied_at - interval '10 minutes' from schema_migrations where version = 43),
    now() - interval '24 hours'
  )
)
on conflict (user_id, key) do update
  set redemption_id = excluded.redemption_id, request_hash = excluded.request_hash, redeemed_at = excluded.redeemed_at
  where known.redeemed_at < excluded.redeemed_at;

-- A foreign key would keep a month from being dropped. The ledger audit verifies what it did.
alter table voucher_codes drop constraint voucher_codes_dispensed_to_a_redemption;

drop trigger redemptions_changed_are_noted on redemptions;
drop trigger redemptions_deleted_are_noted on redemptions;
drop trigger redemptions_of_the_past_are_noted on redemptions;
drop index redemptions_one_per_user_and_idempotency_key;

alter table redemptions rename to redemptions_before;
create table redemptions (like redemptions_before including defaults including constraints including comments)
  partition by range (id);
do $$
declare
  bound_check text;
  granted record;
begin
  for bound_check in
    select conname from pg_constraint
    where conrelid = 'redemptions'::regclass and conname ~ '^redemptions_before_\d{4}_\d{2}$'
  loop
    execute format('alter table redemptions drop constraint %I', bound_check);
  end loop;
  for granted in
    select privilege_type, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as role
    from pg_class, aclexplode(relacl)
    where pg_class.oid = 'redemptions_before'::regclass and grantee <> relowner
  loop
    execute format('grant %s on redemptions to %s', granted.privilege_type, granted.role);
  end loop;
end $$;

-- The indexes of the old table get out of the way of those of the new one, which PostgreSQL then finds equal.
do $$
declare
  name text;
begin
  for name in select indexrelid::regclass::text from pg_index where indrelid = 'redemptions_before'::regclass loop
    execute format('alter index %I rename to %I', name, replace(name, 'redemptions_', 'redemptions_before_'));
  end loop;
end $$;
alter table redemptions add constraint redemptions_pkey primary key (id);
create index redemptions_by_user_and_time on redemptions (user_id, redeemed_at, id);
create index redemptions_by_time on redemptions (redeemed_at);
create index redemptions_by_merchant_and_time on redemptions (merchant_id, redeemed_at);
create index redemptions_by_partner_and_time on redemptions (partner_id, redeemed_at);
create index redemptions_by_flag_reason on redemptions (flag_reason, redeemed_at, id) where flag_reason is not null;
create index redemptions_flagged on redemptions (redeemed_at) where status = 'FLAGGED';
create index redemptions_reviewed on redemptions (redeemed_at) where reviewed_at is not null;
create index redemptions_voided on redemptions (voucher_id) where voided_at is not null;
comment on table redemptions is
  'Every successful redemption, voided ones too. One partition for each month, by id; workers create those of the next 12 months. A code is unique for its voucher in each partition; the ledger audit compares the months. There are no foreign keys: a batch is decided on rows that were just read, and each key would lock the row of the partner and of the outlet for every redemption. Triggers keep referenced rows from being deleted.';
comment on column redemptions.idempotency_key is 'For nodes of the previous release during an upgrade. See idempotency_keys.';
comment on column redemptions.request_hash is 'For nodes of the previous release during an upgrade. See idempotency_keys.';
comment on index redemptions_by_user_and_time is 'A user''s own redemptions, newest first.';
comment on index redemptions_by_flag_reason is 'Partial, so that an ordinary redemption costs no more to write.';
comment on index redemptions_voided is
  'To count the dispensed codes of a voucher: those that count against its quotas, and those of voided redemptions.';

create table redemptions_default (like redemptions including all);
create unique index redemptions_default_code_is_unique_per_voucher on redemptions_default (code, voucher_id)
  where code is not null;

-- Attaches the old table. An empty one is not needed: its months get partitions of their own.
do $$
declare
  part text := (
    select conname from pg_constraint
    where conrelid = 'redemptions_before'::regclass and conname ~ '^redemptions_before_\d{4}_\d{2}$' and convalidated
  );
  bound timestamptz := coalesce(
    to_date(right(part, 7), 'YYYY_MM')::timestamp at time zone 'UTC', date_trunc('month', now() + interval '2 months', 'UTC')
  );
  name text;
begin
  if not exists (select from redemptions_before) then
    drop table redemptions_before;
    return;
  end if;
  if part is null then
    part := 'redemptions_before' || to_char(bound at time zone 'UTC', '_YYYY_MM');
    with moved as (delete from redemptions_before where id >= uuid_v7_floor(bound) returning *)
    insert into redemptions_default select * from moved;
  end if;
  execute format('alter table redemptions_before rename to %I', part);
  for name in select indexrelid::regclass::text from pg_index where indrelid = part::regclass loop
    execute format('alter index %I rename to %I', name, replace(name, 'redemptions_before', part));
  end loop;
  execute format(
    'alter table redemptions attach partition %I for values from (minvalue) to (%L)', part, uuid_v7_floor(bound)
  );
  execute format('alter table %I drop constraint if exists %I', part, part);
end $$;
alter table redemptions attach partition redemptions_default default;

-- On the table itself only now: an attached partition gets a copy of each.
create trigger redemptions_of_the_past_are_noted after insert on redemptions
  for each row when (new.redeemed_at < clock_timestamp() - interval '15 minutes')
  execute function note_redemption_change();
create trigger redemptions_changed_are_noted
  after update of merchant_id, partner_id, redeemed_at, status, voided_at on redemptions
  for each row when (
    old.merchant_id is distinct from new.merchant_id
    or old.partner_id is distinct from new.partner_id
    or old.redeemed_at is distinct from new.redeemed_at
    or old.status is distinct from new.status
    or (old.voided_at is null) is distinct from (new.voided_at is null)
  )
  execute function note_redemption_change();
create trigger redemptions_deleted_are_noted after delete on redemptions
  for each row execute function note_redemption_change();

-- The first response to a request with an idempotency key. A function, so that a statement opens the partitions only when
-- there is a replay: opening all of them takes longer than everything else in the statement.
create function replay_of(redemption uuid, request_hash bytea) returns json
language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'id', r.id, 'userId', r.user_id, 'voucherId', r.voucher_id, 'outletId', r.outlet_id, 'merchantId', r.merchant_id,
      'voucherTitle', r.voucher_title, 'outletName', r.outlet_name, 'cycleKey', r.cycle_key,
      'cycleResetsAt', r.cycle_resets_at, 'status', r.status, 'flagReason', r.flag_reason,
      'gpsAvailable', r.gps_available, 'gpsDistanceMeters', r.gps_distance_meters, 'code', r.code,
      'redeemedAt', r.redeemed_at, 'voidedAt', r.voided_at, 'remaining', r.remaining,
      'requestHash', encode(replay_of.request_hash, 'base64'))
    from redemptions as r where r.id = redemption
  );
end $$;
comment on function replay_of is
  'The redemption as the engine reads it for a replay. A function, so that a statement opens the partitions only when there is a replay.';

create function has_redeemed_at(of_user uuid, at_outlet uuid) returns boolean
language plpgsql stable as $$
begin
  return exists (select from redemptions as r where r.user_id = of_user and r.outlet_id = at_outlet);
end $$;
comment on function has_redeemed_at is
  'Whether the user has redeemed at the outlet before. A function for the same reason as replay_of. Archived months do not count.';

-- Creates partitions for this month and the next 12, and for earlier months with rows in the default partition. Works
-- like keep_event_partitions.
create function keep_redemption_partitions(today timestamptz) returns text
language plpgsql as $$
declare
  this_month timestamptz := date_trunc('month', today, 'UTC');
  month timestamptz;
begin
  if not pg_try_advisory_xact_lock(hashtext('counterfoil redemption partitions')) then
    return 'LOCKED';
  end if;
  perform set_config('lock_timeout', '200ms', true);
  -- An array: a loop over the query would keep the default partition open, and no row could move out of it.
  foreach month in array array(
    select utc_month(this_month, n) from generate_series(0, 12) as n
    union
    select utc_month(uuid_v7_time(id), 0) from redemptions_default
    where id >= uuid_v7_floor('2020-01-01T00:00Z') and id < uuid_v7_floor(utc_month(this_month, 13))
    order by 1
  ) loop
    continue when to_regclass(redemption_partition_name(month)) is not null;
    continue when exists (
      select from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = 'redemptions'::regclass and child.relname ~ '^redemptions_before_\d{4}_\d{2}$'
        and to_date(right(child.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' > month
    );
    perform add_redemption_partition(month);
    return 'CHANGED';
  end loop;
  return 'DONE';
exception
  -- A row of the month can get into the default partition after we looked.
  when lock_not_available or deadlock_detected or check_violation then
    return 'LOCKED';
end $$;
comment on function keep_redemption_partitions is
  'Creates partitions for this month, the next 12, and earlier months with rows in the default partition. Makes one change in each call and waits 200 ms at most for a lock. CHANGED: call again. LOCKED: call again a little later. DONE: nothing is left.';

create function add_redemption_partition(month timestamptz) returns void
language plpgsql as $$
declare
  part text := redemption_partition_name(month);
  earliest uuid := uuid_v7_floor(month);
  latest uuid := uuid_v7_floor(utc_month(month, 1));
begin
  execute format('create table %I (like redemptions including all)', part);
  execute format(
    'create unique index %I on %I (code, voucher_id) where code is not null', part || '_code_is_unique_per_voucher', part
  );
  if exists (select from redemptions_default where id >= earliest and id < latest) then
    lock table only redemptions in access exclusive mode;
    lock table redemptions_default in access exclusive mode;
    -- A move is neither a new redemption nor a deleted one: the stats stay.
    alter table redemptions_default disable trigger user;
    execute format(
      'with moved as (delete from redemptions_default where id >= %L and id < %L returning *)'
      ' insert into %I select * from moved',
      earliest, latest, part
    );
    alter table redemptions_default enable trigger user;
  end if;
  execute format('alter table redemptions attach partition %I for values from (%L) to (%L)', part, earliest, latest);
end $$;
comment on function add_redemption_partition is
  'Creates the partition of a month and moves its rows out of the default partition. Only a move locks the table itself, for the same reason as add_event_partition.';

create function redemption_partition_name(month timestamptz) returns text
language sql immutable return 'redemptions' || to_char(month at time zone 'UTC', '_YYYY_MM');

create function utc_month(at timestamptz, later integer) returns timestamptz
language sql immutable
return (date_trunc('month', at at time zone 'UTC') + later * interval '1 month') at time zone 'UTC';
comment on function utc_month is 'When the month began that is so many months later, in UTC.';

create function uuid_v7_time(id uuid) returns timestamptz
language sql immutable
return to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
comment on function uuid_v7_time is 'When a UUIDv7 was made.';

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
  event_bodies text,
  at timestamptz,
  decided_by bigint,
  waiting boolean
)
returns text[]
language plpgsql
set plan_cache_mode to 'force_generic_plan'
set enable_seqscan to 'off'
set jit to 'off'
as $$
declare
  is_outdated boolean;
  day_ago timestamptz := at - interval '24 hours';
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

  -- A key is remembered for a day; after that it is free again. A key that another batch wrote since the facts were read
  -- is reported like the unique index that used to guard it, which nodes of the previous release know.
  if cardinality(array_remove(keys, null)) > 0 then
    with remembered as (
      insert into idempotency_keys as known (user_id, key, redemption_id, request_hash, redeemed_at)
      select r.user_id, r.key, r.id, decode(r.hash, 'base64'), at
      from unnest(user_ids, keys, ids, hashes) as r (user_id, key, id, hash)
      where r.key is not null
      order by r.user_id, r.key
      on conflict (user_id, key) do update
        set redemption_id = excluded.redemption_id, request_hash = excluded.request_hash, redeemed_at = excluded.redeemed_at
        where known.redeemed_at <= day_ago
      returning known.key
    )
    select count(*) < cardinality(array_remove(keys, null)) into is_outdated from remembered;
    if is_outdated then
      raise exception 'a key is in use'
        using errcode = 'unique_violation', constraint = 'redemptions_one_per_user_and_idempotency_key';
    end if;
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
  );

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

create or replace function empty_sandbox(partner uuid)
returns void
language plpgsql
as $$
declare
  own_merchants uuid[] := array(select id from merchants where sandbox_id = partner);
  own_vouchers uuid[] := array(select id from vouchers where merchant_id = any (own_merchants));
  own_outlets uuid[] := array(select id from outlets where merchant_id = any (own_merchants));
  own_users uuid[] := array(select id from users where partner_id = partner);
begin
  if not is_test_partner(partner) then
    raise exception 'only a test partner has a sandbox' using errcode = 'check_violation';
  end if;
  delete from delivery_attempts where event_id in (select id from events where partner_id = partner);
  delete from deliveries where event_id in (select id from events where partner_id = partner);
  delete from events where partner_id = partner;
  delete from fanouts where user_ids && own_users;
  delete from refusals where partner_id = partner;
  delete from voucher_codes where voucher_id = any (own_vouchers);
  delete from code_pools where voucher_id = any (own_vouchers);
  delete from redemptions where partner_id = partner;
  delete from idempotency_keys where user_id = any (own_users);
  delete from voucher_quotas where voucher_id = any (own_vouchers);
  delete from user_quotas where user_id = any (own_users);
  delete from claims where user_id = any (own_users);
  delete from favorites where user_id = any (own_users);
  delete from redemption_attempts where user_id = any (own_users);
  delete from pin_failures where user_id = any (own_users) or outlet_id = any (own_outlets);
  delete from pin_locks where user_id = any (own_users) or outlet_id = any (own_outlets);
  delete from outlet_defenses where outlet_id = any (own_outlets);
  delete from users where partner_id = partner;
  delete from recent_publications where merchant_id = any (own_merchants);
  update merchants set top_voucher_id = null where id = any (own_merchants) and top_voucher_id is not null;
  delete from vouchers where merchant_id = any (own_merchants);
  delete from outlets where merchant_id = any (own_merchants);
  delete from failing_deliveries where partner_id = partner;
end $$;
