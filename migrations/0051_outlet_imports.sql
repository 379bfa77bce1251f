-- An import of outlets ran inside one request: a person had to stay on the page until it ended, and learned nothing if it
-- was cut off. An import is now a record that a worker writes a few hundred rows at a time, and that anyone who may see
-- the merchant finds again, with its progress and the result of each row.

create table outlet_imports (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  file_name text not null,
  started_by jsonb not null,
  rows json not null,
  sealed_values bytea,
  total integer not null,
  right_rows integer not null,
  reached integer not null default 0,
  written integer not null default 0,
  differences jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  error text,
  constraint outlet_imports_have_values_until_finished check ((sealed_values is null) = (finished_at is not null)),
  constraint outlet_imports_fail_when_finished check (error is null or finished_at is not null)
);
create index outlet_imports_by_merchant on outlet_imports (merchant_id, id);
create index outlet_imports_open on outlet_imports (id) where finished_at is null;

comment on table outlet_imports is 'Files of outlets that a worker writes, in batches of rows. Kept for 30 days.';
comment on column outlet_imports.started_by is 'The caller, under whose name each change is recorded in the audit log.';
comment on column outlet_imports.rows is
  'What was found for each row before anything was written. Not jsonb: a wrong row may contain text that it refuses.';
comment on column outlet_imports.sealed_values is
  'The rows as JSON, null for wrong ones. Encrypted, since they may contain PINs. Deleted when the import has finished.';
comment on column outlet_imports.reached is 'How many rows have been handled, in the order of the file.';
comment on column outlet_imports.differences is
  'Rows that turned out differently when they were written, since their outlets had changed: place, status, issues.';
