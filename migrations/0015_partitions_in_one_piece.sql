-- While rows move from the default partition to one of their own, nobody looks: whoever had listed the partitions before
-- the new one was there, and then waited for the default one, found the rows in neither. The claim had a delivery without
-- its event, the feed left events out for good, the back office said that there was no such delivery. So the table
-- itself is locked first: it is the first thing that every statement opens, before it lists partitions and before it
-- decides which rows it sees.
create or replace function add_event_partition(parent text, key text, part text, week timestamptz) returns void
language plpgsql as $$
declare
  earliest uuid := uuid_v7_floor(week);
  latest uuid := uuid_v7_floor(week + interval '168 hours');
begin
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('create table %I (like %I including all)', part, parent);
  execute format(
    'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)'
    ' insert into %5$I select * from moved',
    parent || '_default', key, earliest, latest, part
  );
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, earliest, latest);
end $$;

-- The back office lists deliveries of one type, too. Read in the index, a type costs next to nothing to write; looked up in
-- the table, every event of the month was read for one that was seldom.
drop index events_by_partner;
create index events_by_partner on events (partner_id, created_at, id, type);
