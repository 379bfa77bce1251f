-- Stats by outlet counted every redemption of their period: half a second at a million. Closed days are now counted
-- once by outlet, under the rule of 0019: a closed day is what was counted, and what has been noted since. They have
-- their own progress, since the days that are closed already have no stats by outlet yet: a worker counts them after
-- the update, one day at a time, and until then they are counted from rows. The release before runs on the new schema.

alter table stats_progress add column outlet_days_until date;
comment on column stats_progress.outlet_days_until is
  'Days before this one are in outlet_stats. Never later than days_until. Null: none is.';

create table outlet_stats (
  outlet_id uuid not null,
  merchant_id uuid not null,
  partner_id uuid,
  day date not null,
  redemptions integer not null,
  flagged integer not null,
  constraint outlet_stats_one_per_day unique nulls not distinct (partner_id, day, outlet_id)
);
create index outlet_stats_by_merchant on outlet_stats (merchant_id, partner_id, day);
comment on table outlet_stats is 'The redemptions of closed days by outlet. A partner that is null means all of them.';
comment on column outlet_stats.merchant_id is 'The merchant of the outlet.';

create table outlet_changes (
  outlet_id uuid not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  day date not null,
  redemptions integer not null,
  flagged integer not null
);
comment on table outlet_changes is
  'Differences that are not in outlet_stats yet. It has no index because the worker empties it every few seconds.';

-- A transaction that changed a redemption under the old function must end before a day is counted by outlet.
lock table redemptions in share row exclusive mode;

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
    insert into outlet_changes values (old.outlet_id, old.merchant_id, old.partner_id, utc_day(old.redeemed_at), -1,
      case when old.status = 'FLAGGED' then -1 else 0 end);
  end if;
  if tg_op <> 'DELETE' and new.voided_at is null then
    insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'redemptions', 1);
    if new.status = 'FLAGGED' then
      insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'flagged', 1);
    end if;
    insert into outlet_changes values (new.outlet_id, new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 1,
      case when new.status = 'FLAGGED' then 1 else 0 end);
  end if;
  return null;
end $$;

create function fold_outlet_changes(max_changes bigint) returns bigint language sql as $$
  with folded as (
    delete from outlet_changes
    where ctid = any (array(
      select ctid from outlet_changes where day < (select outlet_days_until from stats_progress) limit max_changes
    ))
    returning *
  ),
  added as (
    insert into outlet_stats as known (outlet_id, merchant_id, partner_id, day, redemptions, flagged)
    select outlet_id, merchant_id, level.partner_id, day, sum(redemptions), sum(flagged)
    from folded cross join lateral (values (null::uuid), (folded.partner_id)) as level (partner_id)
    group by 1, 2, 3, 4
    on conflict on constraint outlet_stats_one_per_day do update
    set redemptions = known.redemptions + excluded.redemptions, flagged = known.flagged + excluded.flagged
  )
  select count(*) from folded
$$;
comment on function fold_outlet_changes is 'Adds recorded differences to outlet_stats.';

create function close_outlet_day(closed date) returns void language sql as $$
  with noted as (
    delete from outlet_changes where day = closed
  ),
  counted as (
    select outlet_id, merchant_id, partner_id, count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged
    from redemptions
    where redeemed_at >= closed::timestamp at time zone 'UTC' and redeemed_at < (closed + 1)::timestamp at time zone 'UTC'
      and voided_at is null and partner_id not in (select id from partners where mode = 'test')
    group by 1, 2, 3
  )
  insert into outlet_stats (outlet_id, merchant_id, partner_id, day, redemptions, flagged)
  select outlet_id, merchant_id, partner_id, closed, sum(redemptions), sum(flagged)
  from counted
  group by grouping sets ((outlet_id, merchant_id), (outlet_id, merchant_id, partner_id));
  update stats_progress set outlet_days_until = closed + 1;
$$;
comment on function close_outlet_day is 'Counts the redemptions of a day by outlet, once. Live partners only.';

-- Only days that roll_up_stats has closed are counted. So each transaction that changes such a day notes it.
create function roll_up_outlet_stats() returns boolean language plpgsql as $$
declare
  max_changes constant bigint := 20000;
  progress stats_progress;
begin
  select * into progress from stats_progress for update skip locked;
  if not found or progress.days_until is null then
    return false;
  end if;
  if fold_outlet_changes(max_changes) = max_changes then
    return true;
  end if;
  if progress.outlet_days_until is null then
    select least(utc_day(min(redeemed_at)), progress.days_until) into progress.outlet_days_until from redemptions;
    update stats_progress set outlet_days_until = progress.outlet_days_until;
  end if;
  if progress.outlet_days_until < progress.days_until then
    perform close_outlet_day(progress.outlet_days_until);
    return true;
  end if;
  return false;
end $$;
comment on function roll_up_outlet_stats is
  'One step of the roll-up by outlet, as roll_up_stats. Returns true if there may be another.';
