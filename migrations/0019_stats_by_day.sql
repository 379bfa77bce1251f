-- Stats of days and hours that are over, so that statistics do not count millions of rows at every look. Takes seconds
-- at 5 million redemptions and 2 million events: the past is counted by a worker afterwards, a day at a time, and until
-- then it is counted live. The release
-- before runs on the new schema: whatever it writes is noted by the triggers below.
--
-- The rule by which a sum is exact at every moment:
--   * A day (an hour, for deliveries) is counted once, by the worker, when it is over and no transaction that could still
--     write to it unnoticed is open. From then on it is closed.
--   * Whoever writes a row that is more than 15 minutes old, or changes one, notes the difference in the same transaction.
--   * A closed day is what was counted and what has been noted since; any other period is counted from its rows. What was
--     noted of a day before it was closed is deleted by the statement that counts it, which sees both by one snapshot.
-- Redemptions are written without a counter that every batch would have to wait for: a row of today notes nothing.

create table stats_progress (
  only_row boolean primary key default true,
  -- Days before it, and hours before it, are closed; null: none is.
  days_until date,
  hours_until timestamptz,
  -- A transaction of the worker's, begun at `horizon_at`. Once all that wrote before it have ended, whatever was over well
  -- before that time can be counted: who writes to it later, notes it.
  horizon bigint,
  horizon_at timestamptz,
  constraint stats_progress_has_one_row check (only_row)
);
insert into stats_progress default values;

-- claims, redemptions, flagged; refused:<reason>. A merchant or partner that is null means all of them.
create table daily_stats (
  merchant_id uuid,
  partner_id uuid,
  day date not null,
  stat text not null,
  count bigint not null,
  constraint daily_stats_one_per_day unique nulls not distinct (merchant_id, partner_id, day, stat)
);

-- Differences that are not in daily_stats yet. No index: the worker empties it every few seconds.
create table stat_changes (
  merchant_id uuid,
  partner_id uuid not null,
  day date not null,
  stat text not null,
  count bigint not null
);

-- By the hour in which their event was created. The week is that of the partition, which is dropped as a whole.
create table delivery_stats (
  partner_id uuid,
  hour timestamptz not null,
  week date not null,
  state text not null,
  count bigint not null,
  constraint delivery_stats_one_per_hour unique nulls not distinct (partner_id, hour, week, state)
);

create table delivery_changes (
  partner_id uuid not null,
  hour timestamptz not null,
  week date not null,
  state text not null,
  count bigint not null
);

create function utc_day(at timestamptz) returns date
language sql immutable return (at at time zone 'UTC')::date;

