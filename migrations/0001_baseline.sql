-- The schema of the first release, in sections: tables, then functions with the triggers that call them. Each section
-- uses only what stands above it.

-- =====================================================================================================================
-- Ids, times and searched texts

create function uuid_v7() returns uuid
language sql volatile parallel safe
return encode(
  set_bit(
    set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6
      ),
      52, 1
    ),
    53, 1
  ),
  'hex'
)::uuid;
comment on function uuid_v7 is 'A time-ordered id on any PostgreSQL from 15 on; only 18 has uuidv7().';

create function uuid_v7_floor(at timestamptz) returns uuid
language sql immutable
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
comment on function uuid_v7_floor is 'The lowest UUIDv7 of a moment.';

create function uuid_v7_time(id uuid) returns timestamptz
language sql immutable
return to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
comment on function uuid_v7_time is 'When a UUIDv7 was made.';

create function uuid_v7_week(id uuid) returns date
language sql immutable
return date_trunc('week', uuid_v7_time(id) at time zone 'UTC')::date;
comment on function uuid_v7_week is 'The Monday of the week in which a UUIDv7 was made, in UTC.';

create function utc_day(at timestamptz) returns date
language sql immutable return (at at time zone 'UTC')::date;
comment on function utc_day is 'The day of a moment in UTC.';

create function week_of(day date) returns date language sql immutable parallel safe
return date_trunc('week', day::timestamp)::date;
comment on function week_of is 'The Monday of the week.';

create function utc_quarter(at timestamptz) returns timestamptz language sql immutable parallel safe
return date_bin('15 minutes', at, '2000-01-01T00:00:00Z');
comment on function utc_quarter is 'The start of the quarter hour.';

create function byte_grams(sought text) returns integer[] language plpgsql immutable parallel safe strict cost 10000 as $$
declare
  bytes bytea := convert_to(sought, 'UTF8');
  size integer := length(bytes);
  grams integer[] := array_fill(0, array[greatest(size - 2, 0)]);
  gram integer := 0;
begin
  for place in 1..size loop
    gram := ((gram << 8) | get_byte(bytes, place - 1)) & 16777215;
    if place > 2 then
      grams[place - 2] := gram;
    end if;
    if place > 1 and (gram & 65280) = 8192 then
      grams := grams || (gram & 65535);
    end if;
  end loop;
  return grams;
end $$;
comment on function byte_grams is
  'All sequences of three bytes, and the byte after each blank for shorter searches. Not pg_trgm: with LC_CTYPE C, which '
  'the embedded database has, it extracts nothing from Chinese or Arabic words. The declared cost keeps the planner from '
  'computing it for every row.';

create function searched_text(external_user_id text, email text, phone text, display_name text) returns text
language sql immutable parallel safe
return lower(' ' || external_user_id || coalesce(' ' || email, '') || coalesce(' ' || phone, '')
  || coalesce(' ' || display_name, ''));
comment on function searched_text is 'The text that a search for users looks at.';

create function plain_title(title text) returns text
language sql immutable strict parallel safe
return lower(regexp_replace(title, '\{/?[brs]\}', '', 'gi'));
comment on function plain_title is 'A title without its markup, in lower case: what a search looks at.';

create function audit_words(actor_name text, action text, target text, before jsonb, after jsonb)
returns tsvector language plpgsql immutable parallel safe as $$
declare
  new_values text := regexp_replace(after::text, '"[A-Za-z0-9_]+": ', '', 'g');
  texts text := lower(replace(concat_ws(' ', actor_name, before::text, new_values), '\n', ' '));
  ids_and_long_words text :=
    '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[^\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f‘’“”…–—·→，。、；：！？（）「」]{60,}';
  separators text := '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f‘’“”…–—·→，。、；：！？（）「」]+';
begin
  texts := regexp_replace(texts, ids_and_long_words, ' ', 'g');
  return array_to_tsvector(array_remove(regexp_split_to_array(texts, separators), '') || array[action, target]);
end $$;
comment on function audit_words is
  'What a search of the audit log finds an entry by: its action, its target, the names of the changed fields, and the '
  'words of the actor''s name and of the values. A new record has no changed fields. Words are separated by everything in '
  'ASCII that is no letter and no digit, so that the result is the same in every locale. Ids inside of values and words of '
  '60 letters or more are left out.';

create function ends_at(valid_until timestamptz) returns timestamp
language sql immutable parallel safe
return coalesce(date_trunc('milliseconds', valid_until at time zone 'UTC'), 'infinity');
comment on function ends_at is
  'The end of a voucher in UTC, as the API shows it: to the millisecond. A voucher without an end never ends.';

-- =====================================================================================================================
-- Partitions

create function period_start(unit text, at timestamptz, later integer) returns timestamptz language sql immutable
return (date_trunc(unit, at at time zone 'UTC') + later * ('1 ' || unit)::interval) at time zone 'UTC';
comment on function period_start is
  'When the day, week or month began in UTC that is so many units later than the one of a moment.';

create function partition_name(parent text, unit text, at timestamptz) returns text language sql immutable
return parent || to_char(
  at at time zone 'UTC', case unit when 'day' then '_YYYYMMDD' when 'week' then '_IYYY"w"IW' when 'month' then '_YYYY_MM' end
);
comment on function partition_name is 'Names of one table sort by time.';

create function partition_key(parent text, out name text, out has_ids boolean) language sql stable as $$
  select attname, atttypid = 'uuid'::regtype
  from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
  where partrelid = parent::regclass
$$;
comment on function partition_key is
  'The column that a table is partitioned by, and whether it has ids (UUIDv7). Otherwise it has times.';

create function add_partition(parent text, unit text, starts_at timestamptz) returns void language plpgsql as $$
declare
  part text := partition_name(parent, unit, starts_at);
  rest text := parent || '_default';
  key record := partition_key(parent);
  ends_at timestamptz := period_start(unit, starts_at, 1);
  earliest text := case when key.has_ids then uuid_v7_floor(starts_at)::text else starts_at::text end;
  latest text := case when key.has_ids then uuid_v7_floor(ends_at)::text else ends_at::text end;
  own_index text;
  has_rows boolean;
begin
  execute format('create table %I (like %I including all)', part, parent);
  -- A unique index cannot span partitions, so each partition also gets the indexes that only the default partition has.
  for own_index in
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = rest::regclass and not exists (select from pg_inherits where inhrelid = indexrelid)
  loop
    execute replace(own_index, rest, part);
  end loop;
  execute format('select exists (select from %1$I where %2$I >= %3$L and %2$I < %4$L)', rest, key.name, earliest, latest)
    into has_rows;
  if has_rows then
    execute format('lock table only %I in access exclusive mode', parent);
    execute format('lock table %I in access exclusive mode', rest);
    -- A move is neither a new row nor a deleted one: the stats stay.
    execute format('alter table %I disable trigger user', rest);
    execute format(
      'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)'
      ' insert into %5$I select * from moved',
      rest, key.name, earliest, latest, part
    );
    execute format('alter table %I enable trigger user', rest);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, earliest, latest);
end $$;
comment on function add_partition is
  'Creates the partition of a day, week or month and moves its rows out of the default partition. A move locks the table '
  'itself first, which every statement opens before it lists partitions: a statement that had listed the partitions '
  'earlier would find the moved rows in neither.';

create function keep_partitions(parent text, unit text, today timestamptz, ahead integer, kept interval)
returns text language plpgsql set search_path = public as $$
declare
  rest text := parent || '_default';
  key record := partition_key(parent);
  -- Ids that are not UUIDv7 tell no time, and most of them tell one before 2020.
  oldest timestamptz := period_start(unit, coalesce(today - kept, '2020-01-01T00:00Z'), 0);
  ends_at timestamptz := period_start(unit, today, ahead + 1);
  earliest text := case when key.has_ids then uuid_v7_floor(oldest)::text else oldest::text end;
  latest text := case when key.has_ids then uuid_v7_floor(ends_at)::text else ends_at::text end;
  needed timestamptz[];
  starts_at timestamptz;
  part text;
begin
  if not pg_try_advisory_xact_lock(hashtext('counterfoil partitions of ' || parent)) then
    return 'LOCKED';
  end if;
  perform set_config('lock_timeout', '200ms', true);
  -- An array: a loop over the query would keep the default partition open, and no row could move out of it.
  execute format(
    'select array('
    ' select period_start($1, $2, n) from generate_series(0, $3) as n'
    ' union select period_start($1, %1$s, 0) from %2$I where %3$I >= %4$L and %3$I < %5$L order by 1)',
    format(case when key.has_ids then 'uuid_v7_time(%I)' else '%I' end, key.name), rest, key.name, earliest, latest
  ) into needed using unit, today, ahead;
  foreach starts_at in array needed loop
    continue when to_regclass(partition_name(parent, unit, starts_at)) is not null;
    perform add_partition(parent, unit, starts_at);
    return 'CHANGED';
  end loop;
  if kept is not null then
    for part in
      select child.relname from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = parent::regclass and child.relname ~ '\d$'
        and child.relname < partition_name(parent, unit, oldest)
    loop
      execute format('drop table %I', part);
      return 'CHANGED';
    end loop;
    execute format('delete from %I where %I < %L', rest, key.name, earliest);
  end if;
  return 'DONE';
exception
  -- A row can get into the default partition after we looked.
  when lock_not_available or deadlock_detected or check_violation then
    return 'LOCKED';
end $$;
comment on function keep_partitions is
  'Creates the partitions of this day, week or month, of so many ahead, and of earlier ones with rows in the default '
  'partition. Drops those that ended before the kept interval (null: none). Makes one change in each call and waits '
  '200 ms at most for a lock. CHANGED: call again. LOCKED: call again a little later. DONE: nothing is left.';

-- =====================================================================================================================
-- The database itself

-- Created by the program that applies the migrations.
comment on table schema_migrations is 'The migrations that were applied.';

create table oldest_release (
  only_row boolean primary key default true,
  schema_version integer not null,
  constraint oldest_release_has_one_row check (only_row)
);
comment on table oldest_release is 'One row: the oldest release that may still serve.';
comment on column oldest_release.schema_version is 'Releases whose newest migration is older must not serve.';
insert into oldest_release (schema_version) values (1);

create table nodes (
  id uuid primary key,
  name text not null,
  schema_version integer not null,
  key_ids text[] not null,
  writing_key_id text not null,
  seen_at timestamptz not null
);
comment on table nodes is 'The running processes. Each reports every 5 seconds and deletes its row when it stops.';
comment on column nodes.name is 'Host, port and process id, for people.';
comment on column nodes.schema_version is 'The newest migration that the process knows.';
comment on column nodes.key_ids is 'The keys of SECRETS_KEY and SECRETS_KEY_PREVIOUS, by id.';
comment on column nodes.writing_key_id is 'The key with which the process encrypts and hashes.';

create table installation (
  only_row boolean primary key default true,
  secrets_key_check bytea not null,
  created_at timestamptz not null,
  former_key_check bytea,
  footprint text,
  places text[] not null default '{}',
  deliveries_held_since timestamptz,
  restored_at timestamptz,
  constraint installation_has_one_row check (only_row)
);
comment on table installation is 'One row: facts about this database.';
comment on column installation.secrets_key_check is
  'Shows whether the configured SECRETS_KEY belongs to this database.';
comment on column installation.former_key_check is 'Identifies the key before the last rotation.';
comment on column installation.footprint is
  'The cluster, the database and the table installation, by their ids. A copy made with pg_dump has other ones.';
comment on column installation.places is
  'Where nodes have reached this database: the hosts of DATABASE_URL, or the folder of the embedded one.';
comment on column installation.deliveries_held_since is
  'Webhooks are not sent until "counterfoil deliveries release". Null: they are sent.';
comment on column installation.restored_at is 'When a start last noticed that this is a restored copy.';

create table maintenance (
  only_row boolean primary key default true,
  since timestamptz,
  until timestamptz,
  message text,
  started_by text,
  constraint maintenance_ends_after_it_began check (until > since),
  constraint maintenance_has_a_starter check (since is null or started_by is not null),
  constraint maintenance_is_one_row check (only_row),
  constraint maintenance_message_is_short check (char_length(message) between 1 and 200),
  constraint maintenance_that_is_off_is_empty
    check (since is not null or until is null and message is null and started_by is null)
);
comment on table maintenance is 'One row. While maintenance is on, requests that write are refused.';
comment on column maintenance.since is 'Null while maintenance is off.';
comment on column maintenance.until is
  'Maintenance is over at this time, although the row stays. Null: until somebody turns it off.';
comment on column maintenance.message is
  'From the operator to users, in plain text. Null: only the words of the apps are shown.';
comment on column maintenance.started_by is 'The name of the person, the API key or the command that turned it on.';
insert into maintenance default values;

-- =====================================================================================================================
-- Partners and users

create table partners (
  id uuid primary key,
  slug text not null,
  name text not null,
  display_name text not null,
  logo_path text not null,
  jwt_issuer text not null,
  jwks_url text,
  public_key jsonb,
  next_public_key jsonb,
  jwt_audience text,
  max_token_lifetime_seconds integer,
  webhook_url text,
  disabled boolean not null,
  require_v2 boolean not null,
  accent_color text,
  frame_ancestors text[] not null,
  scope_merchant_ids uuid[],
  scope_categories text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  event_types text[] not null default array['CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED'],
  mode text not null default 'live',
  twin_of uuid references partners (id),
  clock_offset_ms bigint not null default 0,
  integration_requests_per_minute integer,
  consumer_requests_per_minute integer,
  share_url text,
  reset_at timestamptz,
  constraint partners_slug_is_unique unique (slug),
  constraint partners_jwt_issuer_is_unique unique (jwt_issuer),
  constraint partners_have_one_mode unique (id, mode),
  constraint partners_have_one_test_twin unique (twin_of),
  constraint partners_event_types_are_known
    check (event_types <@ array['CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED']),
  constraint partners_have_either_jwks_url_or_public_key check (num_nonnulls(jwks_url, public_key) = 1),
  constraint partners_limits_are_positive
    check (integration_requests_per_minute > 0 and consumer_requests_per_minute > 0),
  constraint partners_mode_is_known check (mode in ('live', 'test')),
  constraint partners_next_public_key_follows_a_public_key check (next_public_key is null or public_key is not null),
  constraint partners_only_test_partners_are_twins check (twin_of is null or mode = 'test'),
  constraint partners_only_test_partners_move_their_clock check (clock_offset_ms = 0 or mode = 'test'),
  constraint partners_scope_has_both_lists_or_none check (num_nulls(scope_merchant_ids, scope_categories) in (0, 2)),
  constraint partners_test_slugs_end_in_test check (mode = 'live' or slug like '%-test')
);
comment on table partners is 'The applications that embed the service.';
comment on column partners.jwt_issuer is
  'The "iss" claim of the partner''s tokens. It identifies the partner, so it is unique.';
comment on column partners.jwks_url is
  'Where the partner publishes its token keys. A partner has either this or public_key.';
comment on column partners.next_public_key is 'Accepted beside public_key during a key rotation.';
comment on column partners.require_v2 is 'Refuse requests of the partner''s backend that have no v2 signature.';
comment on column partners.frame_ancestors is 'The origins that may show the webview in a frame.';
comment on column partners.scope_merchant_ids is
  'The merchants that the partner''s users see, together with all merchants in scope_categories. Both null: every '
  'merchant.';
comment on column partners.version is
  'Grows with each change in the back office, which refuses an edit of an older version (If-Match). The other version '
  'columns mean the same.';
comment on column partners.event_types is
  'The types of events that are delivered to webhook_url. The feed always has every type.';
comment on column partners.mode is
  'Fixed at creation. A test partner sees its own test merchants, a live one all live merchants.';
comment on column partners.twin_of is 'The live partner that this test partner was created for.';
comment on column partners.clock_offset_ms is 'How far the clock of a test partner is ahead of the real time.';
comment on column partners.integration_requests_per_minute is 'The limit on /integrations/*. Null: no limit.';
comment on column partners.consumer_requests_per_minute is 'The limit of all users together. Null: no limit.';
comment on column partners.share_url is
  'The address of a shared screen, with {path} in the place of its path. Only the partner knows one that opens its app: '
  'ours needs a token. Null: users cannot share.';
comment on column partners.reset_at is
  'When the sandbox of a test partner was last reset, by the clock of the database, as in the ids of events.';

