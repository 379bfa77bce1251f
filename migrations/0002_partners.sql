-- Partners and the end users they bring. A user is keyed by (partner, externalUserId); anonymisation clears
-- what identifies a person and keeps the row, so that claims and redemptions still add up.

create table partners (
  id uuid primary key,
  slug text not null,
  name text not null,
  display_name text not null,
  logo_path text not null,
  jwt_issuer text not null,
  jwks_url text,
  public_key jsonb,
  next_public_key jsonb,
  jwt_audience text,
  max_token_lifetime_seconds integer,
  webhook_url text,
  disabled boolean not null,
  require_v2 boolean not null,
  accent_color text,
  frame_ancestors text[] not null,
  scope_merchant_ids uuid[],
  scope_categories text[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint partners_slug_is_unique unique (slug),
  constraint partners_jwt_issuer_is_unique unique (jwt_issuer),
  constraint partners_have_either_jwks_url_or_public_key check (num_nonnulls(jwks_url, public_key) = 1),
  constraint partners_next_public_key_follows_a_public_key check (next_public_key is null or public_key is not null),
  constraint partners_scope_has_both_lists_or_none check (num_nulls(scope_merchant_ids, scope_categories) in (0, 2))
);

-- SIGNING signs webhooks; NEXT is accepted beside it until promotion; PREVIOUS is accepted until accepted_until.
create table partner_secrets (
  id uuid primary key,
  partner_id uuid not null references partners,
  state text not null,
  sealed bytea not null,
  accepted_until timestamptz,
  created_at timestamptz not null,
  constraint partner_secrets_state_is_known check (state in ('SIGNING', 'NEXT', 'PREVIOUS')),
  constraint partner_secrets_only_previous_ones_end check ((state = 'PREVIOUS') = (accepted_until is not null))
);
create unique index partner_secrets_one_is_signing on partner_secrets (partner_id) where state = 'SIGNING';
create unique index partner_secrets_one_is_next on partner_secrets (partner_id) where state = 'NEXT';
create index partner_secrets_by_partner on partner_secrets (partner_id);

create table users (
  id uuid primary key,
  partner_id uuid not null references partners,
  external_user_id text not null,
  email text,
  display_name text,
  phone text,
  country_code text,
  locale text,
  anonymized_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_one_per_partner_and_external_id unique (partner_id, external_user_id),
  constraint users_anonymised_have_no_personal_data check (
    anonymized_at is null or num_nonnulls(email, display_name, phone, country_code, locale) = 0
  )
);
create index users_by_partner on users (partner_id, id);
