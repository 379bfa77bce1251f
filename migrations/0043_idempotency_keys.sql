-- redemptions is about to be partitioned by month. A unique index on (user_id, idempotency_key) cannot span partitions,
-- so the keys of the last day get a table of their own. This file creates it, copies the keys without locking anything,
-- and prepares the old table to become a partition. 0045 copies the keys that were written since, and switches over.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  redemption_id uuid not null,
  request_hash bytea not null,
  redeemed_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_redemption on idempotency_keys (redemption_id);
comment on table idempotency_keys is
  'The idempotency keys of the last 24 hours. Workers delete older ones. No foreign keys, for the same reason as in redemptions.';
comment on column idempotency_keys.request_hash is 'Tells a repeated request from another one with the same key.';
comment on column idempotency_keys.redeemed_at is
  'By the clock of the partner, like in redemptions. After 24 hours the user can use the key again.';
comment on index idempotency_keys_by_redemption is 'To delete old keys: ids of redemptions are ordered by real time.';

insert into idempotency_keys (user_id, key, redemption_id, request_hash, redeemed_at)
select user_id, idempotency_key, id, request_hash, redeemed_at
from redemptions
where id >= uuid_v7_floor(now() - interval '24 hours') and idempotency_key is not null;

-- Ids are UUIDv7 of the real time, so no row is beyond the first day of the month after next. NOT VALID: rows are checked
-- by 0044, which holds no lock that a redemption waits for. Rows with other ids, if somebody has imported some, make this
-- impossible; then 0045 moves them, and takes longer.
do $$
declare
  bound timestamptz := date_trunc('month', now() + interval '2 months', 'UTC');
begin
  if not exists (select from redemptions where id >= uuid_v7_floor(bound)) then
    execute format(
      'alter table redemptions add constraint redemptions_before_%s check (id < %L) not valid',
      to_char(bound at time zone 'UTC', 'YYYY_MM'), uuid_v7_floor(bound)
    );
  end if;
end $$;