create table partner_secrets (
  id uuid primary key,
  partner_id uuid not null references partners (id),
  state text not null,
  sealed bytea not null,
  accepted_until timestamptz,
  created_at timestamptz not null,
  sealed_with text,
  constraint partner_secrets_only_previous_ones_end check ((state = 'PREVIOUS') = (accepted_until is not null)),
  constraint partner_secrets_state_is_known check (state in ('SIGNING', 'NEXT', 'PREVIOUS', 'TEST_KEY'))
);
create index partner_secrets_by_partner on partner_secrets (partner_id);
create unique index partner_secrets_one_is_signing on partner_secrets (partner_id) where state = 'SIGNING';
create unique index partner_secrets_one_is_next on partner_secrets (partner_id) where state = 'NEXT';
create unique index partner_secrets_one_is_test_key on partner_secrets (partner_id) where state = 'TEST_KEY';
comment on table partner_secrets is
  'The secrets that partners and the service sign with, encrypted. SIGNING signs webhooks. NEXT is accepted beside it '
  'until it is promoted. PREVIOUS is accepted until accepted_until.';
comment on column partner_secrets.sealed is 'Encrypted with SECRETS_KEY.';
comment on column partner_secrets.sealed_with is 'The id of the key; null for the first key of this database.';

create table partner_key_sets (
  partner_id uuid primary key references partners (id),
  url text not null,
  keys jsonb not null,
  fetched_at timestamptz not null,
  constraint partner_key_sets_hold_a_list check (jsonb_typeof(keys) = 'array')
);
comment on table partner_key_sets is
  'The last good key set of each partner that publishes one, so that tokens are still accepted if the service '
  'restarts while the partner''s key endpoint is down.';
comment on column partner_key_sets.url is 'Where the keys came from. After a change of jwks_url they no longer count.';
comment on column partner_key_sets.fetched_at is
  'When the set was last known to be current, within minutes. It limits how long a stale set is used.';

create table key_set_failures (
  partner_id uuid primary key references partners (id),
  url text not null,
  failing_since timestamptz not null,
  error text not null
);
comment on table key_set_failures is
  'Partners whose key set cannot be fetched, for the alerts of every node. The next successful fetch deletes the row.';
comment on column key_set_failures.url is
  'The address that failed. After a change of jwks_url the failure no longer counts.';

create table directory_version (
  only_row boolean primary key default true,
  version bigint not null,
  constraint directory_version_has_one_row check (only_row)
);
comment on table directory_version is
  'One row: the version of the partner directory that every node keeps in memory. Nodes read it every few seconds to '
  'see whether a partner has changed.';
comment on column directory_version.version is
  'A time in microseconds that only grows, for the same reason as catalog_version.version. It moves at the commit, '
  'while its row is locked, so no version appears below one that a node has already read.';
insert into directory_version (version) values ((extract(epoch from clock_timestamp()) * 1000000)::bigint);

create table directory_entries (
  partner_id uuid primary key,
  version bigint not null
);
comment on table directory_entries is
  'The version at which each partner last changed. Nodes read only the partners whose version they do not know. A '
  'deleted partner keeps its row, because that is how nodes learn of it.';

create unlogged table partner_request_counts (
  partner_id uuid not null,
  surface text not null,
  process_id uuid not null,
  counted_at timestamptz not null,
  counts integer[] not null,
  constraint partner_request_counts_are_one_per_process primary key (partner_id, surface, process_id),
  constraint partner_request_counts_surface_is_known check (surface in ('integration', 'consumer'))
);
comment on table partner_request_counts is
  'How many requests of a limited partner each process has admitted. Every process writes its own rows and reads '
  'those of others.';
comment on column partner_request_counts.process_id is 'Random, new at each start of a process.';
comment on column partner_request_counts.counted_at is 'The second of the last count, by the clock of that process.';
comment on column partner_request_counts.counts is 'The requests of each second of the last minute, oldest first.';

create table users (
  id uuid primary key,
  partner_id uuid not null references partners (id),
  external_user_id text not null,
  email text,
  display_name text,
  phone text,
  country_code text,
  locale text,
  anonymized_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_one_per_partner_and_external_id unique (partner_id, external_user_id),
  constraint users_anonymized_have_no_personal_data
    check (anonymized_at is null or num_nonnulls(email, display_name, phone, country_code, locale) = 0)
);
create index users_by_gram on users using gin (byte_grams(searched_text(external_user_id, email, phone, display_name)))
  with (gin_pending_list_limit = 512);
comment on index users_by_gram is 'Finds users by any three consecutive bytes of four fields.';
create index users_by_partner on users (partner_id, id);
comment on table users is
  'End users, each known by (partner, external_user_id). Anonymizing a user clears the personal data and keeps the '
  'row, so that claims and redemptions still add up.';
comment on column users.external_user_id is
  'The partner''s own id of the user: the "sub" claim of its tokens. Once the user has been erased: erased-<id>.';

create function announce_partner_change() returns trigger language plpgsql set search_path = public as $$
declare
  changed uuid := (to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0])::uuid;
  moved bigint;
begin
  update directory_version
  set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  returning version into moved;
  insert into directory_entries (partner_id, version) values (changed, moved)
  on conflict (partner_id) do update set version = excluded.version;
  return null;
end $$;
comment on function announce_partner_change is 'Moves the version of the partner directory and of the changed partner.';
create constraint trigger partner_secrets_announce after insert or update or delete on partner_secrets
  deferrable initially deferred for each row execute function announce_partner_change('partner_id');
create constraint trigger partners_announce after insert or update or delete on partners
  deferrable initially deferred for each row execute function announce_partner_change('id');

-- =====================================================================================================================
-- Catalog

create table categories (
  slug text primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  translations jsonb not null default '{}',
  constraint categories_translations_are_an_object check (jsonb_typeof(translations) = 'object')
);
comment on table categories is 'The categories of merchants. A partner''s scope can name whole categories.';
insert into categories (slug, name, created_at, updated_at)
select slug, name, now(), now()
from (values
  ('F_AND_B', 'Food & Drink'),
  ('GROCERIES', 'Groceries'),
  ('FASHION', 'Fashion'),
  ('BEAUTY', 'Beauty & Wellness'),
  ('HEALTH_AND_FITNESS', 'Health & Fitness'),
  ('ENTERTAINMENT', 'Entertainment'),
  ('TRAVEL', 'Travel & Stays'),
  ('ELECTRONICS', 'Electronics'),
  ('SERVICES', 'Home & Services')
) as initial (slug, name);

create table sub_categories (
  id uuid primary key,
  category text not null references categories (slug),
  name text not null,
  position integer not null,
  translations jsonb not null default '{}',
  constraint sub_categories_name_is_unique_in_category unique (category, name) deferrable initially deferred,
  constraint sub_categories_belong_to_one_category unique (id, category),
  constraint sub_categories_translations_are_an_object check (jsonb_typeof(translations) = 'object')
);
comment on table sub_categories is
  'Finer tags within a category. One that merchants are tagged with cannot be deleted.';
comment on column sub_categories."position" is 'The order in which they are shown.';

create table merchants (
  id uuid primary key,
  name text not null,
  slug text not null,
  category text not null,
  logo_path text,
  banner_path text,
  description text,
  is_new boolean not null,
  is_active boolean not null,
  timezone text not null,
  top_voucher_id uuid,
  featured_position integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  translations jsonb not null default '{}',
  mode text not null default 'live',
  sandbox_id uuid,
  constraint merchants_featured_position_is_unique unique (featured_position) deferrable initially deferred,
  constraint merchants_are_in_one_category unique (id, category),
  constraint merchants_slug_is_unique unique nulls not distinct (slug, sandbox_id),
  constraint merchants_category_exists foreign key (category) references categories (slug),
  constraint merchants_sandbox_is_a_test_partner foreign key (sandbox_id, mode) references partners (id, mode),
  constraint merchants_test_ones_are_not_featured check (mode = 'live' or featured_position is null),
  constraint merchants_test_ones_have_a_sandbox check ((mode = 'test') = (sandbox_id is not null)),
  constraint merchants_translations_are_an_object check (jsonb_typeof(translations) = 'object')
);
create index merchants_by_gram on merchants using gin (byte_grams(lower(slug || ' ' || name)));
create index merchants_by_name on merchants (lower(name), id);
create index merchants_by_sandbox on merchants (sandbox_id) where sandbox_id is not null;
comment on table merchants is 'Merchants, each in one category.';
comment on column merchants.timezone is 'An IANA name. Cycles begin at midnight in this time zone.';
comment on column merchants.top_voucher_id is 'The voucher to highlight in lists, while it is live.';
comment on column merchants.featured_position is 'Its place among the featured merchants. Null: not featured.';
comment on column merchants.translations is
  'Texts by language tag, as in {"ms": {"description": "…"}}. A missing text is shown in the base language. The other '
  'translations columns mean the same.';
comment on column merchants.sandbox_id is 'The test partner to which a test merchant belongs. Null: live.';

create table merchant_sub_categories (
  merchant_id uuid not null,
  sub_category_id uuid not null,
  category text not null,
  constraint merchant_sub_categories_name_each_once primary key (merchant_id, sub_category_id),
  constraint merchant_sub_categories_are_of_the_merchants_category
    foreign key (sub_category_id, category) references sub_categories (id, category),
  constraint merchant_sub_categories_merchant_is_in_category
    foreign key (merchant_id, category) references merchants (id, category)
    deferrable initially deferred
);
create index merchant_sub_categories_by_sub_category on merchant_sub_categories (sub_category_id);
comment on table merchant_sub_categories is 'The sub-categories of each merchant.';
comment on column merchant_sub_categories.category is
  'A copy, so that the two foreign keys together refuse a sub-category of another category.';

create table outlets (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  name text not null,
  address_line text not null,
  address_full text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country_code text not null,
  latitude double precision,
  longitude double precision,
  is_active boolean not null,
  pin_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  translations jsonb not null default '{}',
  pin_hashed_with text,
  timezone text,
  opening_hours jsonb,
  redeem_by text not null default 'PIN',
  constraint outlets_have_both_coordinates_or_neither check (num_nulls(latitude, longitude) in (0, 2)),
  constraint outlets_latitude_is_on_earth check (latitude between -90 and 90),
  constraint outlets_longitude_is_on_earth check (longitude between -180 and 180),
  constraint outlets_opening_hours_are_an_object check (jsonb_typeof(opening_hours) = 'object'),
  constraint outlets_redeem_by_is_known check (redeem_by in ('PIN', 'QR', 'BOTH')),
  constraint outlets_translations_are_an_object check (jsonb_typeof(translations) = 'object')
);
create index outlets_by_merchant on outlets (merchant_id);
comment on table outlets is
  'The places where a merchant''s vouchers are redeemed. Outlets are deactivated, never deleted.';
comment on column outlets.pin_hash is
  'The hash of the PIN that confirms a redemption. Null: nothing can be redeemed at this outlet yet.';
comment on column outlets.pin_hashed_with is 'The id of the key; null for the first key of this database.';
comment on column outlets.timezone is 'The IANA zone of the opening hours. Null: that of the merchant.';
comment on column outlets.opening_hours is
  'Weekly hours and exceptions, in local time. Redeeming does not look at them. Null: unknown.';
comment on column outlets.redeem_by is 'PIN, QR (a code that the phone shows) or BOTH.';

create table vouchers (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  title text not null,
  description text,
  terms text,
  image_path text,
  value_type text,
  code_source text not null,
  claim_flow text not null,
  favorites_only boolean not null,
  redemption_count integer not null,
  cycle text not null,
  global_redemption_cap integer,
  valid_from timestamptz,
  valid_until timestamptz,
  applicable_from timestamptz,
  applicable_until timestamptz,
  outlet_ids uuid[],
  status text not null,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  translations jsonb not null default '{}',
  value_minor bigint,
  value_currency text,
  value_decimals smallint,
  publish_at timestamptz,
  unpublish_at timestamptz,
  scheduled_by jsonb,
  schedule_failure jsonb,
  constraint vouchers_belong_to_one_merchant unique (id, merchant_id),
  constraint vouchers_applicability_ends_after_it_begins check (applicable_until > applicable_from),
  constraint vouchers_claim_flow_is_known check (claim_flow in ('WALLET', 'INSTANT')),
  constraint vouchers_code_source_is_known check (code_source in ('NONE', 'MANUAL', 'AUTO')),
  constraint vouchers_cycle_is_known check (cycle in ('ONE_TIME', 'MONTHLY', 'BIWEEKLY')),
  constraint vouchers_draft_means_never_published check ((status = 'DRAFT') = (published_at is null)),
  constraint vouchers_global_cap_is_positive check (global_redemption_cap >= 1),
  constraint vouchers_live_ones_have_an_image check (status <> 'PUBLISHED' or image_path is not null),
  constraint vouchers_outlet_list_is_not_empty check (cardinality(outlet_ids) > 0),
  constraint vouchers_redemption_count_is_positive check (redemption_count >= 1),
  constraint vouchers_schedule_ends_after_it_begins check (unpublish_at > publish_at),
  constraint vouchers_schedule_has_an_author
    check (num_nonnulls(publish_at, unpublish_at) = 0 or scheduled_by is not null),
  constraint vouchers_schedule_is_before_the_year_10000
    check (greatest(publish_at, unpublish_at) < '10000-01-01T00:00Z'),
  constraint vouchers_status_is_known check (status in ('DRAFT', 'PUBLISHED', 'UNPUBLISHED')),
  constraint vouchers_times_are_before_the_year_10000
    check (greatest(valid_from, valid_until, applicable_from, applicable_until) < '10000-01-01T00:00Z'),
  constraint vouchers_translations_are_an_object check (jsonb_typeof(translations) = 'object'),
  constraint vouchers_validity_ends_after_it_begins check (valid_until > valid_from),
  constraint vouchers_value_is_not_negative check (value_minor >= 0),
  constraint vouchers_value_is_whole check (num_nonnulls(value_minor, value_currency, value_decimals) in (0, 3)),
  constraint vouchers_value_type_is_known check (value_type in ('FREE_ITEM', 'PERCENT', 'FIXED', 'BOGO'))
);
create index vouchers_by_end on vouchers (ends_at(valid_until), id);
create index vouchers_by_gram on vouchers using gin (byte_grams(plain_title(title)));
create index vouchers_by_merchant on vouchers (merchant_id, id);
create index vouchers_by_schedule on vouchers (least(publish_at, unpublish_at))
  where publish_at is not null or unpublish_at is not null;
create index vouchers_by_scheduled_publication on vouchers (merchant_id, publish_at) where publish_at is not null;
create index vouchers_by_title on vouchers (plain_title(title), id);
-- The calendar reads every voucher that is public, or will be, of all merchants.
create index vouchers_on_calendar on vouchers (merchant_id)
  include (publish_at, published_at, valid_from, valid_until, unpublish_at)
  where status = 'PUBLISHED' or publish_at is not null;
create index vouchers_with_cap on vouchers (merchant_id, id)
  where status = 'PUBLISHED' and global_redemption_cap is not null;
create index vouchers_with_failed_schedule on vouchers (id) where schedule_failure is not null;
comment on table vouchers is
  'Vouchers. A voucher starts as a DRAFT; once published it switches between PUBLISHED and UNPUBLISHED.';
comment on column vouchers.code_source is
  'NONE: no code. MANUAL: the next code of an uploaded pool. AUTO: a generated code.';
comment on column vouchers.claim_flow is
  'WALLET: users claim the voucher before they redeem it. INSTANT: no claim needed.';
comment on column vouchers.redemption_count is 'How often a user may redeem it in each cycle.';
comment on column vouchers.global_redemption_cap is
  'How often all users together may redeem it in each cycle, across all partners. Null: no limit.';
comment on column vouchers.valid_until is 'The first moment that is too late. The same holds for applicable_until.';
comment on column vouchers.applicable_from is 'When redemption begins, for WALLET vouchers only.';
comment on column vouchers.outlet_ids is
  'Null: every outlet of the merchant. Outlets are never deleted, so the list cannot become stale.';
comment on column vouchers.published_at is 'The first publication, which is when VOUCHER_PUBLISHED is emitted.';
comment on column vouchers.value_minor is
  'What one redemption is worth between the parties, in the smallest unit of the currency. Null: no money. Back office only.';
comment on column vouchers.value_decimals is
  'The decimals of the currency when the value was set: 500 with 2 decimals is 5.00.';
comment on column vouchers.publish_at is 'When a worker publishes the voucher. Null once that is done, or was not possible.';
comment on column vouchers.unpublish_at is 'When a worker unpublishes the voucher. Null once that is done.';
comment on column vouchers.scheduled_by is
  'Who set the schedule: kind, id, name and role of the caller. The audit entries of the worker name them.';
comment on column vouchers.schedule_failure is
  'When and why the last scheduled publication failed, until somebody changes the voucher or its schedule.';
alter table merchants add constraint merchants_top_voucher_is_their_own
  foreign key (top_voucher_id, id) references vouchers (id, merchant_id);

