-- A reset deletes the events of a sandbox. A reader of the feed who saved one of them starts again.

alter table partners add column reset_at timestamptz;
comment on column partners.reset_at is
  'When the sandbox of a test partner was last reset, by the clock of the database, as in the ids of events.';
