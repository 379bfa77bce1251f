-- Staff see and end their sessions, and prove who they are again before sensitive acts.

alter table staff_sessions
  add column id uuid not null default gen_random_uuid(),
  add column method text not null default 'PASSWORD',
  add column device text,
  add column proved_at timestamptz,
  add constraint staff_sessions_id_is_unique unique (id),
  add constraint staff_sessions_method_is_known check (method in ('PASSWORD', 'PASSKEY', 'SSO'));

comment on column staff_sessions.id is 'Names the session in lists. The token cannot, because only its hash is stored.';
comment on column staff_sessions.method is 'How the member signed in. SSO: through the OpenID Connect issuer.';
comment on column staff_sessions.device is 'Browser and operating system, from the user agent. Null: unknown.';
comment on column staff_sessions.proved_at is
  'When the member last gave a password or passkey. Sensitive acts need a proof of the last 15 minutes. Null: never.';

-- Second factors: an authenticator app with recovery codes, and passkeys.

create table staff_totp (
  staff_id uuid primary key references staff,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint,
  constraint staff_totp_was_used_when_confirmed check (confirmed_at is null or last_step is not null)
);

create table staff_recovery_codes (
  staff_id uuid not null references staff,
  code_hash bytea not null,
  constraint staff_recovery_codes_are_unique_per_member primary key (staff_id, code_hash)
);

create table staff_passkeys (
  id uuid primary key,
  staff_id uuid not null references staff,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint staff_passkeys_belong_to_one_member unique (credential_id)
);
create index staff_passkeys_by_member on staff_passkeys (staff_id);

create table sign_in_steps (
  token_hash bytea primary key,
  purpose text not null,
  staff_id uuid references staff,
  data jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_steps_purpose_is_known check (purpose in ('SECOND_FACTOR', 'PASSKEY_ADD', 'PASSKEY_USE', 'SSO')),
  constraint sign_in_steps_belong_to_a_member_where_one_is_known
    check ((purpose in ('SECOND_FACTOR', 'PASSKEY_ADD')) = (staff_id is not null)),
  constraint sign_in_steps_end_after_they_begin check (expires_at > created_at)
);
create index sign_in_steps_by_end on sign_in_steps (expires_at);
create index sign_in_steps_by_member on sign_in_steps (staff_id) where staff_id is not null;

comment on table staff_totp is 'The authenticator apps of staff members (TOTP, RFC 6238).';
comment on column staff_totp.secret is 'Encrypted under SECRETS_KEY.';
comment on column staff_totp.confirmed_at is 'When a code of the app was first right. Null: not active yet.';
comment on column staff_totp.last_step is 'The time step of the last accepted code. Only later ones are accepted, so no code works twice.';

comment on table staff_recovery_codes is 'The recovery codes that are left. A used code is deleted.';
comment on column staff_recovery_codes.code_hash is 'SHA-256. A code has 120 random bits, so a plain hash reveals nothing.';

comment on table staff_passkeys is 'The passkeys of staff members (WebAuthn). Each can sign in without a password.';
comment on column staff_passkeys.credential_id is 'As the authenticator names the key, in base64url.';
comment on column staff_passkeys.public_key is 'In COSE format.';
comment on column staff_passkeys.sign_count is 'The counter of the authenticator at the last use. A smaller one reveals a copied key. 0: it does not count.';

comment on table sign_in_steps is
  'The first halves of what takes two requests: a second factor, a passkey, single sign-on. Each works once, for ten minutes.';
comment on column sign_in_steps.token_hash is 'SHA-256 of the token that the second request must bring.';
comment on column sign_in_steps.data is 'What the second request is checked against: a challenge, or state, nonce and code verifier.';

-- The rules for signing in: one row.

create table sign_in_settings (
  is_only_row boolean primary key default true,
  second_factor_roles text[] not null,
  updated_at timestamptz not null,
  constraint sign_in_settings_are_one_row check (is_only_row),
  constraint sign_in_settings_name_known_roles
    check (second_factor_roles <@ array['admin', 'support', 'merchant', 'partner'])
);
insert into sign_in_settings (second_factor_roles, updated_at) values ('{}', now());

comment on table sign_in_settings is 'The rules for signing in, which an admin can change: one row.';
comment on column sign_in_settings.second_factor_roles is 'Staff with one of these roles need a second factor.';