create table catalog_version (
  only_row boolean primary key default true,
  version bigint not null,
  constraint catalog_version_has_one_row check (only_row)
);
comment on table catalog_version is
  'One row: the version of the catalog that every node keeps in memory. It changes with each change of the catalog, '
  'in the same transaction. NOTIFY only wakes nodes up sooner: behind a pooler it is not received.';
comment on column catalog_version.version is
  'A time in microseconds that only grows. A counter would not do: after a failover or a restore that lost changes it '
  'would give a lost version''s number to another change, and a node could keep terms that no longer exist.';
insert into catalog_version (version) values (1);

create table images (
  name text not null,
  merchant_id uuid,
  bytes bigint not null,
  uploaded_by text,
  uploaded_at timestamptz not null,
  constraint images_one_per_merchant_and_name unique nulls not distinct (merchant_id, name)
);
comment on table images is
  'One row for each image that a merchant has uploaded, to limit how much disk space the keys of a merchant can fill.';
comment on column images.name is 'The file is named for its content, so two merchants can have the same image.';
comment on column images.merchant_id is 'Null: uploaded by an admin.';
comment on column images.uploaded_by is
  'The id of the API key or staff member. Null: ADMIN_API_KEY or the command line.';

create table recent_publications (
  merchant_id uuid not null references merchants (id),
  voucher_id uuid not null references vouchers (id),
  published_at timestamptz not null
);
create index recent_publications_by_merchant on recent_publications (merchant_id, published_at);
comment on table recent_publications is
  'What the API keys of merchants have published within the last hour, to limit how often they can notify their '
  'followers.';

create table outlet_imports (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  file_name text not null,
  started_by jsonb not null,
  rows json not null,
  sealed_values bytea,
  total integer not null,
  right_rows integer not null,
  reached integer not null default 0,
  written integer not null default 0,
  differences jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  error text,
  holds_pins boolean not null default false,
  approval_id uuid,
  constraint outlet_imports_fail_when_finished check (error is null or finished_at is not null),
  constraint outlet_imports_have_values_until_finished check ((sealed_values is null) = (finished_at is not null))
);
create index outlet_imports_by_merchant on outlet_imports (merchant_id, id);
create index outlet_imports_open on outlet_imports (id) where finished_at is null;
comment on table outlet_imports is 'Files of outlets that a worker writes, in batches of rows. Kept for 30 days.';
comment on column outlet_imports.started_by is 'The caller, under whose name each change is recorded in the audit log.';
comment on column outlet_imports.rows is
  'What was found for each row before anything was written. Not jsonb: a wrong row may contain text that it refuses.';
comment on column outlet_imports.sealed_values is
  'The rows as JSON, null for wrong ones. Encrypted, since they may contain PINs. Deleted when the import has '
  'finished.';
comment on column outlet_imports.reached is 'How many rows have been handled, in the order of the file.';
comment on column outlet_imports.holds_pins is
  'PINs need approval: outlets are written without them, and the end of the import requests them together.';
comment on column outlet_imports.differences is
  'Rows that turned out differently when they were written, since their outlets had changed: place, status, issues.';

create function announce_catalog_change() returns trigger language plpgsql set search_path = public as $$
begin
  if coalesce(current_setting('counterfoil.announced', true), '') = '' then
    perform set_config('counterfoil.announced', 'yes', true);
    update catalog_version
    set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
    perform pg_notify('catalog', '');
  end if;
  return null;
end $$;
comment on function announce_catalog_change is
  'Moves the version of the catalog, once for each transaction, however many rows it changes. It runs at the commit '
  'because it locks the row: other writers of the catalog wait from then on.';
create constraint trigger categories_announce after insert or update or delete on categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger merchant_sub_categories_announce after insert or update or delete on merchant_sub_categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger merchants_announce after insert or update or delete on merchants
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger outlets_announce after insert or update or delete on outlets
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger sub_categories_announce after insert or update or delete on sub_categories
  deferrable initially deferred for each row execute function announce_catalog_change();
create constraint trigger vouchers_announce after insert or update or delete on vouchers
  deferrable initially deferred for each row execute function announce_catalog_change();

create function keep_published_voucher_terms() returns trigger language plpgsql as $$
begin
  if (new.code_source, new.claim_flow, new.cycle) is distinct from (old.code_source, old.claim_flow, old.cycle) then
    raise exception 'codeSource, claimFlow and cycle are fixed once published'
      using errcode = 'check_violation', constraint = 'vouchers_terms_are_fixed_once_published';
  end if;
  if new.published_at is distinct from old.published_at then
    raise exception 'the first publication stays on record'
      using errcode = 'check_violation', constraint = 'vouchers_first_publication_stays_on_record';
  end if;
  return new;
end $$;
comment on function keep_published_voucher_terms is
  'Code source, claim flow, cycle and first publication of a voucher never change after it was published.';
create trigger vouchers_keep_published_terms before update on vouchers
  for each row when (old.published_at is not null) execute function keep_published_voucher_terms();

-- =====================================================================================================================
-- Codes

create table voucher_codes (
  voucher_id uuid not null,
  code text not null,
  position bigint generated always as identity not null,
  redemption_id uuid,
  constraint voucher_codes_are_unique_in_their_pool primary key (voucher_id, code)
);
create index voucher_codes_available on voucher_codes (voucher_id, position) where redemption_id is null;
comment on table voucher_codes is
  'The uploaded codes of MANUAL vouchers. voucher_id has no foreign key: uploads add up to a million codes, and '
  'looking up the voucher for each code doubles their time. Two triggers check it once for each statement.';
comment on column voucher_codes."position" is 'The upload order, in which codes are dispensed.';
comment on column voucher_codes.redemption_id is 'The redemption that got the code. Null: still available.';

create table code_pools (
  voucher_id uuid primary key references vouchers (id),
  total bigint not null
);
comment on table code_pools is
  'How many codes were ever uploaded for a voucher. Counting a million codes takes too long to decide whether a tenth '
  'is left.';

create table code_imports (
  id uuid primary key,
  voucher_id uuid not null references vouchers (id) on delete cascade,
  file_name text not null,
  started_by jsonb not null,
  total integer,
  reached integer not null default 0,
  added integer not null default 0,
  duplicates integer not null default 0,
  rejected_total integer not null default 0,
  lines json not null default '{"duplicateLines": [], "rejected": []}'::json,
  created_at timestamptz not null,
  finished_at timestamptz,
  error text,
  constraint code_imports_fail_when_finished check (error is null or finished_at is not null)
);
create index code_imports_by_voucher on code_imports (voucher_id, id);
create index code_imports_open on code_imports (id) where finished_at is null;
comment on table code_imports is 'Files of codes that a worker adds to a pool, in parts. Kept for 30 days.';
comment on column code_imports.started_by is 'The caller, under whose name the codes are recorded in the audit log.';
comment on column code_imports.total is
  'The lines with codes. Null while the file is being received: such an import is not listed, and deleted after a '
  'day.';
comment on column code_imports.reached is 'How many lines have been handled, in the order of the file.';
comment on column code_imports.lines is
  'The first duplicate and the first rejected lines. Not jsonb: a rejected line may contain text that it refuses.';

create table code_import_parts (
  import_id uuid not null references code_imports (id) on delete cascade,
  place integer not null,
  readings json not null,
  primary key (import_id, place)
);
comment on table code_import_parts is
  'What is left to add of an import of codes. A part is deleted by the transaction that adds its codes.';
comment on column code_import_parts.place is 'How many lines with codes come before this part.';

create function require_the_voucher_of_codes() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct voucher_id from added) as pool
    where not exists (select from vouchers where id = pool.voucher_id for key share)
  ) then
    raise exception 'codes of a voucher that does not exist'
      using errcode = 'foreign_key_violation', constraint = 'voucher_codes_belong_to_a_voucher';
  end if;
  return null;
end $$;
comment on function require_the_voucher_of_codes is 'Does the work of a foreign key, once for each statement.';
create trigger voucher_codes_belong_to_a_voucher after insert on voucher_codes
  referencing new table as added for each statement execute function require_the_voucher_of_codes();

create function keep_vouchers_that_have_codes() returns trigger language plpgsql as $$
begin
  if exists (select from voucher_codes where voucher_id = old.id) then
    raise exception 'the voucher has codes'
      using errcode = 'foreign_key_violation', constraint = 'voucher_codes_belong_to_a_voucher';
  end if;
  return old;
end $$;
comment on function keep_vouchers_that_have_codes is
  'Does the work of a foreign key: a voucher with codes cannot be deleted.';
create trigger vouchers_with_codes_stay before delete on vouchers
  for each row execute function keep_vouchers_that_have_codes();

create function count_codes_of_pools() returns trigger language plpgsql as $$
begin
  insert into code_pools as pool (voucher_id, total)
  select voucher_id, count(*) from added group by voucher_id order by voucher_id
  on conflict (voucher_id) do update set total = pool.total + excluded.total;
  return null;
end $$;
comment on function count_codes_of_pools is 'Keeps code_pools up to date.';
create trigger voucher_codes_are_counted after insert on voucher_codes
  referencing new table as added for each statement execute function count_codes_of_pools();

create function draw_codes(pool uuid, wanted bigint, waiting boolean) returns table (code text, place bigint) language plpgsql as $$
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
comment on function draw_codes is
  'The next codes of a pool, in upload order. It skips codes that another batch has locked, so that batches do not '
  'wait for each other. With waiting it waits for them: a locked code may still become free.';

-- =====================================================================================================================
-- Wallet

create table favorites (
  user_id uuid not null references users (id),
  merchant_id uuid not null references merchants (id),
  created_at timestamptz not null,
  constraint favorites_one_per_user_and_merchant primary key (user_id, merchant_id)
);
create index favorites_by_merchant on favorites (merchant_id, user_id);
comment on table favorites is 'The merchants that a user has marked as favorites.';

create table claims (
  id uuid primary key,
  user_id uuid not null references users (id),
  voucher_id uuid not null references vouchers (id),
  claimed_at timestamptz not null,
  constraint claims_one_per_user_and_voucher unique (user_id, voucher_id)
);
create index claims_by_time on claims (claimed_at) include (user_id, voucher_id);
create index claims_by_voucher on claims (voucher_id, claimed_at, id);
comment on table claims is 'The vouchers that users have added to their wallets.';

-- =====================================================================================================================
-- Redemptions

create table redemptions (
  id uuid primary key,
  user_id uuid not null,
  voucher_id uuid not null,
  outlet_id uuid not null,
  cycle_key text not null,
  status text not null,
  flag_reason text,
  gps_available boolean not null,
  gps_distance_meters double precision,
  code text,
  redeemed_at timestamptz not null,
  voided_at timestamptz,
  partner_id uuid not null,
  merchant_id uuid not null,
  voucher_title text not null,
  outlet_name text not null,
  cycle_resets_at timestamptz,
  remaining integer not null,
  consumer_lat double precision,
  consumer_lng double precision,
  gps_accuracy_meters double precision,
  void_reason text,
  review_outcome text,
  review_note text,
  reviewed_by text,
  reviewed_at timestamptz,
  value_minor bigint,
  value_currency text,
  value_decimals smallint,
  statement_month text not null,
  method text not null default 'PIN',
  device_id uuid,
  constraint redemptions_flag_reason_is_known check (flag_reason in ('gps_unavailable', 'outlet_not_geolocated')),
  constraint redemptions_method_is_known check (method in ('PIN', 'QR', 'TEST')),
  constraint redemptions_review_is_whole
    check ((review_outcome is null) = (reviewed_by is null) and (review_outcome is null) = (reviewed_at is null)),
  constraint redemptions_review_outcome_is_known check (review_outcome in ('ACCEPTED', 'REJECTED')),
  constraint redemptions_status_is_known check (status in ('SUCCESS', 'FLAGGED')),
  constraint redemptions_voided_ones_say_why check ((voided_at is null) = (void_reason is null))
) partition by range (id);
create table redemptions_default partition of redemptions default;
create unique index redemptions_default_code_is_unique_per_voucher
  on redemptions_default (code, voucher_id)
  where code is not null;
create index redemptions_by_flag_reason on redemptions (flag_reason, redeemed_at, id) where flag_reason is not null;
comment on index redemptions_by_flag_reason is 'Partial, so that an ordinary redemption costs no more to write.';
create index redemptions_by_merchant_and_time on redemptions (merchant_id, redeemed_at);
create index redemptions_by_partner_and_time on redemptions (partner_id, redeemed_at);
create index redemptions_by_time on redemptions (redeemed_at);
create index redemptions_by_user_and_time on redemptions (user_id, redeemed_at, id);
comment on index redemptions_by_user_and_time is 'A user''s own redemptions, newest first.';
create index redemptions_flagged on redemptions (redeemed_at) where status = 'FLAGGED';
create index redemptions_reviewed on redemptions (redeemed_at) where reviewed_at is not null;
create index redemptions_voided on redemptions (voucher_id) where voided_at is not null;
comment on index redemptions_voided is
  'To count the dispensed codes of a voucher: those that count against its quotas, and those of voided redemptions.';
comment on table redemptions is
  'Every successful redemption, voided ones too. One partition for each month, by id; workers create those of the '
  'next 12 months. A code is unique for its voucher in each partition; the ledger audit compares the months. There '
  'are no foreign keys: a batch is decided on rows that were just read, and each key would lock the row of the '
  'partner and of the outlet for every redemption. Triggers keep referenced rows from being deleted.';
comment on column redemptions.cycle_key is
  'The cycle that it counts in: ONE_TIME, a month (2025-01) or a fortnight (2025-01-13/P2W), in the merchant''s time '
  'zone.';
comment on column redemptions.status is 'FLAGGED: accepted, but the position could not be checked. See flag_reason.';
comment on column redemptions.voided_at is
  'A voided redemption no longer counts against quota and cap; row and code stay.';
comment on column redemptions.voucher_title is 'As it was at that time, like outlet_name.';
comment on column redemptions.cycle_resets_at is 'When the next cycle begins. Null: never.';
comment on column redemptions.remaining is
  'How often the user could still redeem the voucher in this cycle afterwards.';
comment on column redemptions.value_minor is 'The value of the voucher at that moment, as in vouchers.';
comment on column redemptions.statement_month is
  'The month at that moment in the merchant''s time zone, such as 2026-11. A later change of zone moves nothing.';
comment on column redemptions.method is
  'PIN, QR (a device of the outlet confirmed a code of the phone) or TEST (a partner redeemed in its sandbox).';
comment on column redemptions.device_id is 'The device that confirmed the code. Null: there was none.';

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  redemption_id uuid not null,
  merchant_id uuid not null,
  request_hash bytea not null,
  redeemed_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_redemption on idempotency_keys (redemption_id);
comment on index idempotency_keys_by_redemption is 'To delete old keys: ids of redemptions are ordered by real time.';
comment on table idempotency_keys is
  'The idempotency keys of the last 24 hours. Workers delete older ones. No foreign keys, for the same reason as in '
  'redemptions.';
comment on column idempotency_keys.merchant_id is 'The redemption''s. A key moves to another cell with its merchant.';
comment on column idempotency_keys.request_hash is 'Tells a repeated request from another one with the same key.';
comment on column idempotency_keys.redeemed_at is
  'By the clock of the partner, like in redemptions. After 24 hours the user can use the key again.';

create table user_quotas (
  user_id uuid not null,
  voucher_id uuid not null,
  cycle_key text not null,
  used integer not null,
  primary key (user_id, voucher_id, cycle_key),
  constraint user_quotas_are_not_negative check (used >= 0)
) with (fillfactor = 80);
comment on table user_quotas is
  'How often a user has redeemed a voucher in a cycle; voided redemptions are subtracted. No foreign keys, for the '
  'same reason as in redemptions.';

create table voucher_quotas (
  voucher_id uuid not null references vouchers (id),
  cycle_key text not null,
  used integer not null,
  primary key (voucher_id, cycle_key),
  constraint voucher_quotas_are_not_negative check (used >= 0)
) with (fillfactor = 50);
comment on table voucher_quotas is
  'How often all users together have redeemed a voucher in a cycle; voided redemptions are subtracted.';

create function add_to_user_quotas(
  user_ids uuid[], voucher_ids uuid[], cycle_keys text[], user_limits integer[], remainders integer[]
)
returns void language plpgsql as $$
declare
  is_outdated boolean;
