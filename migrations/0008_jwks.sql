-- The last good key set of each partner that publishes one, so that a restart survives an outage of its endpoint.
-- fetched_at is when the set was last known to be current, within minutes: it bounds how long it may be served stale.

create table partner_key_sets (
  partner_id uuid primary key references partners,
  -- Whence it came: a set of another address says nothing about this one.
  url text not null,
  keys jsonb not null,
  fetched_at timestamptz not null,
  constraint partner_key_sets_hold_a_list check (jsonb_typeof(keys) = 'array')
);
