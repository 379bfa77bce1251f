-- A partner says when it has deployed. The request log then lists only what is new since: calls with a route and a code that
-- were not seen in the 7 days before. The log itself is kept for 7 days, so a deployment keeps what was seen before it.

create table partner_deployments (
  id uuid primary key,
  partner_id uuid not null references partners (id) on delete cascade,
  name text not null,
  at timestamptz not null,
  seen_before text[] not null
);
create index partner_deployments_by_partner on partner_deployments (partner_id, at desc);
comment on table partner_deployments is 'The last 20 deployments of each partner, as the partner announced them.';
comment on column partner_deployments.seen_before is
  'Method, route and error code of the requests that were recorded in the 7 days before, as in POST /me/claims no_claim.';

-- When a partner's calls were last accepted. The request log keeps failures only, and health is green only if something arrived.

create table partner_traffic (
  partner_id uuid not null references partners (id) on delete cascade,
  surface text not null,
  last_at timestamptz not null,
  primary key (partner_id, surface)
);
comment on table partner_traffic is
  'When a signature or token of the partner was last accepted on each surface, to the minute.';
