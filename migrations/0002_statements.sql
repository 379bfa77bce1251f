-- What a redemption is worth between the parties, and the statements of each month. The statement month of redemptions
-- from before this migration is computed from their time when it is needed, so no row is rewritten: the new columns lock
-- vouchers, merchants and redemptions for a moment.

alter table vouchers
  add column value_minor bigint,
  add column value_currency text,
  add column value_decimals smallint,
  add constraint vouchers_value_is_whole check (num_nonnulls(value_minor, value_currency, value_decimals) in (0, 3)),
  add constraint vouchers_value_is_not_negative check (value_minor >= 0);
comment on column vouchers.value_minor is
  'What one redemption is worth between the parties, in the smallest unit of the currency. Null: no money. Back office only.';
comment on column vouchers.value_decimals is
  'The decimals of the currency when the value was set: 500 with 2 decimals is 5.00.';

alter table redemptions
  add column value_minor bigint,
  add column value_currency text,
  add column value_decimals smallint,
  add column statement_month text;
comment on column redemptions.value_minor is 'The value of the voucher at that moment, as in vouchers.';
comment on column redemptions.statement_month is
  'The month at that moment in the merchant''s time zone, such as 2026-11. Null: redeemed before there were statements, '
  'see statement_month_of.';

alter table merchants add column timezone_before_statements text;
comment on column merchants.timezone_before_statements is
  'The time zone when statements were introduced. It gives the statement month of earlier redemptions, whatever the time '
  'zone is now. Null: the merchant was created later.';
update merchants set timezone_before_statements = timezone;

create function statement_month_of(stored text, redeemed_at timestamptz, earlier_timezone text, timezone text) returns text
language sql stable parallel safe
return coalesce(stored, to_char(redeemed_at at time zone coalesce(earlier_timezone, timezone), 'YYYY-MM'));
comment on function statement_month_of is
  'The statement month of a redemption: the stored one, or that of its time for a redemption from before statements.';

-- =====================================================================================================================
-- Statements

create table statement_months (
  month text not null,
  closing_at timestamptz,
  closed_at timestamptz,
  statements integer,
  unreviewed integer,
  constraint statement_months_pkey primary key (month),
  constraint statement_months_are_months check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint statement_months_begin_to_close_first check (closed_at is null or closing_at is not null),
  constraint statement_months_closed_ones_are_counted check (
    (closed_at is null) = (statements is null) and (closed_at is null) = (unreviewed is null)
  )
);
comment on table statement_months is
  'The months that somebody has closed, voided in or reviewed in. A void or a review locks the row of its month (shared), '
  'a close locks it exclusively. Redemptions take no lock: see note_late_redemptions. A month before a closed one is '
  'closed, too.';
comment on column statement_months.closing_at is
  'When a close of the month began. Redemptions that are written from then on are adjustments of a later month.';
comment on column statement_months.closed_at is 'From this time on, the statements of the month never change. Null: open.';
comment on column statement_months.statements is 'How many statements the month has.';
comment on column statement_months.unreviewed is 'How many flagged redemptions were not reviewed at the close.';

create table statement_counter (
  only_row boolean not null default true,
  last_number bigint not null,
  constraint statement_counter_pkey primary key (only_row),
  constraint statement_counter_has_one_row check (only_row)
);
comment on table statement_counter is
  'One row: the number of the newest statement. A close locks it, so that numbers have no gaps.';
insert into statement_counter (last_number) values (0);

create table statements (
  number bigint not null,
  month text not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  merchant_name text not null,
  partner_name text not null,
  timezone text not null,
  constraint statements_pkey primary key (number),
  constraint statements_one_per_merchant_and_partner unique (month, merchant_id, partner_id)
);
comment on table statements is
  'The statements of closed months, one for each merchant and partner. Never changed. Names and time zone are those of the '
  'close.';

