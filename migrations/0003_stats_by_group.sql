-- Stats by outlet, voucher, merchant, partner and category, and by the days of any time zone.
--
-- group_stats replaces outlet_stats and serves every group; quarter_stats serves the days of every time zone, because
-- every offset from UTC in use is a multiple of 15 minutes. Workers count the past again, one day at a time. Until then
-- it is counted from its rows.
--
-- The previous release reads outlet_stats and outlet_changes, and calls roll_up_outlet_stats. They are kept for it, as
-- views of the new tables and as another name of roll_up_group_stats. A later release drops all three and renames
-- stats_progress.outlet_days_until to group_days_until and refusal_counts.hour to quarter.

create function utc_quarter(at timestamptz) returns timestamptz language sql immutable parallel safe
return date_bin('15 minutes', at, '2000-01-01T00:00:00Z');
comment on function utc_quarter is 'The start of the quarter hour.';

drop table outlet_stats;
drop table outlet_changes;
drop function close_outlet_day(date);
drop function fold_outlet_changes(bigint);
update stats_progress set outlet_days_until = null;
comment on column stats_progress.outlet_days_until is
  'Days before this one are in group_stats and quarter_stats. Never later than days_until. Null: none is.';

create table group_stats (
  day date not null,
  outlet_id uuid,
  voucher_id uuid not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  claims integer not null,
  redemptions integer not null,
  flagged integer not null,
  constraint group_stats_one_per_day unique nulls not distinct (day, merchant_id, voucher_id, outlet_id, partner_id)
);
create index group_stats_by_merchant on group_stats (merchant_id, day);
create index group_stats_by_partner on group_stats (partner_id, day);
comment on table group_stats is
  'The claims and redemptions of closed days, by all that they can be grouped by. Live partners only.';
comment on column group_stats.outlet_id is 'Null for claims, which have no outlet.';

create table quarter_stats (
  merchant_id uuid,
  partner_id uuid,
  quarter timestamptz not null,
  claims integer not null,
  redemptions integer not null,
  flagged integer not null,
  constraint quarter_stats_one_per_quarter unique nulls not distinct (merchant_id, partner_id, quarter)
);
comment on table quarter_stats is
  'The claims and redemptions of closed days by quarter hour: in total, by partner, and by merchant and partner. A '
  'merchant or partner that is null means all of them. The days and hours of a time zone are sums of quarter hours.';
comment on column quarter_stats.quarter is 'The start of the quarter hour.';

create table group_changes (
  quarter timestamptz not null,
  outlet_id uuid,
  voucher_id uuid not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  claims integer not null,
  redemptions integer not null,
  flagged integer not null
);
comment on table group_changes is
  'Differences that are not in group_stats and quarter_stats yet. It has no index because the worker empties it every '
  'few seconds.';

create view outlet_stats as
select outlet_id, merchant_id, partner_id, day, sum(redemptions)::integer as redemptions, sum(flagged)::integer as flagged
from group_stats
where outlet_id is not null
group by outlet_id, merchant_id, day, grouping sets ((), (partner_id));
comment on view outlet_stats is 'For the previous release only, while nodes are replaced.';

create view outlet_changes as
select outlet_id, merchant_id, partner_id, utc_day(quarter) as day, redemptions, flagged
from group_changes
where outlet_id is not null;
comment on view outlet_changes is 'For the previous release only, while nodes are replaced.';

-- Refusals: from now on by quarter hour, voucher and outlet. Nodes of the previous release still count by hour and
-- merchant, with null as voucher and outlet; their statement names the constraint, so it keeps its name.
alter table refusal_counts add column voucher_id uuid;
alter table refusal_counts add column outlet_id uuid;
alter table refusal_counts drop constraint refusal_counts_are_of_whole_hours;
alter table refusal_counts drop constraint refusal_counts_one_per_hour_and_reason;
alter table refusal_counts add constraint refusal_counts_one_per_hour_and_reason
  unique nulls not distinct (hour, partner_id, merchant_id, voucher_id, outlet_id, reason);
alter table refusal_counts add constraint refusal_counts_are_of_whole_quarters check (hour = utc_quarter(hour));
comment on table refusal_counts is
  'Refused redemptions by the quarter hour. They leave no row of their own after 30 days, so they are counted here. Each '
  'node adds its counts once a second.';
comment on column refusal_counts.hour is
  'The start of the quarter hour; of the hour in counts from before stats_progress.refusals_grouped_since.';
comment on column refusal_counts.voucher_id is
  'Null: the voucher is unknown, or the count is from before stats_progress.refusals_grouped_since.';
comment on column refusal_counts.outlet_id is
  'Null: the outlet is unknown, or the count is from before stats_progress.refusals_grouped_since.';

alter table stats_progress add column refusals_grouped_since timestamptz;
comment on column stats_progress.refusals_grouped_since is
  'Since this hour, all refusals are counted by quarter hour, voucher and outlet. Null: they always were. The hour '
  'begins some time after the migration, because nodes of the previous release may still run.';
update stats_progress
set refusals_grouped_since = date_trunc('hour', now(), 'UTC') + interval '2 hours'
where exists (select from refusal_counts) or exists (select from redemptions);

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
    insert into group_changes values (utc_quarter(old.redeemed_at), old.outlet_id, old.voucher_id, old.merchant_id,
      old.partner_id, 0, -1, case when old.status = 'FLAGGED' then -1 else 0 end);
  end if;
  if tg_op <> 'DELETE' and new.voided_at is null then
    insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'redemptions', 1);
    if new.status = 'FLAGGED' then
      insert into stat_changes values (new.merchant_id, new.partner_id, utc_day(new.redeemed_at), 'flagged', 1);
    end if;
    insert into group_changes values (utc_quarter(new.redeemed_at), new.outlet_id, new.voucher_id, new.merchant_id,
      new.partner_id, 0, 1, case when new.status = 'FLAGGED' then 1 else 0 end);
  end if;
  return null;
