-- Every node keeps the catalogue in memory. The version tells whether what it keeps is still so: it moves with each
-- change, in the change's own transaction. NOTIFY is only the wake-up call, since behind a pooler nobody hears it.

create table catalog_version (
  only_row boolean primary key default true,
  version bigint not null,
  constraint catalog_version_has_one_row check (only_row)
);

insert into catalog_version (version) values (1);