create function uuid_v7_week(id uuid) returns date
language sql immutable
return date_trunc('week', to_timestamp(
  ('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0
) at time zone 'UTC')::date;

-- Redemptions and claims.

create function note_redemption_change() returns trigger
language plpgsql as $$
begin
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

create trigger redemptions_of_the_past_are_noted after insert on redemptions
  for each row when (new.redeemed_at < clock_timestamp() - interval '15 minutes')
  execute function note_redemption_change();
create trigger redemptions_changed_are_noted after update of merchant_id, partner_id, redeemed_at, status, voided_at
  on redemptions for each row
  when (
    (old.merchant_id, old.partner_id, old.redeemed_at, old.status, old.voided_at is null)
    is distinct from (new.merchant_id, new.partner_id, new.redeemed_at, new.status, new.voided_at is null)
  )
  execute function note_redemption_change();
create trigger redemptions_deleted_are_noted after delete on redemptions
  for each row execute function note_redemption_change();

create function note_claim_change() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stat_changes
    select v.merchant_id, u.partner_id, utc_day(old.claimed_at), 'claims', -1
    from vouchers v, users u where v.id = old.voucher_id and u.id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into stat_changes
    select v.merchant_id, u.partner_id, utc_day(new.claimed_at), 'claims', 1
    from vouchers v, users u where v.id = new.voucher_id and u.id = new.user_id;
  end if;
  return null;
end $$;

create trigger claims_of_the_past_are_noted after insert on claims
  for each row when (new.claimed_at < clock_timestamp() - interval '15 minutes')
  execute function note_claim_change();
create trigger claims_changed_are_noted after update of user_id, voucher_id, claimed_at on claims
  for each row execute function note_claim_change();
create trigger claims_deleted_are_noted after delete on claims
  for each row execute function note_claim_change();

-- Refusals are counted by the hour already, once a second by each node; every difference is noted, so no day of theirs has
-- to be closed.

create function note_refusals_added() returns trigger
language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(hour), 'refused:' || reason, sum(count) from added group by 1, 2, 3, 4;
  return null;
end $$;

create function note_refusals_changed() returns trigger
language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(hour), 'refused:' || reason, sum(count)
  from (
    select hour, merchant_id, partner_id, reason, count from added
    union all
    select hour, merchant_id, partner_id, reason, -count from removed
  ) as differing
  group by 1, 2, 3, 4
  having sum(count) <> 0;
  return null;
end $$;

create function note_refusals_removed() returns trigger
language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(hour), 'refused:' || reason, -sum(count) from removed group by 1, 2, 3, 4;
  return null;
end $$;

create trigger refusals_added_are_noted after insert on refusal_counts
  referencing new table as added for each statement execute function note_refusals_added();
create trigger refusals_changed_are_noted after update on refusal_counts
  referencing old table as removed new table as added for each statement execute function note_refusals_changed();
create trigger refusals_removed_are_noted after delete on refusal_counts
  referencing old table as removed for each statement execute function note_refusals_removed();

insert into stat_changes (merchant_id, partner_id, day, stat, count)
select merchant_id, partner_id, utc_day(hour), 'refused:' || reason, sum(count) from refusal_counts group by 1, 2, 3, 4;

-- Deliveries. They change their state, as a rule within seconds, so only what is older notes it. When its event was
-- created now stands on the delivery; null on those from before, whose events are asked.

alter table deliveries add column created_at timestamptz;
update deliveries set created_at = events.created_at from events
where events.id = deliveries.event_id and deliveries.state <> 'DELIVERED';

-- Those that failed, newest first: among the newest of all there may be none for a long time.
create index deliveries_failed_by_time on deliveries (partner_id, created_at, event_id) where state = 'FAILED';

create or replace function plan_deliveries() returns trigger
language plpgsql as $$
begin
  insert into deliveries (event_id, partner_id, is_bulk, due_at, created_at)
  select told.id, told.partner_id, told.type = 'VOUCHER_PUBLISHED', told.created_at, told.created_at
  from told join partners on partners.id = told.partner_id
  where partners.webhook_url is not null;
  return null;
end $$;

create function note_delivery_change() returns trigger
language plpgsql as $$
declare
  hour timestamptz := date_trunc('hour', coalesce(
    new.created_at, (select created_at from events where id = new.event_id)
  ), 'UTC');
  week date := uuid_v7_week(new.event_id);
begin
  if hour is not null then
    if tg_op = 'UPDATE' then
      insert into delivery_changes values (new.partner_id, hour, week, old.state, -1);
    end if;
    insert into delivery_changes values (new.partner_id, hour, week, new.state, 1);
  end if;
  return null;
end $$;

create trigger deliveries_of_the_past_are_noted after insert on deliveries
  for each row when (new.created_at is null or new.created_at < clock_timestamp() - interval '15 minutes')
  execute function note_delivery_change();
create trigger deliveries_changed_are_noted after update of state on deliveries
  for each row when (
    old.state <> new.state
    and (new.created_at is null or new.created_at < clock_timestamp() - interval '15 minutes')
  )
  execute function note_delivery_change();

-- The worker's part. Each of these is called while the row of stats_progress is locked: by one worker at a time.

create function fold_stat_changes(most bigint) returns bigint
language sql as $$
  with gone as (
    delete from stat_changes
    where ctid = any (array(
      select ctid from stat_changes
      where starts_with(stat, 'refused:') or day < (select days_until from stats_progress)
      limit most
    ))
    returning *
  ),
  folded as (
    insert into daily_stats as known (merchant_id, partner_id, day, stat, count)
    select level.merchant_id, level.partner_id, day, stat, sum(count)
    from gone cross join lateral (
      values (1, null::uuid, null::uuid), (2, null, gone.partner_id),
        (3, gone.merchant_id, null), (4, gone.merchant_id, gone.partner_id)
    ) as level (place, merchant_id, partner_id)
    -- A refusal of an unknown voucher has no merchant: it is in the stats of all merchants only.
    where place <= 2 or gone.merchant_id is not null
    group by 1, 2, 3, 4
    on conflict on constraint daily_stats_one_per_day do update set count = known.count + excluded.count
  )
  select count(*) from gone
$$;

create function fold_delivery_changes(most bigint) returns bigint
language sql as $$
  with gone as (
    delete from delivery_changes
    where ctid = any (array(
      select ctid from delivery_changes where hour < (select hours_until from stats_progress) limit most
    ))
    returning *
  ),
  folded as (
    insert into delivery_stats as known (partner_id, hour, week, state, count)
    select level.partner_id, hour, week, state, sum(count)
    from gone cross join lateral (values (null::uuid), (gone.partner_id)) as level (partner_id)
    group by 1, 2, 3, 4
    on conflict on constraint delivery_stats_one_per_hour do update set count = known.count + excluded.count
  )
  select count(*) from gone
$$;

create function close_day(closed date) returns void
language sql as $$
  with noted as (
    delete from stat_changes where day = closed and not starts_with(stat, 'refused:')
  ),
  redeemed as (
    select merchant_id, partner_id, count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged
    from redemptions
    where redeemed_at >= closed::timestamp at time zone 'UTC' and redeemed_at < (closed + 1)::timestamp at time zone 'UTC'
      and voided_at is null
    group by 1, 2
  ),
  claimed as (
    select v.merchant_id, u.partner_id, count(*) as claims
    from claims c join vouchers v on v.id = c.voucher_id join users u on u.id = c.user_id
    where claimed_at >= closed::timestamp at time zone 'UTC' and claimed_at < (closed + 1)::timestamp at time zone 'UTC'
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

create function close_hours(since timestamptz, until timestamptz) returns void
language sql as $$
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
    group by 1, 2, 3, 4
  )
  insert into delivery_stats (partner_id, hour, week, state, count)
  select partner_id, hour, week, state, sum(count)
  from counted
  group by grouping sets ((hour, week, state), (partner_id, hour, week, state));
  update stats_progress set hours_until = until;
$$;

-- One step; true when there may be another. Nothing is closed while a transaction is open that had begun before the
-- horizon was taken: it may hold rows that nobody sees yet and that were not noted, being young when they were written.
create function roll_up_stats() returns boolean
language plpgsql as $$
declare
  most constant bigint := 20000;
  progress stats_progress;
  over_at timestamptz;
  closing timestamptz;
begin
  select * into progress from stats_progress for update skip locked;
  if not found then
    return false;
  end if;
  if fold_stat_changes(most) = most or fold_delivery_changes(most) = most then
    return true;
  end if;
  -- After a restore into another cluster the horizon may be a transaction that has not come yet.
  if progress.horizon is null or progress.horizon > pg_current_xact_id()::text::bigint then
    closing := date_trunc('hour', now() - interval '30 minutes', 'UTC');
    if coalesce(progress.hours_until >= closing, not exists (select from events))
      and coalesce(
        progress.days_until >= utc_day(closing),
        not exists (select from redemptions) and not exists (select from claims)
      )
    then
      return false;
    end if;
    update stats_progress
    set horizon = pg_current_xact_id()::text::bigint, horizon_at = now();
    return true;
  end if;
  if progress.horizon > pg_snapshot_xmin(pg_current_snapshot())::text::bigint then
    return false;
  end if;
  over_at := progress.horizon_at - interval '30 minutes';
  if progress.days_until is null then
    select least(utc_day(first_at), utc_day(over_at)) into progress.days_until
    from (
      select least((select min(redeemed_at) from redemptions), (select min(claimed_at) from claims)) as first_at
    ) as begun
    where first_at is not null;
    update stats_progress set days_until = progress.days_until;
  end if;
  if progress.days_until < utc_day(over_at) then
    perform close_day(progress.days_until);
    return true;
  end if;
  if progress.hours_until is null then
    select date_trunc('hour', least(min(first.created_at), over_at), 'UTC') into progress.hours_until
    from partners
    cross join lateral (select min(created_at) as created_at from events where partner_id = partners.id) as first
    having min(first.created_at) is not null;
    update stats_progress set hours_until = progress.hours_until;
  end if;
  closing := least(date_trunc('hour', over_at, 'UTC'), progress.hours_until + interval '6 hours');
  if progress.hours_until < closing then
    perform close_hours(progress.hours_until, closing);
    return true;
  end if;
  -- Of weeks that were dropped long ago.
  delete from delivery_stats where week < utc_day(now()) - 100;
  update stats_progress set horizon = null, horizon_at = null;
  return false;
end $$;
