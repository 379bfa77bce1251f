-- A partner wants to try next month's behavior today, and must not meet real merchants or be counted with real customers.
-- So a partner is live or test. A test partner has its own test merchants: its sandbox. Nobody else sees them, and it sees
-- nothing else.

alter table partners
  add column mode text not null default 'live',
  add column twin_of uuid,
  add column clock_offset_ms bigint not null default 0,
  add constraint partners_mode_is_known check (mode in ('live', 'test')),
  add constraint partners_have_one_mode unique (id, mode),
  add constraint partners_have_one_test_twin unique (twin_of),
  add constraint partners_twin_of_fkey foreign key (twin_of) references partners (id),
  add constraint partners_only_test_partners_are_twins check (twin_of is null or mode = 'test'),
  add constraint partners_only_test_partners_move_their_clock check (clock_offset_ms = 0 or mode = 'test'),
  add constraint partners_test_slugs_end_in_test check (mode = 'live' or slug like '%-test');
comment on column partners.mode is 'Fixed at creation. A test partner sees its own test merchants, a live one all live merchants.';
comment on column partners.twin_of is 'The live partner that this test partner was created for.';
comment on column partners.clock_offset_ms is 'How far the clock of a test partner is ahead of the real time.';

-- The key with which we sign tokens for a test partner is kept like its secrets, and encrypted again with them.
alter table partner_secrets
  drop constraint partner_secrets_state_is_known,
  add constraint partner_secrets_state_is_known check (state in ('SIGNING', 'NEXT', 'PREVIOUS', 'TEST_KEY'));
create unique index partner_secrets_one_is_test_key on partner_secrets (partner_id) where state = 'TEST_KEY';

alter table merchants
  add column mode text not null default 'live',
  add column sandbox_id uuid,
  add constraint merchants_test_ones_have_a_sandbox check ((mode = 'test') = (sandbox_id is not null)),
  add constraint merchants_sandbox_is_a_test_partner foreign key (sandbox_id, mode) references partners (id, mode),
  add constraint merchants_test_ones_are_not_featured check (mode = 'live' or featured_position is null),
  -- Every sandbox has the same scenarios under the same slugs.
  drop constraint merchants_slug_is_unique,
  add constraint merchants_slug_is_unique unique nulls not distinct (slug, sandbox_id);
create index merchants_by_sandbox on merchants (sandbox_id) where sandbox_id is not null;
comment on column merchants.sandbox_id is 'The test partner to which a test merchant belongs. Null: live.';

create function keep_the_mode() returns trigger language plpgsql as $$
begin
  raise exception 'the mode is fixed at creation' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger partners_keep_their_mode before update of mode, twin_of on partners for each row
  when ((old.mode, old.twin_of) is distinct from (new.mode, new.twin_of)) execute function keep_the_mode();
create trigger merchants_keep_their_mode before update of mode, sandbox_id on merchants for each row
  when ((old.mode, old.sandbox_id) is distinct from (new.mode, new.sandbox_id)) execute function keep_the_mode();

-- The scope rule, enforced once more where users and merchants meet. Redemptions have no such checks, for speed: the
-- ledger audit verifies them.
create function stay_in_the_sandbox() returns trigger language plpgsql as $$
declare
  of_merchant uuid;
  of_user uuid;
begin
  if tg_table_name = 'favorites' then
    select sandbox_id into of_merchant from merchants where id = new.merchant_id;
  else
    select sandbox_id into of_merchant from vouchers join merchants on merchants.id = merchant_id
    where vouchers.id = new.voucher_id;
  end if;
  select partners.id into of_user from users join partners on partners.id = partner_id
  where users.id = new.user_id and mode = 'test';
  if of_merchant is distinct from of_user then
    raise exception 'test and live do not mix' using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger favorites_stay_in_the_sandbox before insert on favorites for each row execute function stay_in_the_sandbox();
create trigger claims_stay_in_the_sandbox before insert on claims for each row execute function stay_in_the_sandbox();

-- Attempts of deliveries that a test partner wants to fail. Not part of partners: a change of it is not announced.
create table failing_deliveries (
  partner_id uuid primary key references partners (id),
  attempts_left integer not null check (attempts_left >= 0),
  status smallint not null check (status between 300 and 599)
);
comment on table failing_deliveries is 'The next attempts for a test partner fail with this status. Its endpoint is not called.';

-- An event of a partner whose clock is ahead is due now, not when the real time gets there.
create or replace function plan_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, partner_id, is_bulk, due_at, created_at)
  select told.id, told.partner_id, told.type = 'VOUCHER_PUBLISHED',
    told.created_at - partners.clock_offset_ms * interval '1 millisecond',
    told.created_at
  from told join partners on partners.id = told.partner_id
  where partners.webhook_url is not null and told.type = any (partners.event_types);
  return null;