begin
  with moved as (
    insert into user_quotas as q (user_id, voucher_id, cycle_key, used)
    select r.user_id, r.voucher_id, r.cycle_key, count(*)
    from (
      select unnest(user_ids) as user_id, unnest(voucher_ids) as voucher_id, unnest(cycle_keys) as cycle_key
    ) as r
    group by r.user_id, r.voucher_id, r.cycle_key
    order by r.user_id, r.voucher_id, r.cycle_key
    on conflict (user_id, voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.user_id, q.voucher_id, q.cycle_key, q.used
  )
  -- Require the exact count: the response reports how many remain.
  select bool_or(moved.used > decided.most or moved.used <> decided.used) into is_outdated
  from moved join (
    select r.user_id, r.voucher_id, r.cycle_key, min(r.most) as most, max(r.most - r.remaining) as used
    from (
      select unnest(user_ids) as user_id, unnest(voucher_ids) as voucher_id, unnest(cycle_keys) as cycle_key,
        unnest(user_limits) as most, unnest(remainders) as remaining
    ) as r
    group by r.user_id, r.voucher_id, r.cycle_key
  ) as decided using (user_id, voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old user quota' using errcode = 'CF001';
  end if;
end $$;
comment on function add_to_user_quotas is 'A step of write_redemptions: counts the redemptions of a batch for each user.';

create function add_to_voucher_quotas(voucher_ids uuid[], cycle_keys text[], voucher_caps integer[])
returns void language plpgsql as $$
declare
  is_outdated boolean;
begin
  with moved as (
    insert into voucher_quotas as q (voucher_id, cycle_key, used)
    select r.voucher_id, r.cycle_key, count(*)
    from (select unnest(voucher_ids) as voucher_id, unnest(cycle_keys) as cycle_key) as r
    group by r.voucher_id, r.cycle_key
    order by r.voucher_id, r.cycle_key
    on conflict (voucher_id, cycle_key) do update set used = q.used + excluded.used
    returning q.voucher_id, q.cycle_key, q.used
  )
  select bool_or(moved.used > r.cap) into is_outdated
  from moved join (
    select unnest(voucher_ids) as voucher_id, unnest(cycle_keys) as cycle_key, unnest(voucher_caps) as cap
  ) as r using (voucher_id, cycle_key);
  if is_outdated then
    raise exception 'decided on an old cap' using errcode = 'CF001';
  end if;
end $$;
comment on function add_to_voucher_quotas is
  'A step of write_redemptions: counts the redemptions of a batch for each voucher.';

create function require_current_vouchers(
  voucher_ids uuid[], user_limits integer[], voucher_caps integer[], minors bigint[], currencies text[],
  decimals smallint[], decided_by bigint
)
returns void language plpgsql as $$
begin
  -- A catalog of the same version has not changed at all. One of another version may have changed elsewhere.
  if decided_by is distinct from (select version from catalog_version) then
    if exists (
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
  end if;
end $$;
comment on function require_current_vouchers is
  'A step of write_redemptions: compares the limits and values that the batch was decided with to those of the vouchers '
  'now. It runs after the counters are locked. Concurrent batches wait for these locks and then see our counts, so each is '
  'checked against the limits at its turn.';

create function remember_idempotency_keys(
  user_ids uuid[], keys text[], ids uuid[], merchant_ids uuid[], hashes text[], at timestamptz
)
returns void language plpgsql as $$
declare
  is_outdated boolean;
  day_ago timestamptz := at - interval '24 hours';
begin
  with remembered as (
    insert into idempotency_keys as known (user_id, key, redemption_id, merchant_id, request_hash, redeemed_at)
    select r.user_id, r.key, r.id, r.merchant_id, decode(r.hash, 'base64'), at
    from unnest(user_ids, keys, ids, merchant_ids, hashes) as r (user_id, key, id, merchant_id, hash)
    where r.key is not null
    order by r.user_id, r.key
    on conflict (user_id, key) do update
      set redemption_id = excluded.redemption_id, merchant_id = excluded.merchant_id,
        request_hash = excluded.request_hash, redeemed_at = excluded.redeemed_at
      where known.redeemed_at <= day_ago
    returning known.key
  )
  select count(*) < cardinality(array_remove(keys, null)) into is_outdated from remembered;
  if is_outdated then
    raise exception 'another batch used an idempotency key' using errcode = 'CF003';
  end if;
end $$;
comment on function remember_idempotency_keys is
  'A step of write_redemptions. A key is remembered for a day; after that it is free again. If another batch has used a '
  'key since the facts were loaded, nothing is written (SQLSTATE CF003).';

create function assign_codes(voucher_ids uuid[], codes text[], draws boolean[], waiting boolean)
returns text[] language plpgsql as $$
declare
  assigned text[];
begin
  with wanting as (
    select r.voucher_id, r.place, row_number() over (partition by r.voucher_id order by r.place) as turn
    from unnest(voucher_ids, draws) with ordinality as r (voucher_id, draws, place)
    where r.draws
  ),
  needs as (
    select voucher_id, count(*) as wanted from wanting group by voucher_id order by voucher_id
  ),
  drawn as (
    select needs.voucher_id, d.code, row_number() over (partition by needs.voucher_id order by d.place) as turn
    from needs cross join lateral draw_codes(needs.voucher_id, needs.wanted, waiting) as d
  )
  select array_agg(coalesce(drawn.code, r.code) order by r.place) into assigned
  from unnest(codes) with ordinality as r (code, place)
  left join wanting using (place)
  left join drawn using (voucher_id, turn);
  if exists (select from unnest(draws, assigned) as r (draws, code) where r.draws and r.code is null) then
    raise exception 'decided on an old pool' using errcode = 'CF001';
  end if;
  return assigned;
end $$;
comment on function assign_codes is
  'A step of write_redemptions: the codes of a batch, with those that are drawn from pools.';

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
  -- Subscripts here, and unnest in the select list in other steps, are faster than unnest in FROM, which copies each
  -- array first.
  select
    ids[i], partner_ids[i], user_ids[i], voucher_ids[i], outlet_ids[i], merchant_ids[i], voucher_titles[i],
    outlet_names[i], cycle_keys[i], cycle_ends[i], remainders[i], statuses[i], flag_reasons[i], latitudes[i] is not null,
    distances[i], latitudes[i], longitudes[i], accuracies[i], codes[i], at, months[i], minors[i], currencies[i],
    decimals[i], methods[i], device_ids[i]
  from generate_subscripts(ids, 1) as i;
end $$;
comment on function insert_redemptions is 'A step of write_redemptions.';

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
    perform remember_idempotency_keys(user_ids, keys, ids, merchant_ids, hashes, at);
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
  select unnest(event_ids), unnest(partner_ids), unnest(user_ids), 'REDEMPTION_CREATED',
    string_to_table(event_bodies, E'\n'), at;
  return codes;
end $$;
comment on function write_redemptions is
  'Writes a batch of decided redemptions and returns their codes. Each array has one element for each redemption, in the '
  'order of the decisions; event_bodies has one line of JSON for each. The batch was decided on facts that may be outdated: '
  'if a counter, a voucher or a pool disagrees, a step raises CF001, nothing is written, and the batch is decided again. '
  'Every node locks rows in one order (user counters, voucher counters, idempotency keys, codes, each sorted by key), so '
  'two batches cannot deadlock. The settings plan its statements, and those of its steps, once and for tables of any size: '
  'a plan made while the tables were small would scan them forever.';

create function replay_of(redemption uuid, request_hash bytea)
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
comment on function replay_of is
  'The redemption as the engine reads it for a replay. A function, so that a statement opens the partitions only when '
  'there is a replay.';

create function supplies_of(vouchers_to_count uuid[], max_codes bigint)
returns json language plpgsql stable as $$
begin
  return (
    select json_object_agg(v.id, json_build_object(
      'used', coalesce((
        select json_object_agg(cycle_key, used)
        from (select cycle_key, used from voucher_quotas as q where q.voucher_id = v.id
              order by cycle_key desc limit 2) as newest
      ), '{}'),
      'codesLeft', case when v.code_source = 'MANUAL' then (
        select count(*) from (
          select from voucher_codes as c where c.voucher_id = v.id and c.redemption_id is null limit max_codes
        ) as available
      ) else 0 end
    ))
    from vouchers as v
    where v.id = any (vouchers_to_count) and (v.global_redemption_cap is not null or v.code_source = 'MANUAL')
  );
end $$;
comment on function supplies_of is
  'The uses, and the codes left up to a maximum, of those vouchers that have a cap or a pool. A function, so that a batch '
  'without such vouchers does not pay for its plan.';

create function forbid_deleting_redeemed() returns trigger language plpgsql set search_path = public as $$
declare
  is_redeemed boolean;
begin
  execute format('select exists (select from redemptions where %I = $1)', tg_argv[0]) into is_redeemed using old.id;
  if is_redeemed or exists (select from archived_references where id = old.id) then
    raise exception 'there are redemptions of it'
      using errcode = 'foreign_key_violation', constraint = 'redemptions_refer_to_existing_rows';
  end if;
  return old;
end $$;
comment on function forbid_deleting_redeemed is
  'Does the work of the foreign keys that redemptions does not have: rows that redemptions refer to cannot be '
  'deleted.';
create trigger merchants_with_redemptions_stay before delete on merchants
  for each row execute function forbid_deleting_redeemed('merchant_id');
create trigger outlets_with_redemptions_stay before delete on outlets
  for each row execute function forbid_deleting_redeemed('outlet_id');
create trigger partners_with_redemptions_stay before delete on partners
  for each row execute function forbid_deleting_redeemed('partner_id');
create trigger users_with_redemptions_stay before delete on users
  for each row execute function forbid_deleting_redeemed('user_id');
create trigger vouchers_with_redemptions_stay before delete on vouchers
  for each row execute function forbid_deleting_redeemed('voucher_id');

-- =====================================================================================================================
-- Attempts and wrong PINs

create table redemption_attempts (
  user_id uuid primary key references users (id),
  times timestamptz[] not null,
  granted integer not null
) with (fillfactor = 50);
comment on table redemption_attempts is 'The recent redemption attempts of each user, for the rate limit.';
comment on column redemption_attempts.times is 'The attempts that still count, oldest first.';
comment on column redemption_attempts.granted is 'How many of the attempts that the last statement counted are within the limit.';

create table pin_failures (
  id uuid primary key,
  user_id uuid not null references users (id),
  outlet_id uuid not null references outlets (id),
  at timestamptz not null,
  by_newcomer boolean not null
);
create index pin_failures_by_outlet_and_time on pin_failures (outlet_id, at);
create index pin_failures_by_outlet_and_user on pin_failures (outlet_id, user_id, at);
create index pin_failures_by_time on pin_failures (at);
comment on table pin_failures is 'Every recorded wrong PIN.';
comment on column pin_failures.by_newcomer is 'The user had never redeemed at this outlet.';

create table pin_locks (
  outlet_id uuid not null references outlets (id),
  user_id uuid not null references users (id),
  guessed_at timestamptz not null,
  locked_until timestamptz,
  primary key (outlet_id, user_id)
);
create index pin_locks_by_time on pin_locks (guessed_at);
comment on table pin_locks is
  'One row for each user and outlet with a recent wrong PIN. A right PIN locks the row too, so that it cannot '
  'overtake wrong ones that are being recorded.';
comment on column pin_locks.guessed_at is 'The latest guess.';
comment on column pin_locks.locked_until is 'Until then every PIN of this user is refused at this outlet.';

create table outlet_defenses (
  outlet_id uuid primary key references outlets (id),
  guessed_at timestamptz not null,
  defended_since timestamptz,
  defended_until timestamptz,
  constraint outlet_defenses_begin_and_end check ((defended_since is null) = (defended_until is null))
);
create index outlet_defenses_by_time on outlet_defenses (guessed_at);
comment on table outlet_defenses is
  'One row for each outlet with a recent wrong PIN. It defends the outlet against many users who guess together: '
  'while it is defended, newcomers must be at the outlet.';
comment on column outlet_defenses.guessed_at is 'The latest wrong guess.';

create function has_redeemed_at(of_user uuid, at_outlet uuid) returns boolean language plpgsql stable as $$
declare
  -- A day more on both sides: the clocks of nodes differ. Imported ids that are not UUIDv7 tell no time.
  earliest timestamptz := (
    select max(uuid_v7_time(id)) - interval '1 day' from unnest(array[of_user, at_outlet]) as id
    where substr(id::text, 15, 1) = '7'
  );
  first_id uuid := coalesce(uuid_v7_floor(earliest), '00000000-0000-0000-0000-000000000000');
  end_id uuid := uuid_v7_floor(now() + interval '1 day');
begin
  return exists (
    select from redemptions as r
    where r.user_id = of_user and r.outlet_id = at_outlet and r.id >= first_id and r.id < end_id
  );
end $$;
comment on function has_redeemed_at is
  'Whether the user has redeemed at the outlet before. A function for the same reason as replay_of. Reads the months '
  'since the user and the outlet exist. Archived months do not count.';

create function lock_guesses(user_ids uuid[], outlet_ids uuid[], are_wrong boolean[], moment timestamptz)
returns void language plpgsql as $$
begin
  insert into outlet_defenses as d (outlet_id, guessed_at)
  select distinct g.outlet_id, moment
  from unnest(outlet_ids, are_wrong) as g (outlet_id, is_wrong)
  where g.is_wrong
  order by g.outlet_id
  on conflict (outlet_id) do update set guessed_at = greatest(d.guessed_at, excluded.guessed_at);

  insert into pin_locks as l (outlet_id, user_id, guessed_at)
  select distinct g.outlet_id, g.user_id, moment
  from unnest(outlet_ids, user_ids, are_wrong) as g (outlet_id, user_id, is_wrong)
  where g.is_wrong or exists (
    select from pin_locks as held where (held.outlet_id, held.user_id) = (g.outlet_id, g.user_id)
  )
  order by g.outlet_id, g.user_id
  on conflict (outlet_id, user_id) do update set guessed_at = greatest(l.guessed_at, excluded.guessed_at);
end $$;
comment on function lock_guesses is
  'A step of judge_pin_guesses: creates or locks the rows of the guessed outlets and users. Rows are locked in one order: '
  'outlet_defenses by outlet, then pin_locks by outlet and user.';

create function judge_pin_guesses(
  failure_ids uuid[],
  user_ids uuid[],
  outlet_ids uuid[],
  are_wrong boolean[],
  are_at_outlet boolean[],
  moment timestamptz,
  lock_window_start timestamptz,
  lock_end timestamptz,
  defense_window_start timestamptz,
  defense_end timestamptz,
  max_of_user integer,
  max_of_newcomers integer
)
returns table(place bigint, user_locked_until timestamptz, outlet_defended_until timestamptz) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  guess record;
  is_newcomer boolean;
begin
  perform lock_guesses(user_ids, outlet_ids, are_wrong, moment);
  for guess in
    select g.* from unnest(failure_ids, user_ids, outlet_ids, are_wrong, are_at_outlet) with ordinality
      as g (failure_id, user_id, outlet_id, is_wrong, is_at_outlet, place)
    order by g.is_wrong desc, g.place
  loop
    place := guess.place;
    user_locked_until := (
      select l.locked_until from pin_locks as l
      where (l.outlet_id, l.user_id) = (guess.outlet_id, guess.user_id) and l.locked_until > moment
    );
    outlet_defended_until := (
      select d.defended_until from outlet_defenses as d
      where d.outlet_id = guess.outlet_id and d.defended_until > moment
    );
    -- A right PIN at an outlet that is not defended is judged without it.
    is_newcomer := (guess.is_wrong or outlet_defended_until is not null)
      and not has_redeemed_at(guess.user_id, guess.outlet_id);
    if not is_newcomer then
      outlet_defended_until := null;
    end if;
    if guess.is_wrong and user_locked_until is null and (outlet_defended_until is null or guess.is_at_outlet) then
      insert into pin_failures (id, user_id, outlet_id, at, by_newcomer)
      values (guess.failure_id, guess.user_id, guess.outlet_id, moment, is_newcomer);

      update pin_locks as l set locked_until = lock_end
      where (l.outlet_id, l.user_id) = (guess.outlet_id, guess.user_id) and max_of_user <= (
        select count(*) from pin_failures as f
        where f.outlet_id = guess.outlet_id and f.user_id = guess.user_id and f.at > lock_window_start
      );

      update outlet_defenses as d set
        defended_since = case when outlet_defended_until is null then moment else d.defended_since end,
        defended_until = greatest(d.defended_until, defense_end)
      where d.outlet_id = guess.outlet_id and is_newcomer and (
        outlet_defended_until is not null or max_of_newcomers <= (
          select count(*) from pin_failures as f
          where f.outlet_id = guess.outlet_id and f.at > defense_window_start and f.by_newcomer
        )
      );
    end if;
    return next;
  end loop;
end $$;
comment on function judge_pin_guesses is
  'Judges guesses whose response would show whether the PIN is right, and records the wrong ones before they are '
  'answered. Returns for each guess until when its user is locked out at the outlet and until when the outlet is '
  'defended against this user (null: not at all). A wrong guess that either of the two stops is not recorded, because '
  'the PIN is not looked at. Wrong guesses come first: a right one among many must not be revealed before they are '
  'counted.';

-- =====================================================================================================================
-- Codes at the counter

create table counter_devices (
  id uuid primary key,
  outlet_id uuid not null references outlets (id) on delete cascade,
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

create table counter_guesses (
  id uuid primary key,
  device_id uuid not null references counter_devices (id) on delete cascade,
  outlet_id uuid not null,
  at timestamptz not null
);
create index counter_guesses_by_device on counter_guesses (device_id, at);
create index counter_guesses_by_time on counter_guesses (at);
comment on table counter_guesses is 'Six digits that a device sent and that were no code of its outlet.';

create table counter_intents (
  user_id uuid primary key references users (id) on delete cascade,
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

create function end_devices_of_outlet() returns trigger language plpgsql as $$
begin
  update counter_devices set ended_at = now(), link_hash = null, token_hash = null
  where outlet_id = new.id and ended_at is null;
  return null;
end $$;
comment on function end_devices_of_outlet is
  'The devices of an outlet end when it turns inactive or no longer takes codes, whoever changes it.';
create trigger outlets_end_their_devices after update of is_active, redeem_by on outlets
  for each row when (not new.is_active or new.redeem_by = 'PIN') execute function end_devices_of_outlet();

create function forget_counter_intent() returns trigger language plpgsql set search_path = public as $$
begin
  delete from counter_intents where user_id = new.id;
  return null;
end $$;
comment on function forget_counter_intent is
  'An intent has a position, and an anonymized user has no personal data.';
create trigger users_forget_their_intent after update of anonymized_at on users
  for each row when (new.anonymized_at is not null) execute function forget_counter_intent();

-- =====================================================================================================================
-- Archive

create table archived_months (
  month date primary key,
  rows bigint not null,
  sha256 text not null,
  archived_at timestamptz not null
);
comment on table archived_months is 'The months of redemptions that were archived. Only sha256 ever changes.';
comment on column archived_months.sha256 is 'Of the file. It changes when the data of a user is erased from the file.';

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
  'How many archived redemptions a user counter includes: counter = redemptions that are not voided + these. They '
  'count once their month is in archived_months. When a cycle has ended and all of its redemptions are archived, its '
  'counter and these are deleted.';

create table archived_voucher_counts (
  month date not null,
  voucher_id uuid not null,
  cycle_key text not null,
  used bigint not null,
  voided bigint not null,
  primary key (voucher_id, cycle_key, month)
);
comment on table archived_voucher_counts is
  'The same for voucher counters, which are never deleted. Voided redemptions are needed to count the dispensed codes '
  'of a pool.';

create table archived_references (
  id uuid primary key
);
comment on table archived_references is
  'The users, vouchers, outlets, merchants and partners of archived redemptions. They cannot be deleted, like those '
  'of other redemptions.';

create function archived_until() returns timestamptz
language sql stable
return coalesce((select max(month) + interval '1 month' from archived_months)::timestamp at time zone 'UTC', 'epoch');
comment on function archived_until is 'Redemptions from before this time are archived, by their id.';

create function refuse_while_archived() returns trigger language plpgsql as $$
begin
  raise exception 'this month is being archived' using errcode = 'object_not_in_prerequisite_state';
end $$;
comment on function refuse_while_archived is
  'While a month is archived, its redemptions cannot be voided or reviewed. The API answers 503, and afterwards 404.';

-- =====================================================================================================================
-- Events and deliveries

create table events (
  id uuid primary key,
  partner_id uuid not null,
  user_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  feed_position bigint not null default pg_current_xact_id()::text::bigint,
  constraint events_body_is_not_empty check (body <> ''),
  constraint events_type_is_known
    check (type in ('CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED'))
) partition by range (id);
create table events_default partition of events default;
create index events_by_partner on events (partner_id, created_at, id, type);
comment on index events_by_partner is
  'By time, not by id: a fan-out draws its ids later. The type is included so that a rare type is found without '
  'reading every event of the month.';
create index events_feed on events (partner_id, feed_position, id);
create index events_of_publications_by_user on events (user_id, created_at) where type = 'VOUCHER_PUBLISHED';
comment on table events is
  'The outbox: the events for partners, written in the transaction that causes them. Events, deliveries and attempts '
  'are kept for 30 days. Each week has its own partition, which is dropped as a whole; the event id (a UUIDv7) '
  'determines the week, so one key finds all three.';
comment on column events.body is 'Frozen when the event is created, so that every attempt sends the same bytes.';
comment on column events.feed_position is
  'The number of the transaction that wrote the event. Transactions commit in another order than they begin. Events '
  'below the oldest open transaction are complete, and the feed ends there.';

create table fanouts (
  id uuid primary key,
  type text not null,
  pieces text[] not null,
  user_ids uuid[] not null,
  created_at timestamptz not null,
  constraint fanouts_body_has_four_pieces check (array_length(pieces, 1) = 4)
);
comment on table fanouts is
  'VOUCHER_PUBLISHED events that are still to be created. Each row names up to a thousand users, as they were at the '
  'publication; a worker creates the events of a row in one transaction.';
comment on column fanouts.pieces is 'The text of the body before, between and after its id, userId and externalUserId.';

create table deliveries (
  event_id uuid primary key,
  partner_id uuid not null,
  is_bulk boolean not null,
  state text not null default 'PENDING',
  attempt integer not null default 0,
  failures integer not null default 0,
  due_at timestamptz not null,
  last_status integer,
  delivered_at timestamptz,
  replay_id uuid,
  created_at timestamptz not null,
  failed_before boolean not null default false,
  constraint deliveries_delivered_ones_say_when check (state <> 'DELIVERED' or delivered_at is not null),
  constraint deliveries_state_is_known check (state in ('PENDING', 'DELIVERED', 'FAILED'))
) partition by range (event_id);
create table deliveries_default partition of deliveries default;
create index deliveries_due on deliveries (partner_id, is_bulk, due_at) where state = 'PENDING';
create index deliveries_failed on deliveries (partner_id, event_id) where state = 'FAILED';
create index deliveries_failed_by_time on deliveries (partner_id, created_at, event_id) where state = 'FAILED';
comment on index deliveries_failed_by_time is
  'Failed deliveries, newest first: among the newest of all deliveries there may be none that failed.';
create index deliveries_replayed on deliveries (replay_id, state) where replay_id is not null;
create index deliveries_undelivered on deliveries (partner_id, created_at, event_id)
  where state <> 'DELIVERED' and (failures > 0 or failed_before);
comment on index deliveries_undelivered is 'Deliveries that failed or wait after a failure, newest first.';
comment on table deliveries is
  'The delivery of each event to the webhook of its partner. An event has none if its partner had no webhook.';
comment on column deliveries.is_bulk is 'Part of a fan-out. It waits until the partner''s other events are sent.';
comment on column deliveries.attempt is
  'How often the delivery was claimed: the number of the current attempt, and the fencing token that stops a worker '
  'whose claim has expired.';
comment on column deliveries.failures is 'Since it was last queued by hand.';
comment on column deliveries.due_at is
  'When it may be claimed. While it is claimed: when the lease ends and another worker may claim it.';
comment on column deliveries.last_status is
  'The HTTP status of the last attempt. Null: not attempted yet, or no response.';
comment on column deliveries.replay_id is 'The replay that queued it last.';
comment on column deliveries.created_at is 'When its event was created.';
comment on column deliveries.failed_before is
  'It had failed when it was last queued by hand, and was not delivered since.';

create table delivery_attempts (
  event_id uuid not null,
  number integer not null,
  attempted_at timestamptz not null,
  status integer,
  duration_ms integer not null,
  response text,
  error text,
  next_attempt_at timestamptz,
  primary key (event_id, number)
) partition by range (event_id);
create table delivery_attempts_default partition of delivery_attempts default;
comment on table delivery_attempts is 'The result of each attempt, for the back office.';
comment on column delivery_attempts.number is 'deliveries.attempt at that time.';
comment on column delivery_attempts.response is 'The beginning of the response body.';

create table endpoints (
  partner_id uuid primary key references partners (id),
  failing_since timestamptz,
  failures integer not null default 0,
  held_until timestamptz,
  paused_at timestamptz,
  pause_reason text,
  resumed_at timestamptz,
  last_status integer,
  counted_since timestamptz,
  deliver_now_at timestamptz,
  constraint endpoints_pause_reason_is_known check (pause_reason in ('GONE', 'EXHAUSTED')),
  constraint endpoints_paused_ones_say_why check ((paused_at is null) = (pause_reason is null))
);
comment on table endpoints is 'The health of each partner''s webhook endpoint. No row: no attempt so far.';
comment on column endpoints.failing_since is
  'When the first attempt since the last success failed. Null: the last attempt succeeded, or none was made.';
comment on column endpoints.held_until is 'No deliveries before then: the endpoint asked for a pause with Retry-After.';
comment on column endpoints.pause_reason is 'GONE: it answered 410. EXHAUSTED: it failed for days without a success.';
comment on column endpoints.resumed_at is
  'A worker is making its failed deliveries due again, a thousand at a time. Null: nothing is left to do.';
comment on column endpoints.last_status is
  'The HTTP status of the last attempt. Null: no attempt so far, or no response.';
comment on column endpoints.counted_since is
  'The first failure since the last success or resumption. The days before a pause count from here.';
comment on column endpoints.deliver_now_at is
  'When somebody asked to send all undelivered deliveries. A worker makes them due, a thousand at a time. Null: nothing is '
  'left to do.';

create table replays (
  id uuid primary key,
  partner_id uuid not null references partners (id),
  since timestamptz not null,
  until timestamptz,
  which text not null,
  total bigint not null,
  placed bigint not null default 0,
  reached_at timestamptz,
  reached_id uuid,
  created_at timestamptz not null,
  placed_at timestamptz,
  finished_at timestamptz,
  error text,
  constraint replays_finished_ones_are_placed_or_failed
    check (finished_at is null or placed_at is not null or error is not null),
  constraint replays_which_is_known check (which in ('all', 'failed', 'undelivered')),
  constraint replays_reach_one_event check ((reached_at is null) = (reached_id is null)),
  constraint replays_times_are_before_the_year_10000 check (greatest(since, until) < '10000-01-01T00:00Z')
);
create index replays_by_partner on replays (partner_id, id);
create index replays_under_way on replays (id) where finished_at is null;
comment on table replays is
  'Events of a period that are to be sent again. A worker queues them a thousand at a time and records its progress '
  'in the same transaction, so that another worker can continue.';
comment on column replays.which is 'Which events: all, those whose delivery failed, or those whose delivery is undelivered.';
comment on column replays.total is 'As counted at the start. Once all are queued: as found.';
comment on column replays.placed is 'How many are queued so far.';
comment on column replays.reached_at is 'The time and id (reached_id) of the last event that was queued.';
comment on column replays.placed_at is 'When all were queued.';
comment on column replays.error is 'Why the replay failed.';

create function plan_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, partner_id, is_bulk, due_at, created_at)
  select new_events.id, new_events.partner_id, new_events.type = 'VOUCHER_PUBLISHED',
    -- The clock of the node may be ahead of that of the workers, which must not delay the delivery.
    least(new_events.created_at - partners.clock_offset_ms * interval '1 millisecond', clock_timestamp()),
    new_events.created_at
  from new_events join partners on partners.id = new_events.partner_id
  where partners.webhook_url is not null and new_events.type = any (partners.event_types);
  return null;
end $$;
comment on function plan_deliveries is 'Every event gets its delivery when it is written, so no writer can forget it.';
create trigger events_have_their_delivery after insert on events
  referencing new table as new_events for each statement execute function plan_deliveries();

create function rebase_feed_positions() returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('counterfoil feed positions'));
  if not exists (
    select from partners cross join lateral (
      select from events
      where partner_id = partners.id
        and feed_position >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      limit 1
    ) as ahead
  ) then
    return false;
  end if;
  lock table events in share row exclusive mode;
  update events set feed_position = feed_position - (select max(feed_position) + 1 from events);
  return true;
end $$;
comment on function rebase_feed_positions is
  'Rebases feed positions after a restore into a new cluster, which counts its transactions from the beginning: stored '
  'events would be ahead of new ones. Moves all events below zero in their order, so that readers of the feed '
  'continue where they were. Returns whether it changed anything. Must run before the first event after the restore.';

-- =====================================================================================================================
-- Sandbox

create table simulated_failures (
  partner_id uuid primary key references partners (id),
  attempts_left integer not null,
  status smallint not null,
  constraint simulated_failures_attempts_left_check check (attempts_left >= 0),
  constraint simulated_failures_status_check check (status between 300 and 599)
);
comment on table simulated_failures is
  'The next attempts for a test partner fail with this status. Its endpoint is not called.';

create function is_test_partner(partner uuid) returns boolean language sql stable
return exists (select from partners where id = partner and mode = 'test');

create function keep_the_mode() returns trigger language plpgsql as $$
begin
  raise exception 'the mode is fixed at creation' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger merchants_keep_their_mode before update of mode, sandbox_id on merchants
  for each row when (old.mode is distinct from new.mode or old.sandbox_id is distinct from new.sandbox_id)
  execute function keep_the_mode();
create trigger partners_keep_their_mode before update of mode, twin_of on partners
  for each row when (old.mode is distinct from new.mode or old.twin_of is distinct from new.twin_of)
  execute function keep_the_mode();

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
create trigger claims_stay_in_the_sandbox before insert on claims for each row execute function stay_in_the_sandbox();
create trigger favorites_stay_in_the_sandbox before insert on favorites
  for each row execute function stay_in_the_sandbox();

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
  delete from simulated_failures where partner_id = partner;
end $$;

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
-- Back office

create table staff (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null,
  merchant_ids uuid[],
  partner_id uuid references partners (id),
  is_active boolean not null,
  language text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  canonical_email text not null generated always as (lower(normalize(email, nfc) collate "C")) stored,
  constraint staff_email_is_unique unique (canonical_email),
  constraint staff_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_ids is not null)
      and (role in ('partner', 'partner-support')) = (partner_id is not null)),
  constraint staff_language_is_known check (language in ('en', 'ms', 'zh-Hans', 'ar')),
  constraint staff_have_1_to_100_merchants
    check (cardinality(merchant_ids) between 1 and 100 and array_position(merchant_ids, null) is null),
  constraint staff_role_is_known check (role in ('admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'))
);
comment on table staff is 'The people who may use the back office.';
comment on column staff.merchant_ids is 'The merchants of a person of role merchant: 1 to 100. Null for all other roles.';
comment on column staff.language is 'The language of the console and of e-mails. Null: that of the browser.';
comment on column staff.email is 'As it was entered. Mails are sent to this address.';
comment on column staff.canonical_email is
  'The form in which addresses are compared: NFC, ASCII letters in lower case. All spellings of an address have the '
  'same.';

create table api_keys (
  id uuid primary key,
  name text not null,
  role text not null,
  merchant_ids uuid[],
  partner_id uuid references partners (id),
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  owner_id uuid references staff (id),
  created_by text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  constraint api_keys_hash_is_unique unique (hash),
  constraint api_keys_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_ids is not null)
      and (role in ('partner', 'partner-support')) = (partner_id is not null)),
  constraint api_keys_have_1_to_100_merchants
    check (cardinality(merchant_ids) between 1 and 100 and array_position(merchant_ids, null) is null),
  constraint api_keys_creator_is_known check (created_by in ('staff', 'key', 'cli', 'system')),
  constraint api_keys_end_after_they_begin check (expires_at > created_at),
  constraint api_keys_of_a_person_have_an_owner check ((created_by = 'staff') = (owner_id is not null)),
  constraint api_keys_role_is_known check (role in ('admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'))
);
create index api_keys_by_owner on api_keys (owner_id) where revoked_at is null;
comment on table api_keys is 'API keys of the back office.';
comment on column api_keys.merchant_ids is 'The merchants of a key of role merchant: 1 to 100. Null for all other roles.';
comment on column api_keys.hash is
  'The key itself is shown only once. It has 32 random bytes, so it needs no slow hash.';
