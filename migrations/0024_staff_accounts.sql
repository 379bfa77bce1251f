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
