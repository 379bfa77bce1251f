-- A second way to redeem. The user's phone shows a code, a device of the outlet hands it back, and the service redeems. The
-- PIN stays the default. A node of the previous release goes on redeeming by PIN: every new column has a default, and its
-- functions stay.

-- =====================================================================================================================
-- Devices

create table counter_devices (
  id uuid primary key,
  outlet_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  link_hash bytea constraint counter_devices_links_are_unique unique,
  link_expires_at timestamptz not null,
  token_hash bytea constraint counter_devices_tokens_are_unique unique,
  last_used_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  redemption_ids uuid[] not null default '{}',
  constraint counter_devices_sessions_are_whole
    check ((expires_at is null) = (last_used_at is null) and (token_hash is null or expires_at is not null)),
  constraint counter_devices_ended_ones_have_no_secret
    check (ended_at is null or num_nonnulls(link_hash, token_hash) = 0)
);
create index counter_devices_by_outlet on counter_devices (outlet_id);
comment on table counter_devices is
  'Tablets and phones of outlets that confirm codes. Each has one session, which a link opens once. Ended ones stay, since '
  'redemptions name them.';
comment on column counter_devices.link_hash is 'Null: the link was used, or the device has ended.';
comment on column counter_devices.token_hash is 'The hash of the session cookie.';
comment on column counter_devices.redemption_ids is 'The last 10 redemptions that the device confirmed, newest first.';

create function end_devices_of_outlet() returns trigger language plpgsql as $$
begin
  update counter_devices set ended_at = now(), link_hash = null, token_hash = null
  where outlet_id = new.id and ended_at is null;
  return null;
end $$;
comment on function end_devices_of_outlet is
  'The devices of an outlet end when it turns inactive or no longer takes codes, whoever changes it.';
create table counter_guesses (
  id uuid primary key,
  device_id uuid not null references counter_devices (id) on delete cascade,
  outlet_id uuid not null,
  at timestamptz not null
);
create index counter_guesses_by_device on counter_guesses (device_id, at);
create index counter_guesses_by_time on counter_guesses (at);
comment on table counter_guesses is 'Six digits that a device sent and that were no code of its outlet.';

-- =====================================================================================================================
-- Codes

create table counter_intents (
  user_id uuid primary key,
  id uuid not null,
  partner_id uuid not null,
  voucher_id uuid not null,
  outlet_id uuid not null,
  key text not null,
  request_hash bytea not null,
  consumer_lat double precision,
  consumer_lng double precision,
  gps_accuracy_meters double precision,
  codes_issued integer not null,
  issued_at timestamptz not null,
  held_by uuid,
  held_code integer,
  held_until timestamptz,
  refusal jsonb,
  constraint counter_intents_have_both_coordinates_or_neither check (num_nulls(consumer_lat, consumer_lng) in (0, 2)),
  constraint counter_intents_holds_are_whole check (num_nulls(held_by, held_code, held_until) in (0, 3))
);
create index counter_intents_by_time on counter_intents (issued_at);
comment on table counter_intents is
  'What a user wants to redeem by code: one row a user, since a new intent closes the last one. Workers delete it 10 minutes '
  'after its last code. Times are the real time of the database, in a sandbox too.';
comment on column counter_intents.key is 'The idempotency key of the redemption, whether by code or by PIN.';
comment on column counter_intents.request_hash is 'As in idempotency_keys.';
comment on column counter_intents.consumer_lat is 'The position of the last refresh.';
comment on column counter_intents.codes_issued is 'The number of the newest code. It and the one before it are valid.';
comment on column counter_intents.held_by is 'The device that has read a code. Until held_until, only it can confirm.';
comment on column counter_intents.held_code is 'The number of that code. It stays valid for the device until held_until.';
comment on column counter_intents.refusal is 'The error of the last confirmation, for the phone. Null: none was refused.';

create table counter_codes (
  code_hash bytea primary key,
  user_id uuid not null references counter_intents (user_id) on delete cascade,
  intent_id uuid not null,
  number integer not null,
  outlet_id uuid not null,
  digits_hash bytea not null,
  issued_at timestamptz not null,
  constraint counter_codes_digits_are_unique_at_the_outlet unique (outlet_id, digits_hash)
);
create index counter_codes_by_user on counter_codes (user_id, issued_at);
create index counter_codes_by_time on counter_codes (issued_at);
comment on table counter_codes is
  'The codes of the last 10 minutes, as keyed hashes. A code of an earlier intent of the user is closed.';
comment on column counter_codes.number is 'Counts the codes of an intent from 1.';

create function forget_counter_intent() returns trigger language plpgsql as $$
begin
  delete from counter_intents where user_id = new.id;
  return null;
end $$;
comment on function forget_counter_intent is
  'An intent has a position, and an anonymized user has no personal data.';
-- =====================================================================================================================
-- The write of redemptions, with method and device. The functions without them stay for nodes of the previous release:
-- dropping one fails the requests that are using it.