create table statement_rows (
  number bigint not null,
  voucher_id uuid not null,
  voucher_title text not null,
  value_minor bigint,
  value_currency text,
  value_decimals smallint,
  redeemed integer not null,
  voided integer not null,
  rejected integer not null,
  adjustments integer not null,
  unreviewed integer not null,
  constraint statement_rows_one_per_voucher_and_value
    unique nulls not distinct (number, voucher_id, value_currency, value_minor, value_decimals),
  constraint statement_rows_number_fkey foreign key (number) references statements(number)
);
comment on table statement_rows is
  'The rows of statements: one for each value that a voucher had in the month. Never changed.';
comment on column statement_rows.redeemed is 'With those that were voided or rejected later in the month.';
comment on column statement_rows.rejected is 'Rejected in a review and not voided.';
comment on column statement_rows.adjustments is 'The sum of the adjustments that were counted in this month.';

create table statement_adjustments (
  id uuid not null,
  month text not null,
  redemption_id uuid not null,
  redemption_month text not null,
  kind text not null,
  count smallint not null,
  at timestamptz not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  voucher_id uuid not null,
  value_minor bigint,
  value_currency text,
  value_decimals smallint,
  constraint statement_adjustments_pkey primary key (id),
  constraint statement_adjustments_are_of_earlier_months check (redemption_month < month),
  constraint statement_adjustments_count_one_redemption check (count in (-1, 0, 1)),
  constraint statement_adjustments_kind_is_known check (kind in ('VOIDED', 'REJECTED', 'ACCEPTED', 'LATE'))
);
create index statement_adjustments_by_month on statement_adjustments (month, merchant_id, partner_id);
create index statement_adjustments_by_redemption on statement_adjustments (redemption_id);
create index statement_adjustments_by_redemption_month on statement_adjustments (redemption_month, merchant_id);
comment on table statement_adjustments is
  'What happened to redemptions after their month was closed. Never changed.';
comment on column statement_adjustments.month is 'The month that counts it: open at that time.';
comment on column statement_adjustments.kind is
  'LATE: the redemption was written after the close of its month began. The others are named for what happened to it.';
comment on column statement_adjustments.count is
  'The difference to the net number. 0: it changed nothing, such as the void of a rejected redemption.';

create table archived_statement_counts (
  month date not null,
  statement_month text not null,
  merchant_id uuid not null,
  partner_id uuid not null,
  voucher_id uuid not null,
  value_minor bigint,
  value_currency text,
  value_decimals smallint,
  redeemed bigint not null,
  net bigint not null,
  constraint archived_statement_counts_one_per_value unique nulls not distinct
    (month, statement_month, merchant_id, partner_id, voucher_id, value_currency, value_minor, value_decimals)
);
comment on table archived_statement_counts is
  'The archived redemptions by statement month, so that the ledger audit can still prove the statements. They count once '
  'their month is in archived_months.';
comment on column archived_statement_counts.net is 'Without those that were voided or rejected.';

create table statement_settings (
  only_row boolean not null default true,
  issuer_name text,
  issuer_address_lines text[] not null default '{}',
  issuer_registration_number text,
  issuer_logo_path text,
  close_on_day smallint,
  updated_at timestamptz not null,
  constraint statement_settings_pkey primary key (only_row),
  constraint statement_settings_have_one_row check (only_row),
  constraint statement_settings_close_on_a_day_of_every_month check (close_on_day between 2 and 28)
);
comment on table statement_settings is 'One row: the letterhead of statements, and when workers close a month.';
comment on column statement_settings.close_on_day is
  'The day of the next month on which workers close a month. Null: people close it.';
insert into statement_settings (updated_at) values (now());

create function refuse_to_rewrite_statements() returns trigger
language plpgsql as $$
begin
  raise exception 'statements never change' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger statements_never_change before update or delete or truncate on statements
  for each statement execute function refuse_to_rewrite_statements();
create trigger statement_rows_never_change before update or delete or truncate on statement_rows
  for each statement execute function refuse_to_rewrite_statements();
create trigger statement_adjustments_never_change before update or delete or truncate on statement_adjustments
  for each statement execute function refuse_to_rewrite_statements();

