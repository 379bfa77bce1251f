-- Old months of redemptions can be archived: written to a file and dropped. The ledger must still add up, so the counts of
-- an archived month stay, and what its redemptions refer to cannot be deleted.
create table archived_months (
  month date primary key,
  with_earlier boolean not null,
  rows bigint not null,
  sha256 text not null,
  archived_at timestamptz not null
);
comment on table archived_months is 'The months of redemptions that were archived. Insert only.';
comment on column archived_months.with_earlier is
  'The first partition was archived: the file has all redemptions up to the end of this month.';
comment on column archived_months.sha256 is 'Of the file.';

create table archived_user_counts (
  month date not null,
  user_id uuid not null,
  voucher_id uuid not null,
  cycle_key text not null,
  cycle_resets_at timestamptz,
  used integer not null,
  primary key (user_id, voucher_id, cycle_key, month)
);
create index archived_user_counts_of_cycles on archived_user_counts (cycle_resets_at) where cycle_resets_at is not null;
comment on index archived_user_counts_of_cycles is 'To find cycles that have ended.';
comment on table archived_user_counts is
  'How many archived redemptions a user counter includes: counter = redemptions that are not voided + these. They count once their month is in archived_months. When a cycle has ended and all of its redemptions are archived, its counter and these are deleted.';

create table archived_voucher_counts (
  month date not null,
  voucher_id uuid not null,
  cycle_key text not null,
  used bigint not null,
  voided bigint not null,
  primary key (voucher_id, cycle_key, month)
);
comment on table archived_voucher_counts is
  'The same for voucher counters, which are never deleted. Voided redemptions are needed to count the dispensed codes of a pool.';

create table archived_references (id uuid primary key);
comment on table archived_references is
  'The users, vouchers, outlets, merchants and partners of archived redemptions. They cannot be deleted, like those of other redemptions.';

create function archived_until() returns timestamptz
language sql stable
return coalesce((select max(month) + interval '1 month' from archived_months)::timestamp at time zone 'UTC', 'epoch');
comment on function archived_until is 'Redemptions from before this time are archived, by their id.';

create function refuse_while_archived() returns trigger
language plpgsql as $$
begin
  raise exception 'this month is being archived' using errcode = 'object_not_in_prerequisite_state';
end $$;
comment on function refuse_while_archived is
  'While a month is archived, its redemptions cannot be voided or reviewed. The API answers 503, and afterwards 404.';

create or replace function keep_what_was_redeemed() returns trigger language plpgsql as $$
declare
  is_redeemed boolean;
begin
  execute format('select exists (select from redemptions where %I = $1)', tg_argv[0]) into is_redeemed using old.id;
  if is_redeemed or exists (select from archived_references where id = old.id) then
    raise exception 'there are redemptions of it'
      using errcode = 'foreign_key_violation', constraint = 'redemptions_name_what_there_is';
  end if;
  return old;
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
  delete from archived_user_counts where user_id = any (own_users);
  delete from archived_voucher_counts where voucher_id = any (own_vouchers);
  delete from archived_references where id = any (own_users || own_vouchers || own_outlets || own_merchants || partner);
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
