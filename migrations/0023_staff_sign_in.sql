-- Staff sign in to the console with e-mail address and password. Tokens of links and sessions are stored only as hashes.

create table staff_passwords (
  staff_id uuid primary key references staff,
  hash text not null,
  changed_at timestamptz not null,
  constraint staff_passwords_are_argon2id_hashes check (starts_with(hash, '$argon2id$'))
);

create table sign_in_links (
  token_hash bytea primary key,
  purpose text not null,
  staff_id uuid references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_links_purpose_is_known check (purpose in ('INVITE', 'RESET', 'FIRST_ADMIN')),
  constraint sign_in_links_belong_to_a_member_unless_for_the_first_admin
    check ((purpose = 'FIRST_ADMIN') = (staff_id is null)),
  constraint sign_in_links_one_per_member unique (staff_id),
  constraint sign_in_links_end_after_they_begin check (expires_at > created_at)
);
create unique index sign_in_links_one_for_the_first_admin on sign_in_links (purpose) where purpose = 'FIRST_ADMIN';
create index sign_in_links_by_end on sign_in_links (expires_at);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint staff_sessions_end_after_they_begin check (expires_at > created_at)
);
create index staff_sessions_by_member on staff_sessions (staff_id);
create index staff_sessions_by_end on staff_sessions (expires_at);

create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  failed_at timestamptz not null,
  waits_until timestamptz,
  constraint sign_in_failures_are_not_negative check (failures >= 0)
);
create index sign_in_failures_by_time on sign_in_failures (failed_at);

comment on table staff_passwords is 'The passwords of staff members. A member without a row cannot sign in yet.';
comment on column staff_passwords.hash is
  'argon2id with its salt and parameters in the PHC string format, so that the parameters of new hashes can change.';

comment on table sign_in_links is
  'Links with which a person chooses a password, valid once. A used link is deleted, and a new link replaces the one before.';
comment on column sign_in_links.token_hash is 'SHA-256 of the token in the link. The token has 256 random bits, so a plain hash reveals nothing.';
comment on column sign_in_links.purpose is
  'INVITE: the first password of a member. RESET: a new password. FIRST_ADMIN: printed when the service starts without an admin; it creates the member.';

comment on table staff_sessions is
  'The sessions of signed-in staff. Every request reads its row, so a deleted session ends at once on every node.';
comment on column staff_sessions.token_hash is 'SHA-256 of the token in the cookie.';
comment on column staff_sessions.address is 'The IP address that signed in.';
comment on column staff_sessions.last_used_at is 'Within a minute. A session that is not used for 12 hours ends.';
comment on column staff_sessions.expires_at is 'The end of the session, however much it is used.';

comment on table sign_in_failures is
  'Failed sign-ins by account and by address, which limit guessing. An attempt counts as failed until it succeeds, so parallel guesses cannot pass the limit.';
comment on column sign_in_failures.subject is
  'account:<hash of the e-mail address>, whether or not such a member exists, or address:<IP address>.';
comment on column sign_in_failures.waits_until is 'Until then every attempt is refused unseen. Null: no wait.';
