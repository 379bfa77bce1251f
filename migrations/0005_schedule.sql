-- Vouchers are published and unpublished at a set time. The columns are null for every voucher of today, and the previous
-- release neither reads nor writes them: what it publishes by hand keeps its times, and the worker settles them when due.

alter table vouchers
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add column scheduled_by jsonb,
  add column schedule_failure jsonb,
  add constraint vouchers_schedule_ends_after_it_begins check (unpublish_at > publish_at),
  add constraint vouchers_schedule_is_before_the_year_10000
    check (greatest(publish_at, unpublish_at) < '10000-01-01T00:00Z'),
  add constraint vouchers_schedule_has_an_author check (num_nonnulls(publish_at, unpublish_at) = 0 or scheduled_by is not null);

comment on column vouchers.publish_at is 'When a worker publishes the voucher. Null once that is done, or was not possible.';
comment on column vouchers.unpublish_at is 'When a worker unpublishes the voucher. Null once that is done.';
comment on column vouchers.scheduled_by is
  'Who set the schedule: kind, id, name and role of the caller. The audit entries of the worker name them.';
comment on column vouchers.schedule_failure is
  'When and why the last scheduled publication failed, until somebody changes the voucher or its schedule.';

create index vouchers_by_schedule on vouchers (least(publish_at, unpublish_at))
  where publish_at is not null or unpublish_at is not null;
create index vouchers_by_scheduled_publication on vouchers (merchant_id, publish_at) where publish_at is not null;
create index vouchers_with_failed_schedule on vouchers (id) where schedule_failure is not null;
