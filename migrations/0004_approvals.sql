-- Guarded changes can need the approval of a second person. A request keeps what it would change, and the version of each
-- record that it was made against.

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

alter table outlet_imports
  add column holds_pins boolean not null default false,
  add column approval_id uuid,
  add constraint outlet_imports_approval_id_fkey foreign key (approval_id) references approvals (id);
comment on column outlet_imports.holds_pins is
  'PINs need approval: outlets are written without them, and the end of the import requests them together.';
