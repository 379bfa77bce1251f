-- Stats and alerts: what the back office counts, at a cost that does not grow with the years. Redemptions and claims
-- are counted from their rows, by time; refused redemptions leave no row, so they are counted here by the hour.

create index redemptions_by_time on redemptions (redeemed_at);
create index redemptions_by_merchant_and_time on redemptions (merchant_id, redeemed_at);
create index redemptions_by_partner_and_time on redemptions (partner_id, redeemed_at);
create index redemptions_flagged on redemptions (redeemed_at) where status = 'FLAGGED';
create index redemptions_reviewed on redemptions (redeemed_at) where reviewed_at is not null;
create index claims_by_time on claims (claimed_at) include (user_id, voucher_id);
create index pin_failures_by_time on pin_failures (at);

-- merchant_id is the voucher's; null where the voucher is unknown. Nodes add to it once a second.
create table refusal_counts (
  hour timestamptz not null,
  partner_id uuid not null references partners,
  merchant_id uuid references merchants,
  reason text not null,
  count bigint not null,
  constraint refusal_counts_one_per_hour_and_reason unique nulls not distinct (hour, partner_id, merchant_id, reason),
  constraint refusal_counts_are_positive check (count > 0),
  constraint refusal_counts_are_of_whole_hours check (hour = date_trunc('hour', hour, 'UTC'))
);

-- How many codes were ever uploaded to a pool: counting a million of them takes too long to tell whether a tenth is left.
create table code_pools (
  voucher_id uuid primary key references vouchers,
  total bigint not null
);

insert into code_pools (voucher_id, total)
select voucher_id, count(*) from voucher_codes group by voucher_id;

create function count_codes_of_pools() returns trigger
language plpgsql as $$
begin
  insert into code_pools as pool (voucher_id, total)
  select voucher_id, count(*) from added group by voucher_id order by voucher_id
  on conflict (voucher_id) do update set total = pool.total + excluded.total;
  return null;
end $$;

create trigger voucher_codes_are_counted
  after insert on voucher_codes
  referencing new table as added
  for each statement execute function count_codes_of_pools();