create function month_after(month text) returns text
language sql immutable
return to_char((month || '-01')::date + interval '1 month', 'YYYY-MM');

create function last_closing_month() returns text
language sql stable
return (select max(month) from statement_months where closing_at is not null);
comment on function last_closing_month is
  'The newest month whose close has begun. Redemptions of this month or an earlier one are written as adjustments.';

create function note_late_redemptions(
  ids uuid[], months text[], merchant_ids uuid[], partner_ids uuid[], voucher_ids uuid[], minors bigint[],
  currencies text[], decimals smallint[], at timestamptz
)
returns void language sql as $$
  insert into statement_adjustments
    (id, month, redemption_id, redemption_month, kind, count, at, merchant_id, partner_id, voucher_id, value_minor,
    value_currency, value_decimals)
  select uuid_v7(), month_after(last_closing_month()), r.id, r.month, 'LATE', 1, at, r.merchant_id, r.partner_id,
    r.voucher_id, r.minor, r.currency, r.decimals
  from unnest(ids, months, merchant_ids, partner_ids, voucher_ids, minors, currencies, decimals)
    as r (id, month, merchant_id, partner_id, voucher_id, minor, currency, decimals)
  where r.month <= last_closing_month() and not is_test_partner(r.partner_id)
$$;
comment on function note_late_redemptions is
  'A step of write_redemptions: redemptions of a month whose close has begun are counted in the month after it. No lock is '
  'needed. The batch looks after it has a transaction id. If it does not see that the close has begun, its id is lower '
  'than that of the close, which waits until every transaction before its own has ended and then counts the rows.';

-- =====================================================================================================================
-- Redemptions

drop function require_current_vouchers;
create function require_current_vouchers(
  voucher_ids uuid[], user_limits integer[], voucher_caps integer[], minors bigint[], currencies text[],
  decimals smallint[], decided_by bigint
)
returns void language plpgsql as $$
begin
  -- A catalog of the same version has not changed at all. One of another version may have changed elsewhere.
  if decided_by is distinct from (select version from catalog_version) and exists (
    select from (
      select distinct r.voucher_id, r.most, r.cap, r.minor, r.currency, r.decimals
      from unnest(voucher_ids, user_limits, voucher_caps, minors, currencies, decimals)
        as r (voucher_id, most, cap, minor, currency, decimals)
    ) as r
    left join vouchers as v on v.id = r.voucher_id
    where (v.redemption_count, v.global_redemption_cap) is distinct from (r.most, r.cap)
      or (v.value_minor, v.value_currency, v.value_decimals) is distinct from (r.minor, r.currency, r.decimals)
      or v.status is distinct from 'PUBLISHED'
  ) then
    raise exception 'decided on an old voucher' using errcode = 'CF001';
  end if;
end $$;
comment on function require_current_vouchers is
  'A step of write_redemptions: compares the limits and values that the batch was decided with to those of the vouchers '
  'now. It runs after the counters are locked. Concurrent batches wait for these locks and then see our counts, so each is '
  'checked against the limits at its turn.';

create function settlement_of(
  voucher_ids uuid[], at timestamptz,
  out months text[], out minors bigint[], out currencies text[], out decimals smallint[]
)
language sql stable as $$
  select array_agg(to_char(at at time zone m.timezone, 'YYYY-MM') order by place),
    array_agg(v.value_minor order by place), array_agg(v.value_currency order by place),
    array_agg(v.value_decimals order by place)
  from unnest(voucher_ids) with ordinality as r (voucher_id, place)
  join vouchers as v on v.id = r.voucher_id
  join merchants as m on m.id = v.merchant_id
$$;
comment on function settlement_of is
  'The statement months and values of a batch from a node of the previous release, which does not pass them.';

