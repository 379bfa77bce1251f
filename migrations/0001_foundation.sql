-- What every later migration leans on: time-ordered ids on any PostgreSQL from 15 on (18 has its own uuidv7()),
-- and a place for the facts about this database itself.

create function uuid_v7() returns uuid
language sql volatile parallel safe
return encode(
  set_bit(
    set_bit(
      overlay(
        uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6
      ),
      52, 1
    ),
    53, 1
  ),
  'hex'
)::uuid;

-- One row: whether this database and the configured SECRETS_KEY belong together.
create table installation (
  only_row boolean primary key default true,
  secrets_key_check bytea not null,
  created_at timestamptz not null,
  constraint installation_has_one_row check (only_row)
);
