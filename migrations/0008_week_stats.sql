-- Stats of whole weeks by group. Where most outlets have one redemption a day, a day has as many rows in group_stats as
-- it has redemptions, but a week has far fewer. So three months read weeks, and only the days beside them from
-- group_stats.

create function week_of(day date) returns date language sql immutable parallel safe
return date_trunc('week', day::timestamp)::date;
comment on function week_of is 'The Monday of the week.';

create table week_stats (
  week date not null,
  partner_id uuid,
  merchant_id uuid not null,
  voucher_id uuid,
  outlet_id uuid,
  claims integer not null,
  redemptions integer not null,
  flagged integer not null,
  constraint week_stats_one_per_week unique nulls not distinct (partner_id, week, merchant_id, voucher_id, outlet_id),
  constraint week_stats_are_of_a_voucher_or_an_outlet check ((voucher_id is null) <> (outlet_id is null))
);
create index week_stats_by_merchant on week_stats (merchant_id, week);
create index week_stats_of_vouchers on week_stats (week) include (merchant_id, voucher_id, claims, redemptions, flagged)
  where partner_id is null and voucher_id is not null;
create index week_stats_of_outlets on week_stats (week) include (outlet_id, merchant_id, claims, redemptions, flagged)
  where partner_id is null and outlet_id is not null;
comment on table week_stats is
  'The sums of group_stats of all weeks before that of stats_progress.outlet_days_until, by voucher and by outlet: in '
  'total and by partner. A partner that is null means all of them.';
comment on column week_stats.week is 'The Monday of the week, in UTC.';
comment on column week_stats.voucher_id is 'Null in a row of an outlet.';
comment on column week_stats.outlet_id is 'Null in a row of a voucher. Claims have no outlet.';

create function close_group_weeks(first_day date, until_day date) returns void language sql as $$
  insert into week_stats (week, partner_id, merchant_id, voucher_id, outlet_id, claims, redemptions, flagged)
  select week_of(day), partner_id, merchant_id, voucher_id, outlet_id, sum(claims), sum(redemptions), sum(flagged)
  from group_stats
  where day >= first_day and day < until_day
  group by 1, merchant_id, grouping sets ((voucher_id), (voucher_id, partner_id), (outlet_id), (outlet_id, partner_id))
  having grouping(outlet_id) = 1 or outlet_id is not null
  order by partner_id nulls first;
$$;
comment on function close_group_weeks is 'Adds up the days of whole weeks, once.';

create or replace function fold_group_changes(max_changes bigint) returns bigint language sql as $$
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
  by_week as (
    insert into week_stats as known (week, partner_id, merchant_id, voucher_id, outlet_id, claims, redemptions, flagged)
    select week_of(utc_day(quarter)), partner_id, merchant_id, voucher_id, outlet_id, sum(claims), sum(redemptions),
      sum(flagged)
    from folded
    where utc_day(quarter) < (select week_of(outlet_days_until) from stats_progress)
    group by 1, merchant_id, grouping sets ((voucher_id), (voucher_id, partner_id), (outlet_id), (outlet_id, partner_id))
    having grouping(outlet_id) = 1 or outlet_id is not null
    on conflict on constraint week_stats_one_per_week do update
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
comment on function fold_group_changes is 'Adds recorded differences to group_stats, week_stats and quarter_stats.';

create or replace function roll_up_group_stats() returns boolean language plpgsql as $$
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
    if progress.outlet_days_until + 1 = week_of(progress.outlet_days_until + 1) then
      perform close_group_weeks(week_of(progress.outlet_days_until), progress.outlet_days_until + 1);
    end if;
    return true;
  end if;
  return false;
end $$;

-- Workers skip their turn while the row is locked, so the past weeks are complete.
select from stats_progress for update;
select close_group_weeks('-infinity', week_of(outlet_days_until)) from stats_progress;
