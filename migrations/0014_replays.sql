-- What the back office needs to mend deliveries: replays, endpoints that are being resumed, lists by the time at which
-- something happened; and key sets that cannot be fetched, for the alerts of every node.

-- By the time of an event, which is not quite the order of ids: a fan-out draws its ids later.
drop index events_by_partner;
create index events_by_partner on events (partner_id, created_at, id);

drop index deliveries_replayed;
create index deliveries_replayed on deliveries (replay_id, state) where replay_id is not null;

-- What failed before it is being made due, by a worker, a thousand at a time; null: nothing is left to do.
alter table endpoints add column resumed_at timestamptz;

-- The events of a period, to be sent again. A worker puts them into the queue a thousand at a time and writes down in
-- the same transaction how far it has come, so that another can go on from there.
create table replays (
  id uuid primary key,
  partner_id uuid not null references partners,
  since timestamptz not null,
  until timestamptz,
  only_failed boolean not null,
  -- As counted at the start; as found, once all are in the queue.
  total bigint not null,
  placed bigint not null default 0,
  -- The last event that was put into the queue.
  reached_at timestamptz,
  reached_id uuid,
  created_at timestamptz not null,
  placed_at timestamptz,
  finished_at timestamptz,
  constraint replays_finished_ones_are_placed check (finished_at is null or placed_at is not null),
  constraint replays_reach_one_event check ((reached_at is null) = (reached_id is null))
);
create index replays_by_partner on replays (partner_id, id);
create index replays_under_way on replays (id) where finished_at is null;

-- Since when the key set of a partner cannot be fetched; the next good fetch takes the row away.
create table key_set_failures (
  partner_id uuid primary key references partners,
  -- Whence it should have come: a failure of another address says nothing about this one.
  url text not null,
  failing_since timestamptz not null,
  error text not null
);
