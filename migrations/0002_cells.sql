-- Cells: merchants may live in other databases. docs/scale.md describes them. Without cells, both tables stay empty.

create table cells (
  name text primary key,
  created_at timestamptz not null,
  constraint cells_name_is_short check (name ~ '^[a-z][a-z0-9-]{0,29}$' and name <> 'home')
);
comment on table cells is
  'The databases in which merchants live, besides this one. Each has the same schema. It reads and writes the tables '
  'that all cells share, such as users and partners, here: see its schema home.';
comment on column cells.name is 'As in "counterfoil cells". This database is called home.';

create table merchant_cells (
  merchant_id uuid primary key,
  cell text not null references cells (name),
  slug text not null,
  constraint merchant_cells_slug_is_unique unique (slug)
);
comment on table merchant_cells is
  'Which cell each merchant lives in. Merchants at home have no row. Every cell writes the rows of its own merchants.';
comment on column merchant_cells.slug is 'A copy, so that no two merchants of different databases have the same slug.';

create function cell_name() returns text language sql stable return null::text;
comment on function cell_name is 'The cell that this database is; null at home. A cell has its own version.';

create function lock_slug(slug text) returns void language sql
return pg_advisory_xact_lock(hashtextextended('merchant slug ' || slug, 0));
comment on function lock_slug is 'At home: merchants of all databases that want the same slug wait for each other.';

create function refuse_slug_of_a_cell() returns trigger language plpgsql as $$
begin
  perform lock_slug(new.slug);
  if exists (select from merchant_cells where slug = new.slug) then
    raise unique_violation using constraint = 'merchants_slug_is_unique',
      message = 'a merchant in a cell has this slug';
  end if;
  return new;
end $$;
create function refuse_slug_of_home() returns trigger language plpgsql set search_path = public as $$
begin
  perform lock_slug(new.slug);
  if exists (select from merchants where slug = new.slug and sandbox_id is null) then
    raise unique_violation using constraint = 'merchants_slug_is_unique', message = 'a merchant has this slug';
  end if;
  return new;
end $$;
create trigger merchants_slug_is_free_in_cells before insert or update of slug on merchants
  for each row when (new.sandbox_id is null and cell_name() is null) execute function refuse_slug_of_a_cell();
create trigger merchant_cells_slug_is_free_at_home before insert or update of slug on merchant_cells
  for each row execute function refuse_slug_of_home();

create function register_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from merchant_cells where merchant_id = old.id;
  elsif tg_op = 'UPDATE' then
    update merchant_cells set slug = new.slug where merchant_id = new.id;
  else
    insert into merchant_cells (merchant_id, cell, slug) values (new.id, cell_name(), new.slug);
  end if;
  return null;
exception when unique_violation then
  -- The connection to home reports the error without the name of the constraint.
  raise unique_violation using constraint = 'merchants_slug_is_unique', message = sqlerrm;
end $$;
comment on function register_in_cell is 'Keeps the row of merchant_cells at home, in the transaction that changes the merchant.';
create trigger merchants_register_in_cell after insert on merchants
  for each row when (cell_name() is not null) execute function register_in_cell();
create trigger merchants_rename_in_cell after update of slug on merchants
  for each row when (cell_name() is not null and old.slug <> new.slug) execute function register_in_cell();
create trigger merchants_leave_their_cell after delete on merchants
  for each row when (cell_name() is not null) execute function register_in_cell();

create function require_category_of_home() returns trigger language plpgsql as $$
begin
  if not exists (select from categories where slug = new.category) then
    raise foreign_key_violation using constraint = 'merchants_category_exists', message = 'there is no such category';
  end if;
  return new;
end $$;
comment on function require_category_of_home is 'In a cell, a foreign key cannot lead to the categories, which are at home.';
create trigger merchants_category_exists_at_home before insert or update of category on merchants
  for each row when (cell_name() is not null) execute function require_category_of_home();

create function require_sub_category_of_home() returns trigger language plpgsql as $$
begin
  perform from sub_categories where id = new.sub_category_id and category = new.category for share;
  if not found then
    raise foreign_key_violation using
      constraint = 'merchant_sub_categories_are_of_the_merchants_category',
      message = 'there is no such sub-category in the category';
  end if;
  return new;
end $$;
comment on function require_sub_category_of_home is 'Like require_category_of_home. It locks the sub-category, so that none is removed meanwhile.';
create trigger merchant_sub_categories_exist_at_home before insert or update on merchant_sub_categories
  for each row when (cell_name() is not null) execute function require_sub_category_of_home();

-- A cell writes these tables through a connection that finds only pg_catalog without its schema.
alter function announce_catalog_change set search_path = public;
alter function announce_partner_change set search_path = public;
alter function forget_counter_intent set search_path = public;
alter function forbid_deleting_redeemed set search_path = public;

-- The merchant may live in another database. Only merchants of sandboxes are deleted, and they are at home.
alter table images drop constraint images_merchant_id_fkey;
alter table alert_destinations drop constraint alert_destinations_merchant_id_fkey;
create function forget_merchant() returns trigger language plpgsql as $$
begin
  delete from alert_destinations where merchant_id = old.id;
  return null;
end $$;
comment on function forget_merchant is 'Deletes the destinations of alerts that are about the merchant only.';
create trigger merchants_leave_no_destinations after delete on merchants
  for each row execute function forget_merchant();

create table feed_entries (
  partner_id uuid not null references partners (id),
  position bigint generated always as identity,
  event_id uuid not null,
  cell text references cells (name),
  constraint feed_entries_are_in_one_order primary key (partner_id, position),
  constraint feed_entries_name_each_event_once unique (event_id)
);
comment on table feed_entries is
  'The order of the events of all databases in the feed of each live partner. A worker reads each database in its own '
  'order and appends here. Kept as long as the events. Without cells it is empty, and the feed reads the events.';
comment on column feed_entries.cell is 'Where the event is. Null: at home.';

create table feed_progress (
  partner_id uuid not null references partners (id),
  cell text references cells (name),
  feed_position bigint not null,
  event_id uuid not null,
  constraint feed_progress_is_one_per_partner_and_cell unique nulls not distinct (partner_id, cell)
);
comment on table feed_progress is 'The last event of each database that feed_entries has, by the position in that database.';
