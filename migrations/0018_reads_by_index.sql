-- Reads whose cost grew with history get an index of their own, and the partner directory a version.
--
-- Each index is built inside the migration, and writes to its table wait meanwhile. At 5 million redemptions, 1 million
-- users and 1 million audit entries it takes one to two minutes on two cores, most of it for the search of users. The
-- release before runs on the new schema; it only reads by older plans.

-- A user's own redemptions, newest first. The index by user and id did not have that order: the database read everybody's
-- redemptions by time until it had met enough of this user.
create index redemptions_by_user_and_time on redemptions (user_id, redeemed_at, id);
drop index redemptions_by_user;

-- Partial, so that an ordinary redemption costs nothing more to write.
create index redemptions_by_flag_reason on redemptions (flag_reason, redeemed_at, id) where flag_reason is not null;

-- The search for users, anywhere in four fields: read from an index of all sequences of three bytes (and of what follows a
-- blank, for searches that are shorter). Own functions instead of pg_trgm: not every role may create an extension, and so
-- the search is the same everywhere. The cost is what the planner is told, so that it never computes it for every row.
create function byte_grams(sought text) returns integer[]
language plpgsql immutable strict parallel safe cost 10000 as $$
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

create function searched_text(external_user_id text, email text, phone text, display_name text) returns text
language sql immutable parallel safe
return lower(' ' || external_user_id || coalesce(' ' || email, '') || coalesce(' ' || phone, '')
  || coalesce(' ' || display_name, ''));

create index users_by_gram on users
  using gin (byte_grams(searched_text(external_user_id, email, phone, display_name)))
  with (gin_pending_list_limit = 512);

-- How many codes of a pool were dispensed is known by its counters: what counts against the voucher's quotas, and what was
-- voided, whose codes stay dispensed. The index is for the latter.
create index redemptions_voided on redemptions (voucher_id) where voided_at is not null;

-- Who did it: by kind, by id or by name, each newest first. What was done, likewise.
create index audit_log_by_actor_kind on audit_log (actor_kind, id);
create index audit_log_by_actor on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_by_actor_name on audit_log (lower(actor_name), id);
create index audit_log_by_action on audit_log (action, id);

-- The partner directory of each node looks every few seconds whether a partner has changed. It reads one row for that, and
-- then only partners whose version it does not know. Versions are times in microseconds that only grow, as those of the
-- catalogue and for the same reason; they move at the commit, under the lock of that row, so that none appears behind one
-- that was read.
create table directory_version (
  only_row boolean primary key default true,
  version bigint not null,
  constraint directory_version_has_one_row check (only_row)
);
insert into directory_version (version) values ((extract(epoch from clock_timestamp()) * 1000000)::bigint);

-- A partner that was deleted keeps its row: that is how nodes hear of it.
create table directory_entries (
  partner_id uuid primary key,
  version bigint not null
);
insert into directory_entries (partner_id, version) select id, directory_version.version from partners, directory_version;

create function announce_partner_change() returns trigger
language plpgsql as $$
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

create constraint trigger partners_announce after insert or update or delete on partners
  deferrable initially deferred for each row execute function announce_partner_change('id');
create constraint trigger partner_secrets_announce after insert or update or delete on partner_secrets
  deferrable initially deferred for each row execute function announce_partner_change('partner_id');
