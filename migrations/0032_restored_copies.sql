-- A restored copy must not deliver to real partners by itself, and a partner whose place in the feed was lost in a restore
-- must be able to read on. For both, the database remembers where it last ran. Adds columns without a default to a table of
-- one row: the lock lasts milliseconds.

alter table installation
  add column footprint text,
  add column places text[] not null default '{}',
  add column deliveries_held_since timestamptz,
  add column restored_at timestamptz;

comment on column installation.footprint is
  'The cluster, the database and the table installation, by their ids. A copy made with pg_dump has other ones.';
comment on column installation.places is
  'Where nodes have reached this database: the hosts of DATABASE_URL, or the folder of the embedded one.';
comment on column installation.deliveries_held_since is
  'Webhooks are not sent until "counterfoil deliveries release". Null: they are sent.';
comment on column installation.restored_at is 'When a start last noticed that this is a restored copy.';