comment on column api_keys.owner_id is 'The person who created it. Null: not a person, see created_by.';
comment on column api_keys.expires_at is 'From this time on, the key is refused. Null: it works until it is revoked.';
comment on column api_keys.last_used_at is 'Stored at most once a minute. Null: it was never used.';

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  actor_name_salt uuid default gen_random_uuid(),
  before_salt uuid default gen_random_uuid(),
  after_salt uuid default gen_random_uuid(),
  erased_by uuid,
  words tsvector generated always as (audit_words(actor_name, action, target, before, after)) stored
);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_actor on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_by_actor_kind on audit_log (actor_kind, id);
comment on index audit_log_by_actor_kind is
  'Entries can be listed by actor (kind, id or name) and by action, each newest first.';
create index audit_log_by_actor_name on audit_log (lower(actor_name), id);
create index audit_log_by_erasure on audit_log (erased_by) where erased_by is not null;
create index audit_log_by_kind on audit_log (split_part(target, ':', 1), id);
comment on index audit_log_by_kind is 'Entries can be listed by the kind of their record, newest first.';
create index audit_log_by_target on audit_log (target, id);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_word on audit_log using gin (words) with (gin_pending_list_limit = 512);
comment on index audit_log_by_word is 'Finds entries by words.';
comment on table audit_log is
  'Every change in the back office, and of users by their partners. Append-only: triggers refuse all changes, except '
  'that the texts of an entry (actor_name, before, after) can be erased together with their salts.';
