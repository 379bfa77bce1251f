-- Deliveries: what is still to be sent to partners, what came of each attempt, and how their endpoints fare. Events,
-- deliveries and attempts are kept for 30 days and let go a week at a time, by dropping partitions: the id of an event
-- (UUIDv7) knows its week, so that one key finds all three.

alter table events rename to events_before;
alter table events_before rename constraint events_pkey to events_before_pkey;
drop index events_by_partner;

create table events (
  id uuid primary key,
  partner_id uuid not null,
  user_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  -- The number of the transaction that told it. Transactions end in another order than they begin: what lies before the
  -- oldest one that is still open is complete, and that is as far as the feed goes.
  feed_position bigint not null default pg_current_xact_id()::text::bigint,
  constraint events_type_is_known check (type in ('CLAIM_CREATED', 'REDEMPTION_CREATED', 'VOUCHER_PUBLISHED')),
  constraint events_body_is_not_empty check (body <> '')
) partition by range (id);
create table events_default partition of events default;
create index events_by_partner on events (partner_id, id);
create index events_feed on events (partner_id, feed_position, id);

insert into events (id, partner_id, user_id, type, body, created_at)
select id, partner_id, user_id, type, body, created_at from events_before;
drop table events_before;

create table deliveries (
  event_id uuid primary key,
  partner_id uuid not null,
  -- Fan-out waits until the single events of its partner are sent.
  is_bulk boolean not null,
  state text not null default 'PENDING',
  -- How often it has been taken up: the number of the attempt, and the token that fences off a worker that was given up.
  attempt integer not null default 0,
  -- Since it was last put into the queue by hand.
  failures integer not null default 0,
  -- When it may be taken up; of one that has been, when it may be taken over.
  due_at timestamptz not null,
  last_status integer,
  delivered_at timestamptz,
  replay_id uuid,
  constraint deliveries_state_is_known check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  constraint deliveries_delivered_ones_say_when check (state <> 'DELIVERED' or delivered_at is not null)
) partition by range (event_id);
create table deliveries_default partition of deliveries default;
create index deliveries_due on deliveries (partner_id, is_bulk, due_at) where state = 'PENDING';
create index deliveries_failed on deliveries (partner_id, event_id) where state = 'FAILED';
create index deliveries_replayed on deliveries (replay_id) where replay_id is not null;

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

-- How the endpoint of a partner fares; no row: well so far.
create table endpoints (
  partner_id uuid primary key references partners,
  failing_since timestamptz,
  failures integer not null default 0,
  held_until timestamptz,
  paused_at timestamptz,
  pause_reason text,
  constraint endpoints_paused_ones_say_why check ((paused_at is null) = (pause_reason is null)),
  constraint endpoints_pause_reason_is_known check (pause_reason in ('GONE', 'FAILING'))
);

-- Who is to be told of a publication, as it stood then: up to a thousand users a row, each row told in one go.
create table fanouts (
  id uuid primary key,
  type text not null,
  -- The text of the body before, between and after its id, userId and externalUserId.
  pieces text[] not null,
  user_ids uuid[] not null,
  created_at timestamptz not null,
  constraint fanouts_body_has_four_pieces check (array_length(pieces, 1) = 4)
);

-- Whoever writes an event plans its delivery with it; nobody can forget to.
create function plan_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, partner_id, is_bulk, due_at)
  select told.id, told.partner_id, told.type = 'VOUCHER_PUBLISHED', told.created_at
  from told join partners on partners.id = told.partner_id
  where partners.webhook_url is not null;
  return null;
end $$;

create trigger events_have_their_delivery
after insert on events referencing new table as told
for each statement execute function plan_deliveries();

create function uuid_v7_floor(at timestamptz) returns uuid
language sql immutable
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- A cluster counts its transactions from the beginning: after a restore into a new one, events would lie ahead of those to
-- come. All of them move behind zero, in the order they have, so that whoever reads the feed goes on where they were.
-- Answers whether there was something to mend. Nobody may have written an event since the restore.
create function mend_feed_positions() returns boolean language plpgsql as $$
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

-- Gives a week its partition. What was written before lies in the default one, and moves. Writers wait from the start:
-- one that had chosen the default partition already would fail once the week is no longer in it.
create function add_event_partition(parent text, key text, part text, week timestamptz) returns void
language plpgsql as $$
declare
  earliest uuid := uuid_v7_floor(week);
  latest uuid := uuid_v7_floor(week + interval '168 hours');
begin
  execute format('lock table %I in share row exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('create table %I (like %I including all)', part, parent);
  execute format(
    'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)'
    ' insert into %5$I select * from moved',
    parent || '_default', key, earliest, latest, part
  );
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, earliest, latest);
end $$;

-- Partitions for this week, the two to come, and earlier ones that have rows in the default partition; those that ended
-- before `kept` ago are dropped. One change a call, and no wait that others would feel behind it: CHANGED asks for
-- another call, LOCKED for one a little later, DONE for none. Hours, since a day of the session's time zone may have 23.
create function keep_event_partitions(today timestamptz, kept interval) returns text language plpgsql as $$
declare
  monday timestamptz := date_trunc('week', today, 'UTC');
  oldest timestamptz := date_trunc('week', today - kept, 'UTC');
  week timestamptz;
  parent text;
  key text;
  part text;
  is_needed boolean;
begin
  if not pg_try_advisory_xact_lock(hashtext('counterfoil event partitions')) then
    return 'LOCKED';
  end if;
  perform set_config('lock_timeout', '200ms', true);
  for parent, key in values ('deliveries', 'event_id'), ('delivery_attempts', 'event_id'), ('events', 'id') loop
    for week in select generate_series(oldest, monday + interval '336 hours', interval '168 hours') loop
      part := parent || to_char(week at time zone 'UTC', '_IYYY"w"IW');
      continue when to_regclass(part) is not null;
      execute format(
        'select %1$L or exists (select from %2$I where %3$I >= %4$L and %3$I < %5$L)',
        week >= monday, parent || '_default', key, uuid_v7_floor(week), uuid_v7_floor(week + interval '168 hours')
      ) into is_needed;
      continue when not is_needed;
      perform add_event_partition(parent, key, part, week);
      return 'CHANGED';
    end loop;
    for part in
      select child.relname
      from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = parent::regclass
        and child.relname ~ '_\d{4}w\d{2}$'
        and to_date(right(child.relname, 7), 'IYYY"w"IW') < oldest at time zone 'UTC'
    loop
      execute format('drop table %I', part);
      return 'CHANGED';
    end loop;
    execute format('delete from %I where %I < %L', parent || '_default', key, uuid_v7_floor(oldest));
  end loop;
  return 'DONE';
exception
  when lock_not_available or deadlock_detected then
    return 'LOCKED';
end $$;
