-- Staff record what they know about a user, a redemption or a merchant, and keep the filters that they use every day. The
-- previous release does not know these tables.

create table notes (
  id uuid primary key,
  target text not null,
  user_id uuid,
  text text not null,
  author_kind text not null,
  author_id text,
  author_name text not null,
  is_of_merchant boolean not null,
  created_at timestamptz not null,
  constraint notes_are_about_a_known_kind check (target ~ '^(user|redemption|merchant):[0-9a-f-]{36}$'),
  constraint notes_about_a_person_name_the_user check ((user_id is null) = (target like 'merchant:%'))
);
create index notes_by_target on notes (target, id);
create index notes_by_user on notes (user_id) where user_id is not null;
comment on table notes is
  'What staff wrote about a user, a redemption or a merchant. The audit log says only that a note was added or removed.';
comment on column notes.user_id is
  'The user, or the user of the redemption: their notes are erased with the person. Null for a merchant.';
comment on column notes.is_of_merchant is
  'Written by the merchant''s own people. Only these notes are shown to the merchant.';

create table saved_filters (
  id uuid primary key,
  list text not null,
  name text not null,
  search jsonb not null,
  owner_id uuid not null references staff (id) on delete cascade,
  is_shared boolean not null,
  created_at timestamptz not null,
  constraint saved_filters_have_one_name_in_their_list unique (owner_id, list, name)
);
create index saved_filters_by_list on saved_filters (list) where is_shared;
comment on table saved_filters is 'The search parameters of a list under a name. No parameter names a user.';
comment on column saved_filters.is_shared is 'Shown to the colleagues of the owner: the operator, or the same merchant or partner.';
