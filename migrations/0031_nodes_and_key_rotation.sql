-- Nodes report in, so that a rotation of SECRETS_KEY and a migration that old releases cannot bear wait until every running
-- node can take part. Secrets and PIN hashes record their key, so that it is known when a former key is no longer needed.
-- Adds columns without a default and small tables: the locks last milliseconds at any size.

-- One row per process that serves, written every few seconds.
create table nodes (
  id uuid primary key,
  name text not null,
  schema_version integer not null,
  key_ids text[] not null,
  writing_key_id text not null,
  seen_at timestamptz not null
);

-- One row: releases whose newest migration is older than this one must not serve. A migration that an older release cannot
-- bear raises it.
create table oldest_release (
  only_row boolean primary key default true,
  schema_version integer not null,
  constraint oldest_release_has_one_row check (only_row)
);
insert into oldest_release (schema_version) values (22);

-- Null: the first key of this database.
alter table partner_secrets add column sealed_with text;
alter table staff_totp add column sealed_with text;
alter table outlets add column pin_hashed_with text;
alter table installation add column former_key_check bytea;

comment on table nodes is 'The running processes. Each reports every 5 seconds and deletes its row when it stops.';
comment on column nodes.name is 'Host, port and process id, for people.';
comment on column nodes.schema_version is 'The newest migration that the process knows.';
comment on column nodes.key_ids is 'The keys of SECRETS_KEY and SECRETS_KEY_PREVIOUS, by id.';
comment on column nodes.writing_key_id is 'The key with which the process encrypts and hashes.';
comment on table oldest_release is 'One row: the oldest release that may still serve.';
comment on column oldest_release.schema_version is 'Releases whose newest migration is older must not serve.';
comment on column partner_secrets.sealed_with is 'The id of the key; null for the first key of this database.';
comment on column staff_totp.sealed_with is 'The id of the key; null for the first key of this database.';
comment on column outlets.pin_hashed_with is 'The id of the key; null for the first key of this database.';
comment on column installation.former_key_check is 'Identifies the key before the last rotation.';
