-- Makes the audit log tamper-evident: a worker chains its entries by hash, in the order of their commits. A chained entry
-- cannot be altered, removed or inserted without breaking the chain, see docs/internals/audit-chain.md. Writers insert
-- entries as before, also those of the previous release; a trigger puts each entry into the queue of the worker.

-- Columns without a default come first: with one, PostgreSQL would rewrite the table. The worker salts older entries.
alter table audit_log
  add column actor_name_salt uuid,
  add column before_salt uuid,
  add column after_salt uuid,
  add column erased_by uuid;
alter table audit_log
  alter column actor_name_salt set default gen_random_uuid(),
  alter column before_salt set default gen_random_uuid(),
  alter column after_salt set default gen_random_uuid();
create index audit_log_by_erasure on audit_log (erased_by) where erased_by is not null;
comment on table audit_log is
  'Every change in the back office, and of users by their partners. Append-only: triggers refuse all changes, except '
  'that the texts of an entry (actor_name, before, after) can be erased together with their salts.';
comment on column audit_log.actor_name_salt is
  'Random, and hashed together with actor_name: the hash in audit_chain tells nothing about a name that was erased. '
  'Null: not chained yet (an entry that is older than the chain), or erased.';
comment on column audit_log.before_salt is 'As actor_name_salt, for before.';
comment on column audit_log.after_salt is 'As actor_name_salt, for after.';
comment on column audit_log.erased_by is 'The last entry (audit.erase) that erased texts of this one. Null: none did.';

create table audit_unchained (
  number bigint generated always as identity primary key,
  entry_id uuid not null,
  written_at timestamptz not null default now()
);
comment on table audit_unchained is
  'The entries of audit_log that a worker has not chained yet, usually those of the last second. An entry is visible '
  'here from its commit on, so one that commits late is chained late, and never missed.';
comment on column audit_unchained.number is
  'Grows with each entry. Entries of the same batch are chained in this order, so an entry never precedes its cause.';

create function queue_audit_entry() returns trigger language plpgsql as $$
begin
  if num_nulls(new.actor_name_salt, new.before_salt, new.after_salt) > 0 then
    raise exception 'a new audit entry needs its salts'
      using errcode = 'check_violation', constraint = 'audit_log_new_entries_have_salts';
  end if;
  insert into audit_unchained (entry_id) values (new.id);
  return null;
end $$;
comment on function queue_audit_entry is 'Every entry is queued when it is written, so no writer can forget it.';
create trigger audit_log_queues_its_entries after insert on audit_log
  for each row execute function queue_audit_entry();

create table audit_chain (
  position bigint primary key,
  entry_id uuid not null,
  actor_name_digest bytea not null,
  before_digest bytea,
  after_digest bytea,
  is_late boolean not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_chain_has_an_entry_once unique (entry_id),
  constraint audit_chain_positions_start_at_1 check (position > 0)
);
comment on table audit_chain is
  'The chain over audit_log: one link per entry, without gaps. It has no text, so erasing a text leaves it unchanged. '
  'Append-only; a trigger refuses anything else.';
comment on column audit_chain.actor_name_digest is 'SHA-256 of the salt and the text; null for a text that is null.';
comment on column audit_chain.is_late is
  'The time of the entry is more than a day before a moment at which all entries were chained already: somebody '
  'inserted it later, or the clock of a node was wrong.';
comment on column audit_chain.hash is
  'SHA-256 of the previous hash, the position, and the entry with the digests of its texts. The form is in '
  'docs/internals/audit-chain.md.';

create table audit_chain_progress (
  only_row boolean primary key default true,
  older_until uuid,
  older_reached uuid,
  caught_up_at timestamptz,
  logged_at timestamptz,
  constraint audit_chain_progress_has_one_row check (only_row)
);
comment on table audit_chain_progress is 'One row: the progress of the worker that chains the audit log.';
comment on column audit_chain_progress.older_until is
  'The last of the entries that are older than the chain. A worker chains them first, by id. Null: all are chained.';
comment on column audit_chain_progress.older_reached is 'The last of them that is chained. Null: none is.';
comment on column audit_chain_progress.caught_up_at is 'When all entries were chained, to the hour.';
comment on column audit_chain_progress.logged_at is 'When the newest position and hash were written to the log.';
-- The trigger above has waited for all writers, so every entry that is not in the queue is visible here.
insert into audit_chain_progress (older_until) select (select id from audit_log order by id desc limit 1);

drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before delete or truncate on audit_log
  for each statement execute function refuse_to_rewrite_the_audit_log();
create trigger audit_chain_is_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_to_rewrite_the_audit_log();

create function keep_audit_entries() returns trigger language plpgsql as $$
declare
  keeps_facts boolean :=
    (new.id, new.at, new.actor_kind, new.actor_id, new.action, new.target)
      is not distinct from (old.id, old.at, old.actor_kind, old.actor_id, old.action, old.target);
  keeps_texts boolean :=
    (new.actor_name, new.before, new.after) is not distinct from (old.actor_name, old.before, old.after);
  is_unsalted boolean :=
    old.erased_by is null and coalesce(old.actor_name_salt, old.before_salt, old.after_salt) is null;
  keeps_or_erases_texts boolean := new.erased_by is not null
    and (new.actor_name_salt is null or
      (new.actor_name, new.actor_name_salt) is not distinct from (old.actor_name, old.actor_name_salt))
    and (new.before_salt is null or
      (new.before, new.before_salt) is not distinct from (old.before, old.before_salt))
    and (new.after_salt is null or
      (new.after, new.after_salt) is not distinct from (old.after, old.after_salt));
begin
  if keeps_facts and (keeps_texts and is_unsalted or keeps_or_erases_texts) then
    return new;
  end if;
  raise exception 'the audit log is append-only'
    using errcode = 'check_violation', constraint = 'audit_log_is_append_only';
end $$;
comment on function keep_audit_entries is
  'Lets an update of audit_log add the salts of an older entry, or erase texts with their salts. Refuses others.';
create trigger audit_log_keeps_its_entries before update on audit_log
  for each row execute function keep_audit_entries();
