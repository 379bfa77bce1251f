-- Operators can stop writes for a while, for example before they move the database. All nodes must agree on it, also nodes that
-- start later, so it is stored here. Nodes of the previous release do not read this table: they go on accepting writes.

create table maintenance (
  is_only_row boolean primary key default true,
  since timestamptz,
  until timestamptz,
  message text,
  started_by text,
  constraint maintenance_is_one_row check (is_only_row),
  constraint maintenance_that_is_off_is_empty
    check (since is not null or (until is null and message is null and started_by is null)),
  constraint maintenance_has_a_starter check (since is null or started_by is not null),
  constraint maintenance_ends_after_it_began check (until > since),
  constraint maintenance_message_is_short check (char_length(message) between 1 and 200)
);
insert into maintenance default values;

comment on table maintenance is 'One row. While maintenance is on, requests that write are refused.';
comment on column maintenance.since is 'Null while maintenance is off.';
comment on column maintenance.until is 'Maintenance is over at this time, although the row stays. Null: until somebody turns it off.';
comment on column maintenance.message is 'From the operator to users, in plain text. Null: only the words of the apps are shown.';
comment on column maintenance.started_by is 'The name of the person, the API key or the command that turned it on.';