create function insert_redemptions(
  ids uuid[], partner_ids uuid[], user_ids uuid[], voucher_ids uuid[], outlet_ids uuid[], merchant_ids uuid[],
  voucher_titles text[], outlet_names text[], cycle_keys text[], cycle_ends timestamptz[], remainders integer[],
  statuses text[], flag_reasons text[], distances double precision[], latitudes double precision[],
  longitudes double precision[], accuracies double precision[], codes text[], at timestamptz, months text[],
  minors bigint[], currencies text[], decimals smallint[]
)
returns void language plpgsql as $$
begin
  insert into redemptions (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
    remaining, status, flag_reason, gps_available, gps_distance_meters, consumer_lat, consumer_lng, gps_accuracy_meters,
    code, redeemed_at, statement_month, value_minor, value_currency, value_decimals
  )
  select
    r.id, r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.merchant_id, r.voucher_title, r.outlet_name, r.cycle_key,
    r.cycle_end, r.remaining, r.status, r.flag_reason, r.latitude is not null, r.distance, r.latitude, r.longitude,
    r.accuracy, r.code, at, r.month, r.minor, r.currency, r.decimals
  from unnest(
    ids, partner_ids, user_ids, voucher_ids, outlet_ids, merchant_ids, voucher_titles, outlet_names, cycle_keys,
    cycle_ends, remainders, statuses, flag_reasons, distances, latitudes, longitudes, accuracies, codes, months, minors,
    currencies, decimals
  ) as r (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_end,
    remaining, status, flag_reason, distance, latitude, longitude, accuracy, code, month, minor, currency, decimals
  );
end $$;
comment on function insert_redemptions is 'A step of write_redemptions.';

drop function write_redemptions;
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
  waiting boolean,
  months text[] default null,
  minors bigint[] default null,
  currencies text[] default null,
  decimals smallint[] default null
)
returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
begin
  if months is null then
    select * into months, minors, currencies, decimals from settlement_of(voucher_ids, at);
  end if;
  perform add_to_user_quotas(user_ids, voucher_ids, cycle_keys, user_limits, remainders);
  perform add_to_voucher_quotas(voucher_ids, cycle_keys, voucher_caps);
  perform require_current_vouchers(voucher_ids, user_limits, voucher_caps, minors, currencies, decimals, decided_by);
  if cardinality(array_remove(keys, null)) > 0 then
    perform remember_idempotency_keys(user_ids, keys, ids, hashes, at);
  end if;
  if true = any (draws) then
    codes := assign_codes(voucher_ids, codes, draws, waiting);
    update voucher_codes as c
    set redemption_id = r.id
    from unnest(ids, voucher_ids, codes, draws) as r (id, voucher_id, code, draws)
    where r.draws and (c.voucher_id, c.code) = (r.voucher_id, r.code);
  end if;
  perform insert_redemptions(
    ids, partner_ids, user_ids, voucher_ids, outlet_ids, merchant_ids, voucher_titles, outlet_names, cycle_keys,
    cycle_ends, remainders, statuses, flag_reasons, distances, latitudes, longitudes, accuracies, codes, at, months, minors,
    currencies, decimals
  );
  if last_closing_month() >= any (months) then
    perform note_late_redemptions(
      ids, months, merchant_ids, partner_ids, voucher_ids, minors, currencies, decimals, at
    );
  end if;
  insert into events (id, partner_id, user_id, type, body, created_at)
  select r.id, r.partner_id, r.user_id, 'REDEMPTION_CREATED', r.body, at
  from unnest(event_ids, partner_ids, user_ids, string_to_array(event_bodies, E'\n')) as r (id, partner_id, user_id, body);
  return codes;
end $$;
comment on function write_redemptions is
  'Writes a batch of decided redemptions and returns their codes. Each array has one element for each redemption, in the '
  'order of the decisions; event_bodies has one line of JSON for each. The batch was decided on facts that may be outdated: '
  'if a counter, a voucher or a pool disagrees, a step raises CF001, nothing is written, and the batch is decided again. '
  'Every node locks rows in one order (user counters, voucher counters, idempotency keys, codes, each sorted by key), so '
  'two batches cannot deadlock. The settings plan its statements, and those of its steps, once and for tables of any size: '
  'a plan made while the tables were small would scan them forever.';
