-- Staff change many records with one request. A worker applies the action to one record after the other, so the job outlives
-- the request, the page and a crash. The previous release does not know these tables.

create table bulk_jobs (
  id uuid primary key,
  action text not null,
  started_by jsonb not null,
  owner text not null,
  input jsonb,
  total integer not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  finished_at timestamptz,
  succeeded integer not null default 0,
  requested integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  error text,
  constraint bulk_jobs_have_input_until_finished check ((input is null) = (finished_at is not null)),
  constraint bulk_jobs_fail_when_finished check (error is null or finished_at is not null)
);
create index bulk_jobs_by_owner on bulk_jobs (owner, id);
create index bulk_jobs_open on bulk_jobs (id) where finished_at is null;
create index bulk_jobs_by_end on bulk_jobs (finished_at);
comment on table bulk_jobs is 'Actions on many records, which a worker applies one by one. Kept for 30 days after their end.';
comment on column bulk_jobs.started_by is 'The caller, under whose name each change is recorded in the audit log.';
comment on column bulk_jobs.owner is 'The same caller as kind and id: it lists its own jobs.';
comment on column bulk_jobs.input is
  'Outcome, note and reason. They may say something about a user, so they are deleted when the job has finished.';
comment on column bulk_jobs.succeeded is 'The counts are set at the end. Until then they are counted from bulk_rows.';

create table bulk_rows (
  id uuid primary key,
  job_id uuid not null references bulk_jobs (id) on delete cascade,
  record_id uuid not null,
  outcome text,
  code text,
  issues jsonb,
  done_at timestamptz,
  constraint bulk_rows_have_a_known_outcome check (outcome in ('DONE', 'REQUESTED', 'REFUSED', 'FAILED', 'CANCELLED')),
  constraint bulk_rows_are_done_with_an_outcome check ((outcome is null) = (done_at is null))
);
create index bulk_rows_by_job on bulk_rows (job_id, id);
create index bulk_rows_open on bulk_rows (job_id, id) where outcome is null;
comment on table bulk_rows is
  'The records of a bulk job in the order of their ids, frozen at its start. The transaction that changes a record also sets '
  'its outcome, so no record is changed twice.';
comment on column bulk_rows.code is 'The error code if the record was refused.';