end $$;

-- Stats count live partners only.
create function is_test_partner(partner uuid) returns boolean language sql stable
return exists (select from partners where id = partner and mode = 'test');

create or replace function note_redemption_change() returns trigger language plpgsql as $$
begin
  if is_test_partner(case when tg_op = 'INSERT' then new.partner_id else old.partner_id end) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.voided_at is null then
    insert into stat_changes values (old.merchant_id, old.partner_id, utc_day(old.redeemed_at), 'redemptions', -1);
    if old.status = 'FLAGGED' then
      insert into stat_changes values (old.merchant_id, old.partner_id, utc_day(old.redeemed_at), 'flagged', -1);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.voided_at is null then
    insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'redemptions', 1);
    if new.status = 'FLAGGED' then
      insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'flagged', 1);
    end if;
  end if;
  return null;
end $$;

create or replace function note_claim_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stat_changes
    select v.merchant_id, u.partner_id, utc_day(old.claimed_at), 'claims', -1
    from vouchers v, users u where v.id = old.voucher_id and u.id = old.user_id and not is_test_partner(u.partner_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into stat_changes
    select v.merchant_id, u.partner_id, utc_day(new.claimed_at), 'claims', 1
    from vouchers v, users u where v.id = new.voucher_id and u.id = new.user_id and not is_test_partner(u.partner_id);
  end if;
  return null;
end $$;

create or replace function note_delivery_change() returns trigger language plpgsql as $$
declare
  hour timestamptz := date_trunc('hour', coalesce(
    new.created_at, (select created_at from events where id = new.event_id)
  ), 'UTC');
  week date := uuid_v7_week(new.event_id);
begin
  if hour is not null and not is_test_partner(new.partner_id) then
    if tg_op = 'UPDATE' then
      insert into delivery_changes values (new.partner_id, hour, week, old.state, -1);
    end if;
    insert into delivery_changes values (new.partner_id, hour, week, new.state, 1);
  end if;
  return null;
end $$;

create or replace function close_day(closed date) returns void language sql as $$
  with noted as (
    delete from stat_changes where day = closed and not starts_with(stat, 'refused:')
  ),
  redeemed as (
    select merchant_id, partner_id, count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged
    from redemptions
    where redeemed_at >= closed::timestamp at time zone 'UTC' and redeemed_at < (closed + 1)::timestamp at time zone 'UTC'
      and voided_at is null and partner_id not in (select id from partners where mode = 'test')
    group by 1, 2
  ),
  claimed as (
    select v.merchant_id, u.partner_id, count(*) as claims
    from claims c join vouchers v on v.id = c.voucher_id join users u on u.id = c.user_id
    where claimed_at >= closed::timestamp at time zone 'UTC' and claimed_at < (closed + 1)::timestamp at time zone 'UTC'
      and u.partner_id not in (select id from partners where mode = 'test')
    group by 1, 2
  ),
  counted as (
    select merchant_id, partner_id, 'redemptions' as stat, redemptions as count from redeemed
    union all
    select merchant_id, partner_id, 'flagged', flagged from redeemed where flagged > 0
    union all
    select merchant_id, partner_id, 'claims', claims from claimed
  )
  insert into daily_stats (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, closed, stat, sum(count)
  from counted
  group by grouping sets ((stat), (stat, merchant_id), (stat, partner_id), (stat, merchant_id, partner_id));
  update stats_progress set days_until = closed + 1;
$$;

create or replace function close_hours(since timestamptz, until timestamptz) returns void language sql as $$
  with noted as (
    delete from delivery_changes where hour >= since and hour < until
  ),
  counted as (
    select told.partner_id, date_trunc('hour', told.created_at, 'UTC') as hour, uuid_v7_week(told.id) as week, d.state,
      count(*) as count
    from partners
    cross join lateral (
      select id, partner_id, created_at from events
      where partner_id = partners.id and created_at >= since and created_at < until
      offset 0
    ) as told
    join deliveries d on d.event_id = told.id
    where partners.mode = 'live'
    group by 1, 2, 3, 4
  )
  insert into delivery_stats (partner_id, hour, week, state, count)
  select partner_id, hour, week, state, sum(count)
  from counted
  group by grouping sets ((hour, week, state), (partner_id, hour, week, state));
  update stats_progress set hours_until = until;
$$;

-- Deletes everything that a test partner and its users have done, and the outlets and vouchers of its sandbox. Its
-- merchants stay: keys and staff may belong to them. The caller holds the sandbox lock, so nothing is written meanwhile.
create function empty_sandbox(partner uuid) returns void language plpgsql as $$
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
