-- A partner whose call fails gets one error code, and the rest must not travel over the wire. So each failed call of a
-- partner or of its users leaves a row with the reason in words. Nodes write these rows in batches after the response. One
-- partition per day, so that a day past its retention is dropped at no cost.

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
  primary key (at, request_id)
) partition by range (at);
create index request_log_by_partner on request_log (partner_id, at, request_id);
create index request_log_by_user on request_log (partner_id, external_user_id, at, request_id)
  where external_user_id is not null;
create index request_log_by_request on request_log (request_id);
create table request_log_default partition of request_log default;

comment on table request_log is
  'Failed calls of partners and their users in the last 7 days. A crash of a node loses at most its last second.';
comment on column request_log.partner_id is 'Null if the request named no known partner.';
comment on column request_log.is_authentic is
  'False if the signature or the token was refused: anyone could have sent the request. At most 60 a minute per partner.';
comment on column request_log.reason is
  'In words. Never holds a body, a PIN, a token or a signature. Null for a call that succeeded.';

-- Makes one change: creates the partition of a day (yesterday to the day after tomorrow), or drops one that is past its
-- retention. Rows of that day that are in the default partition move to it. The table itself is locked first: see
-- add_event_partition.
create function keep_request_partitions(today timestamptz, kept interval) returns text language plpgsql as $$
declare
  oldest timestamptz := date_trunc('day', today - kept, 'UTC');
  midnight timestamptz := date_trunc('day', today, 'UTC');
  day timestamptz;
  part text;
begin
  if not pg_try_advisory_xact_lock(hashtext('counterfoil request partitions')) then
    return 'LOCKED';
  end if;
  perform set_config('lock_timeout', '200ms', true);
  for day in
    select generate_series(midnight - interval '24 hours', midnight + interval '48 hours', interval '24 hours')
  loop
    part := 'request_log' || to_char(day at time zone 'UTC', '_YYYYMMDD');
    continue when to_regclass(part) is not null;
    lock table only request_log in access exclusive mode;
    lock table request_log_default in access exclusive mode;
    execute format('create table %I (like request_log including all)', part);
    execute format(
      'with moved as (delete from request_log_default where at >= %1$L and at < %2$L returning *)'
      ' insert into %3$I select * from moved',
      day, day + interval '24 hours', part
    );
    execute format(
      'alter table request_log attach partition %I for values from (%L) to (%L)', part, day, day + interval '24 hours'
    );
    return 'CHANGED';
  end loop;
  for part in
    select child.relname
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = 'request_log'::regclass
      and child.relname ~ '_\d{8}$'
      and to_date(right(child.relname, 8), 'YYYYMMDD') < oldest at time zone 'UTC'
  loop
    execute format('drop table %I', part);
    return 'CHANGED';
  end loop;
  delete from request_log_default where at < oldest;
  return 'DONE';
exception
  when lock_not_available or deadlock_detected then
    return 'LOCKED';
end $$;
