-- An upload of codes lived in one request of a browser: a reload ended it half-way, and nobody else saw it. An import of
-- codes is now a record like an import of outlets: the file is received whole, and a worker adds its codes to the pool in
-- parts. Anyone who may see the voucher finds it again, with its progress and the lines that were left out.

create table code_imports (
  id uuid primary key,
  voucher_id uuid not null references vouchers (id) on delete cascade,
  file_name text not null,
  started_by jsonb not null,
  total integer,
  reached integer not null default 0,
  added integer not null default 0,
  duplicates integer not null default 0,
  rejected_total integer not null default 0,
  lines json not null default '{"duplicateLines": [], "rejected": []}',
  created_at timestamptz not null,
  finished_at timestamptz,
  error text,
  constraint code_imports_fail_when_finished check (error is null or finished_at is not null)
);
create index code_imports_by_voucher on code_imports (voucher_id, id);
create index code_imports_open on code_imports (id) where finished_at is null;

comment on table code_imports is 'Files of codes that a worker adds to a pool, in parts. Kept for 30 days.';
comment on column code_imports.started_by is 'The caller, under whose name the codes are recorded in the audit log.';
comment on column code_imports.total is
  'The lines with codes. Null while the file is being received: such an import is not listed, and deleted after a day.';
comment on column code_imports.reached is 'How many lines have been handled, in the order of the file.';
comment on column code_imports.lines is
  'The first duplicate and the first rejected lines. Not jsonb: a rejected line may contain text that it refuses.';

create table code_import_parts (
  import_id uuid not null references code_imports (id) on delete cascade,
  place integer not null,
  readings json not null,
  primary key (import_id, place)
);
comment on table code_import_parts is
  'What is left to add of an import of codes. A part is deleted by the transaction that adds its codes.';
comment on column code_import_parts.place is 'How many lines with codes come before this part.';

-- The console lists claims by voucher and by merchant, newest first: up to a second without an index at a million claims, a
-- few milliseconds with it. Claims wait while it is built: about 2 seconds per million.
create index claims_by_voucher on claims (voucher_id, claimed_at, id);
