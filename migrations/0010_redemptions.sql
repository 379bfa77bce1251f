-- Redemption: the counters that bound it, the attempts that are counted apart, and the one function that writes a batch
-- of decided redemptions. The function trusts nobody: what it is told was decided on facts that may be old by now, and
-- where a counter or a pool says otherwise it writes nothing at all (SQLSTATE CF001), and the batch is decided again.

alter table redemptions
  add column partner_id uuid not null references partners,
  add column merchant_id uuid not null references merchants,
  add column voucher_title text not null,
  add column outlet_name text not null,
  add column cycle_resets_at timestamptz,
  add column remaining integer not null,
  add column consumer_lat double precision,
  add column consumer_lng double precision,
  add column gps_accuracy_meters double precision,
  add column idempotency_key text,
  add column request_hash bytea,
  add column void_reason text,
  add column review_outcome text,
  add column review_note text,
  add column reviewed_by text,
  add column reviewed_at timestamptz,
  add constraint redemptions_remember_key_and_request_together
    check ((idempotency_key is null) = (request_hash is null)),
  add constraint redemptions_voided_ones_say_why check ((voided_at is null) = (void_reason is null)),
  add constraint redemptions_review_is_whole
    check ((review_outcome is null) = (reviewed_by is null) and (review_outcome is null) = (reviewed_at is null)),
  add constraint redemptions_review_outcome_is_known check (review_outcome in ('ACCEPTED', 'REJECTED'));

create unique index redemptions_one_per_user_and_idempotency_key
  on redemptions (user_id, idempotency_key) where idempotency_key is not null;
create unique index redemptions_code_is_unique_per_voucher on redemptions (voucher_id, code) where code is not null;

-- How often a user, and everybody together, has redeemed a voucher in a cycle; voided redemptions are given back.
create table user_quotas (
  user_id uuid not null references users,
  voucher_id uuid not null references vouchers,
  cycle_key text not null,
  used integer not null,
  primary key (user_id, voucher_id, cycle_key),
  constraint user_quotas_are_not_negative check (used >= 0)
) with (fillfactor = 80);

create table voucher_quotas (
  voucher_id uuid not null references vouchers,
  cycle_key text not null,
  used integer not null,
  primary key (voucher_id, cycle_key),
  constraint voucher_quotas_are_not_negative check (used >= 0)
) with (fillfactor = 50);

-- The attempts of a user that still count, oldest first, and how many of those that a statement asked for it got.
create table redemption_attempts (
  user_id uuid primary key references users,
  times timestamptz[] not null,
  granted integer not null
) with (fillfactor = 50);

create table pin_failures (
  id uuid primary key,
  user_id uuid not null references users,
  outlet_id uuid not null references outlets,
  at timestamptz not null
);
create index pin_failures_by_outlet_and_user on pin_failures (outlet_id, user_id, at);
create index pin_failures_by_outlet_and_time on pin_failures (outlet_id, at);

create type redemption_to_write as (
  id uuid,
  partner_id uuid,
  user_id uuid,
  voucher_id uuid,
  outlet_id uuid,
  merchant_id uuid,
  voucher_title text,
  outlet_name text,
  cycle_key text,
  cycle_resets_at timestamptz,
  remaining integer,
  status text,
  flag_reason text,
  gps_available boolean,
  gps_distance_meters double precision,
  consumer_lat double precision,
  consumer_lng double precision,
  gps_accuracy_meters double precision,
  code text,
  draws_code boolean,
  redeemed_at timestamptz,
  idempotency_key text,
  request_hash bytea,
  user_limit integer,
  voucher_cap integer
);

create type event_to_write as (id uuid, partner_id uuid, user_id uuid, type text, body text, created_at timestamptz);

-- The next codes of a pool, in upload order. Codes that another batch holds are passed over, so that batches do not
-- queue for each other; a second look waits for them, since a code that is only held may yet be given back.
create function draw_codes(pool uuid, wanted bigint, waiting boolean) returns table (code text, place bigint)
language plpgsql as $$
begin
  if waiting then
    return query
      select c.code, c.position from voucher_codes c
      where c.voucher_id = pool and c.redemption_id is null
      order by c.position limit wanted for update;
  else
    return query
      select c.code, c.position from voucher_codes c
      where c.voucher_id = pool and c.redemption_id is null
      order by c.position limit wanted for update skip locked;
  end if;
end $$;

-- Rows are touched in one order by every node (user counters, voucher counters, codes, idempotency keys, each sorted by
-- its key), so that no two batches can wait for each other in a circle.
create function write_redemptions(batch jsonb, told jsonb, waiting boolean)
returns table (redemption uuid, dispensed text)
language plpgsql as $$
declare
  rows redemption_to_write[] := array(select r from jsonb_populate_recordset(null::redemption_to_write, batch) as r);
  is_outdated boolean;
