-- Who may work in the back office, and the record of what they did.

create table staff (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null,
  merchant_id uuid references merchants,
  partner_id uuid references partners,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint staff_role_is_known check (role in ('admin', 'support', 'merchant', 'partner')),
  constraint staff_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_id is not null) and (role = 'partner') = (partner_id is not null))
);
create unique index staff_email_is_unique on staff (lower(email));

-- The key itself is shown once; 32 random bytes need no slow hash.
create table api_keys (
  id uuid primary key,
  name text not null,
  role text not null,
  merchant_id uuid references merchants,
  partner_id uuid references partners,
  hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint api_keys_hash_is_unique unique (hash),
  constraint api_keys_role_is_known check (role in ('admin', 'support', 'merchant', 'partner')),
  constraint api_keys_belong_to_what_their_role_says
    check ((role = 'merchant') = (merchant_id is not null) and (role = 'partner') = (partner_id is not null))
);

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_target on audit_log (target, id);
create index audit_log_by_time on audit_log (at, id);

create function refuse_to_rewrite_the_audit_log() returns trigger
language plpgsql as $$
begin
  raise exception 'the audit log is append-only'
    using errcode = 'check_violation', constraint = 'audit_log_is_append_only';
end $$;

create trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_to_rewrite_the_audit_log();

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