end $$;

create function note_claim(noted claims, difference integer) returns void language sql as $$
  with claimed as (
    select v.merchant_id, u.partner_id from vouchers v, users u
    where v.id = noted.voucher_id and u.id = noted.user_id and not is_test_partner(u.partner_id)
  ),
  by_day as (
    insert into stat_changes
    select merchant_id, partner_id, utc_day(noted.claimed_at), 'claims', difference from claimed
  )
  insert into group_changes
  select utc_quarter(noted.claimed_at), null, noted.voucher_id, merchant_id, partner_id, difference, 0, 0 from claimed;
$$;
comment on function note_claim is 'Records that a claim was added (1) to its day or removed (-1) from it.';

create or replace function note_claim_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_claim(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_claim(new, 1);
  end if;
  return null;
end $$;

create function close_group_day(closed date) returns void language sql as $$
  with noted as (
    delete from group_changes where utc_day(quarter) = closed
  ),
  counted as (
    select utc_quarter(redeemed_at) as quarter, outlet_id, voucher_id, merchant_id, partner_id, 0 as claims,
      count(*) as redemptions, count(*) filter (where status = 'FLAGGED') as flagged
    from redemptions
    where redeemed_at >= closed::timestamp at time zone 'UTC' and redeemed_at < (closed + 1)::timestamp at time zone 'UTC'
      and voided_at is null and partner_id not in (select id from partners where mode = 'test')
    group by 1, 2, 3, 4, 5
    union all
    select utc_quarter(claimed_at), null, c.voucher_id, v.merchant_id, u.partner_id, count(*), 0, 0
    from claims c join vouchers v on v.id = c.voucher_id join users u on u.id = c.user_id
    where claimed_at >= closed::timestamp at time zone 'UTC' and claimed_at < (closed + 1)::timestamp at time zone 'UTC'
      and u.partner_id not in (select id from partners where mode = 'test')
    group by 1, 3, 4, 5
  ),
  by_group as (
    insert into group_stats (day, outlet_id, voucher_id, merchant_id, partner_id, claims, redemptions, flagged)
    select closed, outlet_id, voucher_id, merchant_id, partner_id, sum(claims), sum(redemptions), sum(flagged)
    from counted
    group by 2, 3, 4, 5
  )
  insert into quarter_stats (merchant_id, partner_id, quarter, claims, redemptions, flagged)
  select merchant_id, partner_id, quarter, sum(claims), sum(redemptions), sum(flagged)
  from counted
  group by grouping sets ((quarter), (quarter, partner_id), (quarter, merchant_id, partner_id));
  update stats_progress set outlet_days_until = closed + 1;
$$;
comment on function close_group_day is 'Counts a day by group and by quarter hour, once. Live partners only.';

create function fold_group_changes(max_changes bigint) returns bigint language sql as $$
  with folded as (
    delete from group_changes
    where ctid = any (array(
      select ctid from group_changes
      where utc_day(quarter) < (select outlet_days_until from stats_progress)
      limit max_changes
    ))
    returning *
  ),
  by_group as (
    insert into group_stats as known (day, outlet_id, voucher_id, merchant_id, partner_id, claims, redemptions, flagged)
    select utc_day(quarter), outlet_id, voucher_id, merchant_id, partner_id, sum(claims), sum(redemptions), sum(flagged)
    from folded
    group by 1, 2, 3, 4, 5
    on conflict on constraint group_stats_one_per_day do update
    set claims = known.claims + excluded.claims, redemptions = known.redemptions + excluded.redemptions,
      flagged = known.flagged + excluded.flagged
  ),
  by_quarter as (
    insert into quarter_stats as known (merchant_id, partner_id, quarter, claims, redemptions, flagged)
    select merchant_id, partner_id, quarter, sum(claims), sum(redemptions), sum(flagged)
    from folded
    group by grouping sets ((quarter), (quarter, partner_id), (quarter, merchant_id, partner_id))
    on conflict on constraint quarter_stats_one_per_quarter do update
    set claims = known.claims + excluded.claims, redemptions = known.redemptions + excluded.redemptions,
      flagged = known.flagged + excluded.flagged
  )
  select count(*) from folded
$$;
comment on function fold_group_changes is 'Adds recorded differences to group_stats and quarter_stats.';

create function roll_up_group_stats() returns boolean language plpgsql as $$
declare
  max_changes constant bigint := 20000;
  progress stats_progress;
begin
  select * into progress from stats_progress for update skip locked;
  if not found or progress.days_until is null then
    return false;
  end if;
  if fold_group_changes(max_changes) = max_changes then
    return true;
  end if;
  if progress.outlet_days_until is null then
    select least(utc_day((select min(redeemed_at) from redemptions)), utc_day((select min(claimed_at) from claims)),
      progress.days_until) into progress.outlet_days_until;
    update stats_progress set outlet_days_until = progress.outlet_days_until;
  end if;
  if progress.outlet_days_until < progress.days_until then
    perform close_group_day(progress.outlet_days_until);
    return true;
  end if;
  return false;
end $$;
comment on function roll_up_group_stats is
  'One step of the roll-up by group and quarter hour, as roll_up_stats. Returns true if there may be another.';

create or replace function roll_up_outlet_stats() returns boolean language sql as $$ select roll_up_group_stats() $$;
comment on function roll_up_outlet_stats is 'For workers of the previous release only, while nodes are replaced.';