create function insert_redemptions(
  ids uuid[], partner_ids uuid[], user_ids uuid[], voucher_ids uuid[], outlet_ids uuid[], merchant_ids uuid[],
  voucher_titles text[], outlet_names text[], cycle_keys text[], cycle_ends timestamptz[], remainders integer[],
  statuses text[], flag_reasons text[], distances double precision[], latitudes double precision[],
  longitudes double precision[], accuracies double precision[], codes text[], at timestamptz, months text[],
  minors bigint[], currencies text[], decimals smallint[], methods text[], device_ids uuid[]
)
returns void language plpgsql as $$
begin
  insert into redemptions (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_resets_at,
    remaining, status, flag_reason, gps_available, gps_distance_meters, consumer_lat, consumer_lng, gps_accuracy_meters,
    code, redeemed_at, statement_month, value_minor, value_currency, value_decimals, method, device_id
  )
  select
    r.id, r.partner_id, r.user_id, r.voucher_id, r.outlet_id, r.merchant_id, r.voucher_title, r.outlet_name, r.cycle_key,
    r.cycle_end, r.remaining, r.status, r.flag_reason, r.latitude is not null, r.distance, r.latitude, r.longitude,
    r.accuracy, r.code, at, r.month, r.minor, r.currency, r.decimals, r.method, r.device_id
  from unnest(
    ids, partner_ids, user_ids, voucher_ids, outlet_ids, merchant_ids, voucher_titles, outlet_names, cycle_keys,
    cycle_ends, remainders, statuses, flag_reasons, distances, latitudes, longitudes, accuracies, codes, months, minors,
    currencies, decimals, methods, device_ids
  ) as r (
    id, partner_id, user_id, voucher_id, outlet_id, merchant_id, voucher_title, outlet_name, cycle_key, cycle_end,
    remaining, status, flag_reason, distance, latitude, longitude, accuracy, code, month, minor, currency, decimals,
    method, device_id
  );
end $$;
comment on function insert_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], timestamptz, text[], bigint[],
  text[], smallint[], text[], uuid[]
) is 'A step of write_redemptions.';

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
  months text[],
  minors bigint[],
  currencies text[],
  decimals smallint[],
  methods text[],
  device_ids uuid[]
)
returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
begin
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
    currencies, decimals, methods, device_ids
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
comment on function write_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], boolean[], text[], text[],
  integer[], integer[], uuid[], text, timestamptz, bigint, boolean, text[], bigint[], text[], smallint[], text[], uuid[]
) is
  'Writes a batch of decided redemptions and returns their codes. Each array has one element for each redemption, in the '
  'order of the decisions; event_bodies has one line of JSON for each. The batch was decided on facts that may be outdated: '
  'if a counter, a voucher or a pool disagrees, a step raises CF001, nothing is written, and the batch is decided again. '
  'Every node locks rows in one order (user counters, voucher counters, idempotency keys, codes, each sorted by key), so '
  'two batches cannot deadlock. The settings plan its statements, and those of its steps, once and for tables of any size: '
  'a plan made while the tables were small would scan them forever.';

comment on function insert_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], timestamptz, text[], bigint[],
  text[], smallint[]
) is 'Without method and device, for nodes of the previous release. The next release drops it.';
comment on function write_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], boolean[], text[], text[],
  integer[], integer[], uuid[], text, timestamptz, bigint, boolean, text[], bigint[], text[], smallint[]
) is 'Without method and device, for nodes of the previous release. The next release drops it.';

create or replace function replay_of(redemption uuid, request_hash bytea)
returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'id', r.id, 'userId', r.user_id, 'voucherId', r.voucher_id, 'outletId', r.outlet_id, 'merchantId', r.merchant_id,
      'voucherTitle', r.voucher_title, 'outletName', r.outlet_name, 'cycleKey', r.cycle_key,
      'cycleResetsAt', r.cycle_resets_at, 'status', r.status, 'flagReason', r.flag_reason,
      'gpsAvailable', r.gps_available, 'gpsDistanceMeters', r.gps_distance_meters, 'code', r.code,
      'redeemedAt', r.redeemed_at, 'voidedAt', r.voided_at, 'remaining', r.remaining, 'method', r.method,
      'requestHash', encode(replay_of.request_hash, 'base64'))
    from redemptions as r where r.id = redemption
  );
end $$;

-- =====================================================================================================================
-- Tables that requests use. They come last, because requests wait for them from here until the commit.

alter table counter_devices
  add constraint counter_devices_outlet_id_fkey foreign key (outlet_id) references outlets (id) on delete cascade;
alter table counter_intents
  add constraint counter_intents_user_id_fkey foreign key (user_id) references users (id) on delete cascade;

alter table outlets
  add column redeem_by text not null default 'PIN',
  add constraint outlets_redeem_by_is_known check (redeem_by in ('PIN', 'QR', 'BOTH'));
comment on column outlets.redeem_by is 'PIN, QR (a code that the phone shows) or BOTH.';

alter table redemptions
  add column method text not null default 'PIN',
  add column device_id uuid;
comment on column redemptions.method is
  'PIN, QR (a device of the outlet confirmed a code of the phone) or TEST (a partner redeemed in its sandbox). The schema '
  'does not check it: the check would read every redemption while all others wait.';
comment on column redemptions.device_id is 'The device that confirmed the code. Null: there was none.';

create trigger outlets_end_their_devices after update of is_active, redeem_by on outlets
  for each row when (not new.is_active or new.redeem_by = 'PIN') execute function end_devices_of_outlet();
create trigger users_forget_their_intent after update of anonymized_at on users
  for each row when (new.anonymized_at is not null) execute function forget_counter_intent();