begin
  with moved as (
    insert into user_quotas as q (user_id, voucher_id, cycle_key, used)
    select r.user_id, r.voucher_id, r.cycle_key, count(*)
    from unnest(rows) as r
    group by r.user_id, r.voucher_id, r.cycle_key
    order by r.user_id, r.voucher_id, r.cycle_key
    on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.user_id, q.voucher_id, q.cycle_key, q.used
  )
  -- To the very number, and not only within the limit: it was promised how many remain.
  select bool_or(moved.used > decided.most or moved.used <> decided.used) into is_outdated
  from moved join (
    select r.user_id, r.voucher_id, r.cycle_key, min(r.user_limit) as most, max(r.user_limit - r.remaining) as used
    from unnest(rows) as r
    group by r.user_id, r.voucher_id, r.cycle_key
  ) as decided using (user_id, voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old user quota' using errcode = 'CF001';
  end if;

  with moved as (
    insert into voucher_quotas as q (voucher_id, cycle_key, used)
    select r.voucher_id, r.cycle_key, count(*)
    from unnest(rows) as r
    group by r.voucher_id, r.cycle_key
    order by r.voucher_id, r.cycle_key
    on conflict (voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.voucher_id, q.cycle_key, q.used
  )
  select bool_or(moved.used > r.voucher_cap) into is_outdated
  from moved join unnest(rows) as r using (voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old cap' using errcode = 'CF001';
  end if;

  -- The limits themselves may have been changed since. Whoever comes later waits for the counters that we hold, and
  -- counts us in: so there is an order in which each was decided by the limits of its time.
  if exists (
    select from unnest(rows) as r join vouchers as v on v.id = r.voucher_id
    where (v.redemption_count, v.global_redemption_cap) is distinct from (r.user_limit, r.voucher_cap)
      or v.status <> 'PUBLISHED'
  ) then
    raise exception 'decided on an old voucher' using errcode = 'CF001';
  end if;

  -- A key is remembered for a day; after that it is free again.
  update redemptions as old
  set idempotency_key = null, request_hash = null
  from unnest(rows) as r
  where r.idempotency_key is not null
    and (old.user_id, old.idempotency_key) = (r.user_id, r.idempotency_key)
    and old.redeemed_at <= r.redeemed_at - interval '24 hours';

  return query
  with needs as (
    select r.voucher_id, count(*) as wanted
    from unnest(rows) as r
    where r.draws_code
    group by r.voucher_id
    order by r.voucher_id
  ),
  drawn as (
    select needs.voucher_id, d.code, row_number() over (partition by needs.voucher_id order by d.place) as turn
    from needs cross join lateral draw_codes(needs.voucher_id, needs.wanted, waiting) as d
  ),
  turns as (
    select r.id, r.voucher_id, row_number() over (partition by r.voucher_id order by n) as turn
    from unnest(rows) with ordinality as r
      (id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key,
       cycle_resets_at, remaining, status, flag_reason, gps_available, gps_distance_meters, consumer_lat,
       consumer_lng, gps_accuracy_meters, code, draws_code, redeemed_at, idempotency_key, request_hash, user_limit,
       voucher_cap, n)
    where r.draws_code
  ),
  taken as (
    update voucher_codes as c
    set redemption_id = turns.id
    from turns join drawn using (voucher_id, turn)
    where c.voucher_id = drawn.voucher_id and c.code = drawn.code
    returning c.redemption_id, c.code
  ),
  written as (
    insert into redemptions as w (
      id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key,
      cycle_resets_at, remaining, status, flag_reason, gps_available, gps_distance_meters, consumer_lat,
      consumer_lng, gps_accuracy_meters, code, redeemed_at, idempotency_key, request_hash
    )
    select
      r.id, r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.merchant_id, r.voucher_title, r.outlet_name,
      r.cycle_key, r.cycle_resets_at, r.remaining, r.status, r.flag_reason, r.gps_available, r.gps_distance_meters,
      r.consumer_lat, r.consumer_lng, r.gps_accuracy_meters, coalesce(r.code, taken.code), r.redeemed_at,
      r.idempotency_key, r.request_hash
    from unnest(rows) as r left join taken on taken.redemption_id = r.id
    order by r.user_id, r.idempotency_key
    returning w.id, w.code
  )
  select written.id, written.code from written;

  if exists (
    select from unnest(rows) as r join redemptions as w on w.id = r.id where r.draws_code and w.code is null
  ) then
    raise exception 'decided on an old pool' using errcode = 'CF001';
  end if;

  insert into events (id, partner_id, user_id, type, body, created_at)
  select * from jsonb_populate_recordset(null::event_to_write, told);
  perform pg_notify('events', '');
end $$;