comment on column audit_log.target is 'What was changed, as kind:id.';
comment on column audit_log.before is 'The old values of the fields that changed. Null: it did not exist before.';
comment on column audit_log.actor_name_salt is
  'Random, and hashed together with actor_name: the hash in audit_chain tells nothing about a name that was erased. '
  'Null: erased.';
comment on column audit_log.before_salt is 'As actor_name_salt, for before.';
comment on column audit_log.after_salt is 'As actor_name_salt, for after.';
comment on column audit_log.erased_by is 'The last entry (audit.erase) that erased texts of this one. Null: none did.';
comment on column audit_log.words is
  'Stored, because a search reads the words of many entries. Erasing the texts of an entry also removes its words.';

create table audit_unchained (
  number bigint generated always as identity primary key,
  entry_id uuid not null,
  written_at timestamptz not null default now()
);
comment on table audit_unchained is
  'The entries of audit_log that a worker has not chained yet, usually those of the last second. An entry is visible '
  'here from its commit on, so one that commits late is chained late, and never missed.';
comment on column audit_unchained.number is
  'Grows with each entry. Entries of the same batch are chained in this order, so an entry never precedes its cause.';

create table audit_chain (
  position bigint primary key,
  entry_id uuid not null,
  actor_name_digest bytea not null,
  before_digest bytea,
  after_digest bytea,
  is_late boolean not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_chain_has_an_entry_once unique (entry_id),
  constraint audit_chain_positions_start_at_1 check (position > 0)
);
comment on table audit_chain is
  'The chain over audit_log: one link per entry, without gaps. It has no text, so erasing a text leaves it unchanged. '
  'Append-only; a trigger refuses anything else.';
comment on column audit_chain.actor_name_digest is 'SHA-256 of the salt and the text; null for a text that is null.';
comment on column audit_chain.is_late is
  'The time of the entry is more than a day before a moment at which all entries were chained already: somebody '
  'inserted it later, or the clock of a node was wrong.';
comment on column audit_chain.hash is
  'SHA-256 of the previous hash, the position, and the entry with the digests of its texts. The form is in '
  'docs/internals/audit-chain.md.';

create table audit_chain_progress (
  only_row boolean primary key default true,
  caught_up_at timestamptz,
  logged_at timestamptz,
  constraint audit_chain_progress_has_one_row check (only_row)
);
comment on table audit_chain_progress is 'One row: the progress of the worker that chains the audit log.';
comment on column audit_chain_progress.caught_up_at is 'When all entries were chained, to the hour.';
comment on column audit_chain_progress.logged_at is 'When the newest position and hash were written to the log.';
insert into audit_chain_progress default values;

create table request_log (
  at timestamptz not null,
  request_id uuid not null,
  partner_id uuid,
  is_authentic boolean not null,
  surface text not null,
  method text not null,
  route text not null,
  status smallint not null,
  code text,
  duration_ms real not null,
  external_user_id text,
  reason text,
  facts jsonb,
  trace_id text,
  primary key (at, request_id)
) partition by range (at);
create table request_log_default partition of request_log default;
create index request_log_by_partner on request_log (partner_id, at, request_id);
create index request_log_by_request on request_log (request_id);
create index request_log_by_user on request_log (partner_id, external_user_id, at, request_id)
  where external_user_id is not null;
comment on table request_log is
  'Failed calls of partners and their users in the last 7 days. A crash of a node loses at most its last second.';
comment on column request_log.partner_id is 'Null if the request named no known partner.';
comment on column request_log.is_authentic is
  'False if the signature or the token was refused: anyone could have sent the request. At most 60 a minute per '
  'partner.';
comment on column request_log.reason is
  'In words. Never holds a body, a PIN, a token or a signature. Null for a call that succeeded.';
comment on column request_log.facts is 'The reason as data, from which the console writes it in the language of the reader.';
comment on column request_log.trace_id is 'The OpenTelemetry trace of the request. Null if it was not traced.';

create table partner_deployments (
  id uuid primary key,
  partner_id uuid not null references partners (id) on delete cascade,
  name text not null,
  at timestamptz not null,
  seen_before text[] not null
);
create index partner_deployments_by_partner on partner_deployments (partner_id, at desc);
comment on table partner_deployments is
  'The last 20 deployments of each partner, as the partner announced them. The request log then lists what is new since.';
comment on column partner_deployments.seen_before is
  'Method, route and error code of the requests that were recorded in the 7 days before, as in POST /me/claims no_claim.';

create table partner_traffic (
  partner_id uuid not null references partners (id) on delete cascade,
  surface text not null,
  last_at timestamptz not null,
  primary key (partner_id, surface)
);
comment on table partner_traffic is
  'When a signature or token of the partner was last accepted on each surface, to the minute. The request log keeps '
  'failures only, and health is green only if something arrived.';

create table bulk_jobs (
  id uuid primary key,
  action text not null,
  started_by jsonb not null,
  owner text not null,
  input jsonb,
  review_outcome text,
  total integer not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  finished_at timestamptz,
  succeeded integer not null default 0,
  requested integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  error text,
  constraint bulk_jobs_have_input_until_finished check ((input is null) = (finished_at is not null)),
  constraint bulk_jobs_fail_when_finished check (error is null or finished_at is not null)
);
create index bulk_jobs_by_owner on bulk_jobs (owner, id);
create index bulk_jobs_open on bulk_jobs (id) where finished_at is null;
create index bulk_jobs_by_end on bulk_jobs (finished_at);
comment on table bulk_jobs is 'Actions on many records, which a worker applies one by one. Kept for 30 days after their end.';
comment on column bulk_jobs.started_by is 'The caller, under whose name each change is recorded in the audit log.';
comment on column bulk_jobs.owner is 'The same caller as kind and id: it lists its own jobs.';
comment on column bulk_jobs.review_outcome is 'What a review decides. It stays when the job has finished.';
comment on column bulk_jobs.input is
  'Outcome, note and reason. They may say something about a user, so they are deleted when the job has finished.';
comment on column bulk_jobs.succeeded is 'The counts are set at the end. Until then they are counted from bulk_rows.';

create table bulk_rows (
  id uuid primary key,
  job_id uuid not null references bulk_jobs (id) on delete cascade,
  record_id uuid not null,
  outcome text,
  code text,
  issues jsonb,
  done_at timestamptz,
  constraint bulk_rows_have_a_known_outcome check (outcome in ('DONE', 'REQUESTED', 'REFUSED', 'FAILED', 'CANCELLED')),
  constraint bulk_rows_are_done_with_an_outcome check ((outcome is null) = (done_at is null))
);
create index bulk_rows_by_job on bulk_rows (job_id, id);
create index bulk_rows_open on bulk_rows (job_id, id) where outcome is null;
comment on table bulk_rows is
  'The records of a bulk job in the order of their ids, frozen at its start. The transaction that changes a record also sets '
  'its outcome, so no record is changed twice.';
comment on column bulk_rows.code is 'The error code if the record was refused.';

create table notes (
  id uuid primary key,
  target text not null,
  user_id uuid,
  merchant_id uuid,
  text text not null,
  author_kind text not null,
  author_id text,
  author_name text not null,
  is_of_merchant boolean not null,
  created_at timestamptz not null,
  constraint notes_are_about_a_known_kind check (target ~ '^(user|redemption|merchant):[0-9a-f-]{36}$'),
  constraint notes_about_a_person_name_the_user check ((user_id is null) = (target like 'merchant:%')),
  constraint notes_of_a_merchant_name_it check ((merchant_id is null) = (target like 'user:%'))
);
create index notes_by_target on notes (target, id);
create index notes_by_user on notes (user_id) where user_id is not null;
comment on column notes.merchant_id is 'The merchant, or that of the redemption. The note moves to another cell with it.';
comment on table notes is
  'What staff wrote about a user, a redemption or a merchant. The audit log says only that a note was added or removed.';
comment on column notes.user_id is
  'The user, or the user of the redemption: their notes are erased with the person. Null for a merchant.';
comment on column notes.is_of_merchant is
  'Written by the merchant''s own people. Only these notes are shown to the merchant.';

create table saved_filters (
  id uuid primary key,
  list text not null,
  name text not null,
  search jsonb not null,
  owner_id uuid not null references staff (id) on delete cascade,
  is_shared boolean not null,
  created_at timestamptz not null,
  constraint saved_filters_have_one_name_in_their_list unique (owner_id, list, name)
);
create index saved_filters_by_list on saved_filters (list) where is_shared;
comment on table saved_filters is 'The search parameters of a list under a name. No parameter names a user.';
comment on column saved_filters.is_shared is 'Shown to the colleagues of the owner: the operator, or the same merchant or partner.';

create function refuse_to_rewrite_the_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only'
    using errcode = 'check_violation', constraint = 'audit_log_is_append_only';
end $$;
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_to_rewrite_the_audit_log();
create trigger audit_chain_is_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_to_rewrite_the_audit_log();

create function queue_audit_entry() returns trigger language plpgsql as $$
begin
  if num_nulls(new.actor_name_salt, new.before_salt, new.after_salt) > 0 then
    raise exception 'a new audit entry needs its salts'
      using errcode = 'check_violation', constraint = 'audit_log_new_entries_have_salts';
  end if;
  insert into audit_unchained (entry_id) values (new.id);
  return null;
end $$;
comment on function queue_audit_entry is 'Every entry is queued when it is written, so no writer can forget it.';
create trigger audit_log_queues_its_entries after insert on audit_log
  for each row execute function queue_audit_entry();

create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if new.erased_by is not null
    and (new.id, new.at, new.actor_kind, new.actor_id, new.action, new.target)
      is not distinct from (old.id, old.at, old.actor_kind, old.actor_id, old.action, old.target)
    and (new.actor_name_salt is null or
      (new.actor_name, new.actor_name_salt) is not distinct from (old.actor_name, old.actor_name_salt))
    and (new.before_salt is null or
      (new.before, new.before_salt) is not distinct from (old.before, old.before_salt))
    and (new.after_salt is null or
      (new.after, new.after_salt) is not distinct from (old.after, old.after_salt))
  then
    return new;
  end if;
  raise exception 'the audit log is append-only'
    using errcode = 'check_violation', constraint = 'audit_log_is_append_only';
end $$;
comment on function keep_audit_entries is
  'Lets an update of audit_log erase texts with their salts. Refuses others.';
create trigger audit_log_keeps_its_entries before update on audit_log
  for each row execute function keep_audit_entries();

-- =====================================================================================================================
-- Approvals

create table approval_settings (
  only_row boolean not null default true,
  is_required boolean not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint approval_settings_pkey primary key (only_row),
  constraint approval_settings_are_one_row check (only_row)
);
comment on table approval_settings is 'Whether guarded changes need approval: one row.';
insert into approval_settings (is_required, updated_at) values (false, now());

