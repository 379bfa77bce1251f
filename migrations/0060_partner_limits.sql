-- One partner with a runaway client can take the service from all others. So a partner may have a limit of requests per
-- minute, on each of its two surfaces. Nodes of the previous release do not read these columns: they do not limit.

alter table partners
  add column integration_requests_per_minute integer,
  add column consumer_requests_per_minute integer,
  add constraint partners_limits_are_positive
    check (integration_requests_per_minute > 0 and consumer_requests_per_minute > 0);
comment on column partners.integration_requests_per_minute is 'The limit on /integrations/*. Null: no limit.';
comment on column partners.consumer_requests_per_minute is 'The limit of all users together. Null: no limit.';

-- Unlogged: nothing is lost if a crash empties it, and writing it costs no WAL. It has no foreign key, since the check of
-- one would lock the partner.
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
  'How many requests of a limited partner each process has admitted. Every process writes its own rows and reads those of others.';
comment on column partner_request_counts.process_id is 'Random, new at each start of a process.';
comment on column partner_request_counts.counted_at is 'The second of the last count, by the clock of that process.';
comment on column partner_request_counts.counts is 'The requests of each second of the last minute, oldest first.';