create table approvals (
  id uuid not null,
  kind text not null,
  target text not null,
  merchant_id uuid,
  partner_id uuid,
  records jsonb not null,
  payload jsonb,
  before jsonb,
  after jsonb not null,
  requested_by_kind text not null,
  requested_by_id text,
  requested_by_name text not null,
  requested_by_role text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'PENDING',
  decided_by_kind text,
  decided_by_id text,
  decided_by_name text,
  decided_at timestamptz,
  note text,
  is_emergency boolean not null default false,
  constraint approvals_pkey primary key (id),
  constraint approvals_state_is_known
    check (state in ('PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'LAPSED')),
  constraint approvals_have_a_payload_while_pending check ((payload is not null) = (state = 'PENDING')),
  constraint approvals_are_pending_or_decided check (
    (state = 'PENDING') = (decided_at is null) and (decided_at is null) = (decided_by_kind is null)
    and (decided_at is null) = (decided_by_name is null)
  )
);
create index approvals_pending on approvals (id) where state = 'PENDING';
create index approvals_emergencies on approvals (decided_at) where is_emergency;
create index approvals_by_target on approvals (target, id);
comment on table approvals is 'Guarded changes that were requested, and what a second person decided.';
comment on column approvals.merchant_id is 'The merchant of the record. Its people see the request.';
comment on column approvals.records is 'The id and version of each record that the change was requested for.';
comment on column approvals.payload is
  'What the operation gets. A PIN is stored as its hash. Deleted with the decision.';
comment on column approvals.before is 'The fields that would change, as the audit log shows them.';
comment on column approvals.requested_by_role is 'The role at the request. Nobody of a lower role approves it.';
comment on column approvals.decided_by_kind is 'For EXPIRED and LAPSED: system.';
comment on column approvals.is_emergency is 'Applied with the emergency command, without a second person.';
alter table outlet_imports add constraint outlet_imports_approval_id_fkey
  foreign key (approval_id) references approvals (id);

-- =====================================================================================================================
-- Alerts

create table alerts (
  id uuid primary key,
  kind text not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text not null,
  merchant_id uuid,
  partner_id uuid,
  facts jsonb not null,
  is_notice boolean not null,
  is_announced boolean not null default false,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint alerts_notices_have_no_end check (not (is_notice and ended_at is not null))
);
create unique index alerts_are_open_once on alerts (kind, subject_id) where ended_at is null and not is_notice;
create index alerts_unannounced on alerts (id) where not is_announced;
create index alerts_notices on alerts (began_at) where is_notice;
create index alerts_ended on alerts (ended_at) where ended_at is not null;
comment on table alerts is
  'Begin and end of each alert, as the worker has noticed them, and notices, which have no end. Ended alerts and notices are '
  'kept for 90 days.';
comment on column alerts.subject_name is 'As of the begin.';
comment on column alerts.merchant_id is 'The merchant whose people see the alert; null if there is none.';
comment on column alerts.partner_id is 'The partner whose people see the alert; null if there is none.';
comment on column alerts.facts is 'The numbers and texts of its sentence, as of the begin.';
comment on column alerts.is_announced is 'Whether its begin was handed to the destinations.';

create table alert_watch (
  only_row boolean primary key default true,
  checked_at timestamptz,
  constraint alert_watch_has_one_row check (only_row)
);
insert into alert_watch default values;
comment on table alert_watch is 'When a worker last compared the current alerts with the stored ones.';

create table alert_destinations (
  id uuid primary key,
  name text not null,
  kind text not null,
  owner text not null,
  merchant_id uuid,
  partner_id uuid references partners (id) on delete cascade,
  alert_kinds text[],
  timing text not null,
  timezone text not null,
  quiet_from time,
  quiet_until time,
  addresses text[],
  host text,
  sealed bytea,
  sealed_with text,
  failing_since timestamptz,
  failures integer not null default 0,
  last_error text,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  language text not null default 'en',
  constraint alert_destinations_kind_is_known check (kind in ('EMAIL', 'SLACK', 'TEAMS', 'SIGNED')),
  constraint alert_destinations_timing_is_known check (timing in ('AT_ONCE', 'HOURLY')),
  constraint alert_destinations_language_is_known check (language in ('en', 'ms', 'zh-Hans', 'ar')),
  constraint alert_destinations_owner_is_known check (
    case owner
      when 'OPERATOR' then num_nonnulls(merchant_id, partner_id) <= 1
      when 'MERCHANT' then merchant_id is not null and partner_id is null
      when 'PARTNER' then partner_id is not null and merchant_id is null
      else false
    end
  ),
  constraint alert_destinations_have_addresses_or_a_url check (
    case kind
      when 'EMAIL' then addresses is not null and num_nonnulls(host, sealed, sealed_with) = 0
      else addresses is null and num_nulls(host, sealed, sealed_with) = 0
    end
  ),
  constraint alert_destinations_quiet_hours_are_whole check (num_nulls(quiet_from, quiet_until) in (0, 2))
);
create index alert_destinations_by_merchant on alert_destinations (merchant_id);
create index alert_destinations_by_partner on alert_destinations (partner_id);
comment on table alert_destinations is 'Where messages about alerts are sent.';
comment on column alert_destinations.language is 'The language of the messages for people.';
comment on column alert_destinations.owner is
  'Whose people manage it. The merchant or partner of an operator’s destination is a filter only.';
comment on column alert_destinations.alert_kinds is 'Null: every kind.';
comment on column alert_destinations.timezone is 'The zone of the quiet hours, and of the times in its messages.';
comment on column alert_destinations.host is 'The host of the URL. The URL itself is a secret.';
comment on column alert_destinations.sealed is 'URL and signing secret as JSON, encrypted.';
comment on column alert_destinations.sealed_with is 'The id of the key.';
comment on column alert_destinations.failing_since is 'The first failure since the last success.';

create table alert_messages (
  id uuid primary key,
  destination_id uuid not null references alert_destinations (id) on delete cascade,
  state text not null default 'PENDING',
  kinds text[] not null,
  content jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  accepted_by text[] not null default '{}',
  done_at timestamptz,
  constraint alert_messages_state_is_known check (state in ('PENDING', 'SENT', 'GIVEN_UP')),
  constraint alert_messages_done_ones_have_a_time check ((state = 'PENDING') = (done_at is null))
);
create unique index alert_messages_wait_one_by_one on alert_messages (destination_id)
where state = 'PENDING' and accepted_by = '{}';
create index alert_messages_due on alert_messages (due_at) where state = 'PENDING';
create index alert_messages_by_destination on alert_messages (destination_id, created_at);
create index alert_messages_done on alert_messages (done_at) where done_at is not null;
create index alert_messages_given_up on alert_messages (destination_id) where state = 'GIVEN_UP';
comment on table alert_messages is
  'Messages to destinations. A worker claims a due one with a lease. Its id is the Message-ID or event id of every attempt. '
  'Kept for 30 days after it was sent or given up.';
comment on column alert_messages.kinds is 'The kinds of its alerts: a kind is sent at once only every 10 minutes.';
comment on column alert_messages.content is 'The alerts that it reports, fixed when it is written.';
comment on column alert_messages.due_at is 'The next attempt, or the end of the lease.';
comment on column alert_messages.attempt is 'The number of claims.';
comment on column alert_messages.accepted_by is
  'The e-mail addresses that have the message already, so that they do not get it twice. Emptied at the end.';

create table alert_lines (
  destination_id uuid not null references alert_destinations (id) on delete cascade,
  alert_id uuid not null references alerts (id) on delete cascade,
  change text not null,
  kind text not null,
  at timestamptz not null,
  message_id uuid,
  primary key (destination_id, alert_id, change),
  constraint alert_lines_change_is_known check (change in ('BEGAN', 'ENDED'))
);
create index alert_lines_waiting on alert_lines (destination_id, at) where message_id is null;
create index alert_lines_by_alert on alert_lines (alert_id);
comment on table alert_lines is
  'What each destination is to be informed of. A line waits until it is part of a message, which is never changed.';
comment on column alert_lines.message_id is 'Null: no message has it yet. The message may have been deleted since.';

create function forget_merchant() returns trigger language plpgsql as $$
begin
  delete from alert_destinations where merchant_id = old.id;
  return null;
end $$;
comment on function forget_merchant is 'Deletes the destinations of alerts that are about the merchant only.';
create trigger merchants_leave_no_destinations after delete on merchants
  for each row execute function forget_merchant();

-- =====================================================================================================================
-- Sign-in

create table sign_in_settings (
  only_row boolean primary key default true,
  second_factor_roles text[] not null,
  updated_at timestamptz not null,
  constraint sign_in_settings_are_one_row check (only_row),
  constraint sign_in_settings_name_known_roles
    check (second_factor_roles <@ array['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'])
);
comment on table sign_in_settings is 'The rules for signing in, which an admin can change: one row.';
comment on column sign_in_settings.second_factor_roles is 'Staff with one of these roles need a second factor.';
insert into sign_in_settings (second_factor_roles, updated_at) values ('{}', now());

create table staff_passwords (
  staff_id uuid primary key references staff (id),
  hash text not null,
  changed_at timestamptz not null,
  constraint staff_passwords_are_argon2id_hashes check (starts_with(hash, '$argon2id$'))
);
comment on table staff_passwords is 'The passwords of staff members. A member without a row cannot sign in yet.';
comment on column staff_passwords.hash is
  'argon2id with its salt and parameters in the PHC string format, so that the parameters of new hashes can change.';

create table staff_totp (
  staff_id uuid primary key references staff (id),
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint,
  sealed_with text,
  constraint staff_totp_was_used_when_confirmed check (confirmed_at is null or last_step is not null)
);
comment on table staff_totp is 'The authenticator apps of staff members (TOTP, RFC 6238).';
comment on column staff_totp.secret is 'Encrypted under SECRETS_KEY.';
comment on column staff_totp.confirmed_at is 'When a code of the app was first right. Null: not active yet.';
comment on column staff_totp.last_step is
  'The time step of the last accepted code. Only later ones are accepted, so no code works twice.';
comment on column staff_totp.sealed_with is 'The id of the key; null for the first key of this database.';

create table staff_recovery_codes (
  staff_id uuid not null references staff (id),
  code_hash bytea not null,
  constraint staff_recovery_codes_are_unique_per_member primary key (staff_id, code_hash)
);
comment on table staff_recovery_codes is 'The recovery codes that are left. A used code is deleted.';
comment on column staff_recovery_codes.code_hash is
  'SHA-256. A code has 120 random bits, so a plain hash reveals nothing.';

create table staff_passkeys (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint staff_passkeys_belong_to_one_member unique (credential_id)
);
create index staff_passkeys_by_member on staff_passkeys (staff_id);
comment on table staff_passkeys is 'The passkeys of staff members (WebAuthn). Each can sign in without a password.';
comment on column staff_passkeys.credential_id is 'As the authenticator names the key, in base64url.';
comment on column staff_passkeys.public_key is 'In COSE format.';
comment on column staff_passkeys.sign_count is
  'The counter of the authenticator at the last use. A smaller one reveals a copied key. 0: it does not count.';

create table staff_oidc_subjects (
  staff_id uuid not null references staff (id),
  issuer text not null,
  subject text not null,
  bound_at timestamptz not null,
  constraint staff_oidc_subjects_are_one_per_member_and_issuer primary key (staff_id, issuer),
  constraint staff_oidc_subjects_belong_to_one_member unique (issuer, subject)
);
comment on table staff_oidc_subjects is
  'The account at the OpenID Connect issuer that signs a staff member in. Bound at the first sign-in; an admin can '
  'release it.';
comment on column staff_oidc_subjects.issuer is 'The claim iss. A change of OIDC_ISSUER starts new bindings.';
comment on column staff_oidc_subjects.subject is
  'The claim sub. The issuer never gives it to another person, unlike an e-mail address.';

create table staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff (id),
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  id uuid not null,
  method text not null,
  device text,
  proved_at timestamptz,
  constraint staff_sessions_id_is_unique unique (id),
  constraint staff_sessions_end_after_they_begin check (expires_at > created_at),
  constraint staff_sessions_method_is_known check (method in ('PASSWORD', 'PASSKEY', 'SSO'))
);
create index staff_sessions_by_end on staff_sessions (expires_at);
create index staff_sessions_by_member on staff_sessions (staff_id);
comment on table staff_sessions is
  'The sessions of signed-in staff. Every request reads its row, so a deleted session ends at once on every node.';
comment on column staff_sessions.token_hash is 'SHA-256 of the token in the cookie.';
comment on column staff_sessions.address is 'The IP address that signed in.';
comment on column staff_sessions.last_used_at is 'Within a minute. A session that is not used for 12 hours ends.';
comment on column staff_sessions.expires_at is 'The end of the session, however much it is used.';
comment on column staff_sessions.id is 'Names the session in lists. The token cannot, because only its hash is stored.';
comment on column staff_sessions.method is 'How the member signed in. SSO: through the OpenID Connect issuer.';
comment on column staff_sessions.device is 'Browser and operating system, from the user agent. Null: unknown.';
comment on column staff_sessions.proved_at is
  'When the member last gave a password or passkey. Sensitive acts need a proof of the last 15 minutes. Null: never.';

create table sign_in_links (
  token_hash bytea primary key,
  purpose text not null,
  staff_id uuid references staff (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_links_one_per_member unique (staff_id),
  constraint sign_in_links_belong_to_a_member_unless_for_the_first_admin
    check ((purpose = 'FIRST_ADMIN') = (staff_id is null)),
  constraint sign_in_links_end_after_they_begin check (expires_at > created_at),
  constraint sign_in_links_purpose_is_known check (purpose in ('INVITE', 'RESET', 'FIRST_ADMIN'))
);
create index sign_in_links_by_end on sign_in_links (expires_at);
create unique index sign_in_links_one_for_the_first_admin on sign_in_links (purpose) where purpose = 'FIRST_ADMIN';
comment on table sign_in_links is
  'Links with which a person chooses a password, valid once. A used link is deleted, and a new link replaces the one '
  'before.';
comment on column sign_in_links.token_hash is
  'SHA-256 of the token in the link. The token has 256 random bits, so a plain hash reveals nothing.';
comment on column sign_in_links.purpose is
  'INVITE: the first password of a member. RESET: a new password. FIRST_ADMIN: printed when the service starts '
  'without an admin; it creates the member.';

create table sign_in_steps (
  token_hash bytea primary key,
  purpose text not null,
  staff_id uuid references staff (id),
  data jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  origin text,
  constraint sign_in_steps_belong_to_a_member_where_one_is_known
    check ((purpose in ('SECOND_FACTOR', 'PASSKEY_ADD')) = (staff_id is not null)),
  constraint sign_in_steps_end_after_they_begin check (expires_at > created_at),
  constraint sign_in_steps_purpose_is_known check (purpose in ('SECOND_FACTOR', 'PASSKEY_ADD', 'PASSKEY_USE', 'SSO'))
);
create index sign_in_steps_by_end on sign_in_steps (expires_at);
create index sign_in_steps_by_member on sign_in_steps (staff_id) where staff_id is not null;
create index sign_in_steps_by_origin on sign_in_steps (origin, expires_at) where origin is not null;
create index sign_in_steps_of_strangers on sign_in_steps (created_at) where origin like 'address:%';
comment on table sign_in_steps is
  'The first halves of what takes two requests: a second factor, a passkey, single sign-on. Each works once, for ten '
  'minutes.';
comment on column sign_in_steps.token_hash is 'SHA-256 of the token that the second request must bring.';
comment on column sign_in_steps.data is
  'What the second request is checked against: a challenge, or state, nonce and code verifier.';
comment on column sign_in_steps.origin is
  'Who began the step, if no member is known: address:<IP address or /64 network>, or device:<staff id> for a known '
  'device.';

create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  failed_at timestamptz not null,
  waits_until timestamptz,
  constraint sign_in_failures_are_not_negative check (failures >= 0)
);
create index sign_in_failures_by_time on sign_in_failures (failed_at);
comment on table sign_in_failures is
  'Failed sign-ins by account and by address, which limit guessing. An attempt counts as failed until it succeeds, so '
  'parallel guesses cannot pass the limit.';
comment on column sign_in_failures.subject is
  'account:<hash of the e-mail address>, whether or not such a member exists, and address:<IP address>, for '
  'strangers; device:<staff id> for the known devices and sessions of a member; mail:, mail-address: and device-mail: '
  'for requests for mails; passkey:<staff id> for refused passkeys.';
comment on column sign_in_failures.waits_until is 'Until then every attempt is refused unseen. Null: no wait.';

create table unknown_sign_in_failures (
  hour timestamptz not null,
  address text not null,
  failures bigint not null,
  constraint unknown_sign_in_failures_are_counted_by_hour_and_address primary key (hour, address),
  constraint unknown_sign_in_failures_are_positive check (failures > 0)
);
comment on table unknown_sign_in_failures is
  'Failed sign-ins without a known account. Workers move the hours that have ended to the audit log, as a few sums.';
comment on column unknown_sign_in_failures.hour is 'The start of the hour.';
comment on column unknown_sign_in_failures.address is
  'The IP address, or the /64 network of an IPv6 address. "others": all addresses beyond the first 1,000 of the hour.';

-- =====================================================================================================================
-- Stats

create table stats_progress (
  only_row boolean primary key default true,
  days_until date,
  hours_until timestamptz,
  horizon bigint,
  horizon_at timestamptz,
  group_days_until date,
  constraint stats_progress_has_one_row check (only_row)
);
comment on table stats_progress is
  'One row: how far the stats have been rolled up. A day (for deliveries, an hour) is counted once, when it is over '
  'and no open transaction could still write to it unrecorded; then it is closed. A transaction that writes a row '
  'older than 15 minutes, or changes one, also records the difference in stat_changes or delivery_changes. A closed '
  'period is its counted stats plus the recorded differences; any other period is counted from its rows. So a sum is '
  'exact at every moment, and redemptions need no counter that every batch would have to wait for.';
comment on column stats_progress.days_until is 'Days before this one are closed. Null: none is.';
comment on column stats_progress.hours_until is 'Hours before this one are closed. Null: none is.';
comment on column stats_progress.horizon is
  'A transaction of the worker, begun at horizon_at. Once every transaction before it has ended, periods that were '
  'over well before horizon_at can be counted: later writes to them record a difference.';
comment on column stats_progress.group_days_until is
  'Days before this one are in group_stats and quarter_stats. Never later than days_until. Null: none is.';
insert into stats_progress default values;

create table daily_stats (
  merchant_id uuid,
  partner_id uuid,
  day date not null,
  stat text not null,
  count bigint not null,
  constraint daily_stats_one_per_day unique nulls not distinct (merchant_id, partner_id, day, stat)
);
comment on table daily_stats is
  'The stats of closed days, so that statistics do not count millions of rows. A merchant or partner that is null '
  'means all of them.';
comment on column daily_stats.stat is 'claims, redemptions, flagged or refused:<reason>.';

create table stat_changes (
  merchant_id uuid,
  partner_id uuid not null,
  day date not null,
  stat text not null,
  count bigint not null
);
comment on table stat_changes is
  'Differences that are not in daily_stats yet. It has no index because the worker empties it every few seconds.';

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
  'The sums of group_stats of all weeks before that of stats_progress.group_days_until, by voucher and by outlet: in '
  'total and by partner. A partner that is null means all of them.';
comment on column week_stats.week is 'The Monday of the week, in UTC.';
comment on column week_stats.voucher_id is 'Null in a row of an outlet.';
comment on column week_stats.outlet_id is 'Null in a row of a voucher. Claims have no outlet.';

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

create table refusal_counts (
  quarter timestamptz not null,
  partner_id uuid not null references partners (id),
  merchant_id uuid references merchants (id),
  voucher_id uuid,
  outlet_id uuid,
  reason text not null,
  count bigint not null,
  constraint refusal_counts_one_per_quarter_and_reason
    unique nulls not distinct (quarter, partner_id, merchant_id, voucher_id, outlet_id, reason),
  constraint refusal_counts_are_of_whole_quarters check (quarter = utc_quarter(quarter)),
  constraint refusal_counts_are_positive check (count > 0)
);
comment on table refusal_counts is
  'Refused redemptions by the quarter hour. They leave no row of their own after 30 days, so they are counted here. Each '
  'node adds its counts once a second.';
comment on column refusal_counts.quarter is 'The start of the quarter hour.';
comment on column refusal_counts.merchant_id is 'The merchant of the voucher. Null: the voucher is unknown.';
comment on column refusal_counts.voucher_id is 'Null: the voucher is unknown.';
comment on column refusal_counts.outlet_id is 'Null: the outlet is unknown.';

create table refusals (
  id uuid not null,
  at timestamptz not null,
  partner_id uuid not null,
  user_id uuid not null,
  voucher_id uuid not null,
  outlet_id uuid not null,
  merchant_id uuid,
  code text not null,
  distance_meters double precision,
  details jsonb,
  request_id uuid not null,
  primary key (at, id)
);
create index refusals_by_merchant on refusals (merchant_id, at, id);
create index refusals_by_request on refusals (request_id);
create index refusals_by_user on refusals (user_id, at, id);
comment on table refusals is
  'Refused redemptions of the last 30 days. A crash of a node loses at most its last second.';
comment on column refusals.merchant_id is
  'The voucher''s. Null if the response was voucher_not_found, as in refusal_counts.';
comment on column refusals.distance_meters is
  'Between the device and the outlet, rounded to 0.1 m. Null if either position is unknown. The coordinates are not '
  'kept.';
comment on column refusals.details is 'The facts of the response, such as the limit and how much of it was used.';
comment on column refusals.request_id is 'The request that was refused, as in the header x-request-id.';

create table delivery_stats (
  partner_id uuid,
  hour timestamptz not null,
  week date not null,
  state text not null,
  count bigint not null,
  constraint delivery_stats_one_per_hour unique nulls not distinct (partner_id, hour, week, state)
);
comment on table delivery_stats is 'Deliveries of closed hours by state. A partner that is null means all of them.';
comment on column delivery_stats.hour is 'The hour in which the event was created.';
comment on column delivery_stats.week is 'The week of the event''s partition, which is dropped as a whole.';

create table delivery_changes (
  partner_id uuid not null,
  hour timestamptz not null,
  week date not null,
  state text not null,
  count bigint not null
);
comment on table delivery_changes is 'Differences that are not in delivery_stats yet.';

create function note_redemption_change() returns trigger language plpgsql as $$
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
comment on function note_redemption_change is
  'Records the difference that a late or changed redemption makes to its day.';
create trigger redemptions_changed_are_noted
  after update of merchant_id, partner_id, redeemed_at, status, voided_at on redemptions
  for each row when (
    old.merchant_id is distinct from new.merchant_id
    or old.partner_id is distinct from new.partner_id
    or old.redeemed_at is distinct from new.redeemed_at
    or old.status is distinct from new.status
    or (old.voided_at is null) is distinct from (new.voided_at is null)
  )
  execute function note_redemption_change();
create trigger redemptions_deleted_are_noted after delete on redemptions
  for each row execute function note_redemption_change();
create trigger redemptions_of_the_past_are_noted after insert on redemptions
  for each row when (new.redeemed_at < clock_timestamp() - interval '15 minutes')
  execute function note_redemption_change();

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

create function note_claim_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_claim(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform note_claim(new, 1);
  end if;
  return null;
end $$;
comment on function note_claim_change is 'Records the difference that a late or changed claim makes to its day.';
create trigger claims_changed_are_noted after update of user_id, voucher_id, claimed_at on claims
  for each row execute function note_claim_change();
create trigger claims_deleted_are_noted after delete on claims for each row execute function note_claim_change();
create trigger claims_of_the_past_are_noted after insert on claims
  for each row when (new.claimed_at < clock_timestamp() - interval '15 minutes') execute function note_claim_change();

create function note_refusals_added() returns trigger language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(quarter), 'refused:' || reason, sum(count) from added group by 1, 2, 3, 4;
  return null;
end $$;
comment on function note_refusals_added is
  'Refusals are counted by the quarter hour already, and every difference is recorded, so their days need not be closed.';
create trigger refusals_added_are_noted after insert on refusal_counts
  referencing new table as added for each statement execute function note_refusals_added();

create function note_refusals_changed() returns trigger language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(quarter), 'refused:' || reason, sum(count)
  from (
    select quarter, merchant_id, partner_id, reason, count from added
    union all
    select quarter, merchant_id, partner_id, reason, -count from removed
  ) as differing
  group by 1, 2, 3, 4
  having sum(count) <> 0;
  return null;
end $$;
create trigger refusals_changed_are_noted after update on refusal_counts
  referencing old table as removed new table as added for each statement execute function note_refusals_changed();

create function note_refusals_removed() returns trigger language plpgsql as $$
begin
  insert into stat_changes (merchant_id, partner_id, day, stat, count)
  select merchant_id, partner_id, utc_day(quarter), 'refused:' || reason, -sum(count) from removed group by 1, 2, 3, 4;
  return null;
end $$;
create trigger refusals_removed_are_noted after delete on refusal_counts
  referencing old table as removed for each statement execute function note_refusals_removed();

create function note_delivery_change() returns trigger language plpgsql as $$
declare
  hour timestamptz := date_trunc('hour', new.created_at, 'UTC');
  week date := uuid_v7_week(new.event_id);
begin
  if not is_test_partner(new.partner_id) then
    if tg_op = 'UPDATE' then
      insert into delivery_changes values (new.partner_id, hour, week, old.state, -1);
    end if;
    insert into delivery_changes values (new.partner_id, hour, week, new.state, 1);
  end if;
  return null;
end $$;
comment on function note_delivery_change is 'Records the difference that a late or changed delivery makes to its hour.';
create trigger deliveries_changed_are_noted after update of state on deliveries
  for each row
  when (old.state <> new.state and new.created_at < clock_timestamp() - interval '15 minutes')
  execute function note_delivery_change();
create trigger deliveries_of_the_past_are_noted after insert on deliveries
  for each row when (new.created_at < clock_timestamp() - interval '15 minutes')
  execute function note_delivery_change();

create function close_day(closed date) returns void language sql as $$
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
comment on function close_day is
  'Counts a day. Deletes the differences recorded before in the same statement, which sees both in one snapshot.';

create function fold_stat_changes(most bigint) returns bigint language sql as $$
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
    on conflict (merchant_id, partner_id, day, stat) do update set count = known.count + excluded.count
  )
  select count(*) from gone
$$;
comment on function fold_stat_changes is
  'Adds recorded differences to daily_stats. This function, fold_delivery_changes, close_day and close_hours run '
  'while the row of stats_progress is locked: by one worker at a time.';

create function close_hours(since timestamptz, until timestamptz) returns void language sql as $$
  with noted as (
    delete from delivery_changes where hour >= since and hour < until
  ),
  counted as (
    select emitted.partner_id, date_trunc('hour', emitted.created_at, 'UTC') as hour, uuid_v7_week(emitted.id) as week, d.state,
      count(*) as count
    from partners
    cross join lateral (
      select id, partner_id, created_at from events
      where partner_id = partners.id and created_at >= since and created_at < until
      offset 0
    ) as emitted
    join deliveries d on d.event_id = emitted.id
    where partners.mode = 'live'
    group by 1, 2, 3, 4
  )
  insert into delivery_stats (partner_id, hour, week, state, count)
  select partner_id, hour, week, state, sum(count)
  from counted
  group by grouping sets ((hour, week, state), (partner_id, hour, week, state));
  update stats_progress set hours_until = until;
$$;
comment on function close_hours is 'Counts the deliveries of some hours, as close_day does for a day.';

create function fold_delivery_changes(most bigint) returns bigint language sql as $$
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
comment on function fold_delivery_changes is 'Adds recorded differences to delivery_stats.';

create function roll_up_stats() returns boolean language plpgsql as $$
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
comment on function roll_up_stats is
  'One step of the worker. Returns true if there may be another. Closes nothing while a transaction from before the '
  'horizon is open: it may hold rows that nobody sees yet and that were not recorded, because they were young when '
  'written.';

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
  update stats_progress set group_days_until = closed + 1;
$$;
comment on function close_group_day is 'Counts a day by group and by quarter hour, once. Live partners only.';

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

create function fold_group_changes(max_changes bigint) returns bigint language sql as $$
  with folded as (
    delete from group_changes
    where ctid = any (array(
      select ctid from group_changes
      where utc_day(quarter) < (select group_days_until from stats_progress)
      limit max_changes
    ))
    returning *
  ),
  by_group as (
    insert into group_stats as known (day, outlet_id, voucher_id, merchant_id, partner_id, claims, redemptions, flagged)
    select utc_day(quarter), outlet_id, voucher_id, merchant_id, partner_id, sum(claims), sum(redemptions), sum(flagged)
    from folded
    group by 1, 2, 3, 4, 5
    on conflict (day, merchant_id, voucher_id, outlet_id, partner_id) do update
    set claims = known.claims + excluded.claims, redemptions = known.redemptions + excluded.redemptions,
      flagged = known.flagged + excluded.flagged
  ),
  by_week as (
    insert into week_stats as known (week, partner_id, merchant_id, voucher_id, outlet_id, claims, redemptions, flagged)
    select week_of(utc_day(quarter)), partner_id, merchant_id, voucher_id, outlet_id, sum(claims), sum(redemptions),
      sum(flagged)
    from folded
    where utc_day(quarter) < (select week_of(group_days_until) from stats_progress)
    group by 1, merchant_id, grouping sets ((voucher_id), (voucher_id, partner_id), (outlet_id), (outlet_id, partner_id))
    having grouping(outlet_id) = 1 or outlet_id is not null
    on conflict (partner_id, week, merchant_id, voucher_id, outlet_id) do update
    set claims = known.claims + excluded.claims, redemptions = known.redemptions + excluded.redemptions,
      flagged = known.flagged + excluded.flagged
  ),
  by_quarter as (
    insert into quarter_stats as known (merchant_id, partner_id, quarter, claims, redemptions, flagged)
    select merchant_id, partner_id, quarter, sum(claims), sum(redemptions), sum(flagged)
    from folded
    group by grouping sets ((quarter), (quarter, partner_id), (quarter, merchant_id, partner_id))
    on conflict (merchant_id, partner_id, quarter) do update
    set claims = known.claims + excluded.claims, redemptions = known.redemptions + excluded.redemptions,
      flagged = known.flagged + excluded.flagged
  )
  select count(*) from folded
$$;
comment on function fold_group_changes is 'Adds recorded differences to group_stats, week_stats and quarter_stats.';

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
  if progress.group_days_until is null then
    select least(utc_day((select min(redeemed_at) from redemptions)), utc_day((select min(claimed_at) from claims)),
      progress.days_until) into progress.group_days_until;
    update stats_progress set group_days_until = progress.group_days_until;
  end if;
  if progress.group_days_until < progress.days_until then
    perform close_group_day(progress.group_days_until);
    if progress.group_days_until + 1 = week_of(progress.group_days_until + 1) then
      perform close_group_weeks(week_of(progress.group_days_until), progress.group_days_until + 1);
    end if;
    return true;
  end if;
  return false;
end $$;
comment on function roll_up_group_stats is
  'One step of the roll-up by group and quarter hour, as roll_up_stats. Returns true if there may be another.';

-- =====================================================================================================================
-- Cells

create table cells (
  name text primary key,
  created_at timestamptz not null,
  constraint cells_name_is_short check (name ~ '^[a-z][a-z0-9-]{0,29}$' and name <> 'home')
);
comment on table cells is
  'The databases in which merchants live, besides this one. Each has the same schema. It reads and writes the tables '
  'that all cells share, such as users and partners, here: see its schema home.';
comment on column cells.name is 'As in "counterfoil cells". This database is called home.';

create table merchant_cells (
  merchant_id uuid primary key,
  cell text not null references cells (name),
  slug text not null,
  constraint merchant_cells_slug_is_unique unique (slug)
);
comment on table merchant_cells is
  'Which cell each merchant lives in. Merchants at home have no row. Every cell writes the rows of its own merchants.';
comment on column merchant_cells.slug is 'A copy, so that no two merchants of different databases have the same slug.';

create function cell_name() returns text language sql stable return null::text;
comment on function cell_name is 'The cell that this database is; null at home. A cell has its own version.';

create function lock_slug(slug text) returns void language sql
return pg_advisory_xact_lock(hashtextextended('merchant slug ' || slug, 0));
comment on function lock_slug is 'At home: merchants of all databases that want the same slug wait for each other.';

create function refuse_slug_of_a_cell() returns trigger language plpgsql as $$
begin
  perform lock_slug(new.slug);
  if exists (select from merchant_cells where slug = new.slug) then
    raise unique_violation using constraint = 'merchants_slug_is_unique',
      message = 'a merchant in a cell has this slug';
  end if;
  return new;
end $$;
create function refuse_slug_of_home() returns trigger language plpgsql set search_path = public as $$
begin
  perform lock_slug(new.slug);
  if exists (select from merchants where slug = new.slug and sandbox_id is null and id <> new.merchant_id) then
    raise unique_violation using constraint = 'merchants_slug_is_unique', message = 'a merchant has this slug';
  end if;
  return new;
end $$;
create trigger merchants_slug_is_free_in_cells before insert or update of slug on merchants
  for each row when (new.sandbox_id is null and cell_name() is null) execute function refuse_slug_of_a_cell();
create trigger merchant_cells_slug_is_free_at_home before insert or update of slug on merchant_cells
  for each row execute function refuse_slug_of_home();

create function register_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from merchant_cells where merchant_id = old.id;
  elsif tg_op = 'UPDATE' then
    update merchant_cells set slug = new.slug where merchant_id = new.id;
  else
    insert into merchant_cells (merchant_id, cell, slug) values (new.id, cell_name(), new.slug);
  end if;
  return null;
exception when unique_violation then
  -- The connection to home reports the error without the name of the constraint.
  raise unique_violation using constraint = 'merchants_slug_is_unique', message = sqlerrm;
end $$;
comment on function register_in_cell is 'Keeps the row of merchant_cells at home, in the transaction that changes the merchant.';
create trigger merchants_register_in_cell after insert on merchants
  for each row when (cell_name() is not null) execute function register_in_cell();
create trigger merchants_rename_in_cell after update of slug on merchants
  for each row when (cell_name() is not null and old.slug <> new.slug) execute function register_in_cell();
create trigger merchants_leave_their_cell after delete on merchants
  for each row when (cell_name() is not null) execute function register_in_cell();

create function require_category_of_home() returns trigger language plpgsql as $$
begin
  if not exists (select from categories where slug = new.category) then
    raise foreign_key_violation using constraint = 'merchants_category_exists', message = 'there is no such category';
  end if;
  return new;
end $$;
comment on function require_category_of_home is 'In a cell, a foreign key cannot lead to the categories, which are at home.';
create trigger merchants_category_exists_at_home before insert or update of category on merchants
  for each row when (cell_name() is not null) execute function require_category_of_home();

create function require_sub_category_of_home() returns trigger language plpgsql as $$
begin
  perform from sub_categories where id = new.sub_category_id and category = new.category for share;
  if not found then
    raise foreign_key_violation using
      constraint = 'merchant_sub_categories_are_of_the_merchants_category',
      message = 'there is no such sub-category in the category';
  end if;
  return new;
end $$;
comment on function require_sub_category_of_home is 'Like require_category_of_home. It locks the sub-category, so that none is removed meanwhile.';
create trigger merchant_sub_categories_exist_at_home before insert or update on merchant_sub_categories
  for each row when (cell_name() is not null) execute function require_sub_category_of_home();

create table moves (
  id uuid primary key,
  merchant_id uuid not null,
  source text references cells (name),
  target text references cells (name),
  step text not null default 'COPY',
  progress text not null default 'starting',
  problem text,
  is_aborted boolean not null default false,
  started_at timestamptz not null,
  switched_at timestamptz,
  finished_at timestamptz,
  constraint moves_have_known_steps check (step in ('COPY', 'SWITCH', 'CLEAN')),
  constraint moves_lead_elsewhere check (source is distinct from target)
);
create unique index moves_are_one_at_a_time on moves ((true)) where finished_at is null;
comment on table moves is 'Moves of merchants from one database to another. Workers go on with the one that is not finished.';
comment on column moves.source is 'A cell. Null: home. So is target.';
comment on column moves.step is
  'COPY: the target gets a copy, the source is written. SWITCH: neither is written. CLEAN: the target is written, the source '
  'still has old rows.';
comment on column moves.progress is 'For people.';
comment on column moves.problem is 'What the move waits for, for people. Null: it goes on.';
comment on column moves.is_aborted is 'The target''s rows are deleted instead.';

create function refuse_moving_merchant() returns trigger language plpgsql as $$
begin
  raise exception 'the merchant is moving to another database' using errcode = 'CF004';
end $$;
comment on function refuse_moving_merchant is
  'Triggers that exist only while a merchant moves call it: before the switch to keep vouchers, outlets and imports of codes as they are, '
  'from the switch on to keep all of its rows.';

create function keep_known_key() returns trigger language plpgsql set search_path = public as $$
begin
  if exists (select from idempotency_keys where user_id = new.user_id and key = new.key) then
    return null;
  end if;
  return new;
end $$;
comment on function keep_known_key is
  'In a database to which a merchant moves: a user may have used the same key there, for a voucher of another merchant.';

create table feed_entries (
  partner_id uuid not null references partners (id),
  position bigint generated always as identity,
  event_id uuid not null,
  cell text references cells (name),
  constraint feed_entries_are_in_one_order primary key (partner_id, position),
  constraint feed_entries_name_each_event_once unique (event_id)
);
comment on table feed_entries is
  'The order of the events of all databases in the feed of each live partner. A worker reads each database in its own '
  'order and appends here. Kept as long as the events. Without cells it is empty, and the feed reads the events.';
comment on column feed_entries.cell is 'Where the event is. Null: at home.';

create table feed_progress (
  partner_id uuid not null references partners (id),
  cell text references cells (name),
  feed_position bigint not null,
  event_id uuid not null,
  constraint feed_progress_is_one_per_partner_and_cell unique nulls not distinct (partner_id, cell)
);
comment on table feed_progress is 'The last event of each database that feed_entries has, by the position in that database.';

-- The partitions of this month and the next 12.
do $$
declare
  step text := '';
begin
  while step <> 'DONE' loop
    step := keep_partitions('redemptions', 'month', now(), 12, null);
  end loop;
end $$;
