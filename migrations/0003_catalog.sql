-- Merchants, where they are, and how they are found.

create table categories (
  slug text primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);

create table sub_categories (
  id uuid primary key,
  category text not null references categories,
  name text not null,
  position integer not null,
  constraint sub_categories_name_is_unique_in_category unique (category, name) deferrable initially deferred,
  constraint sub_categories_belong_to_one_category unique (id, category)
);

create table merchants (
  id uuid primary key,
  name text not null,
  slug text not null,
  category text not null,
  logo_path text,
  banner_path text,
  description text,
  is_new boolean not null,
  is_active boolean not null,
  timezone text not null,
  top_voucher_id uuid,
  featured_position integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint merchants_slug_is_unique unique (slug),
  constraint merchants_category_exists foreign key (category) references categories,
  constraint merchants_featured_position_is_unique unique (featured_position) deferrable initially deferred,
  constraint merchants_are_in_one_category unique (id, category)
);

-- The category stands here too, so that the two foreign keys together refuse a sub-category of another category.
create table merchant_sub_categories (
  merchant_id uuid not null,
  sub_category_id uuid not null,
  category text not null,
  constraint merchant_sub_categories_name_each_once primary key (merchant_id, sub_category_id),
  constraint merchant_sub_categories_merchant_is_in_category
    foreign key (merchant_id, category) references merchants (id, category) deferrable initially deferred,
  constraint merchant_sub_categories_are_of_the_merchants_category
    foreign key (sub_category_id, category) references sub_categories (id, category)
);
create index merchant_sub_categories_by_sub_category on merchant_sub_categories (sub_category_id);

create table outlets (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null,
  address_line text not null,
  address_full text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country_code text not null,
  latitude double precision,
  longitude double precision,
  is_active boolean not null,
  pin_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint outlets_have_both_coordinates_or_neither check (num_nulls(latitude, longitude) in (0, 2)),
  constraint outlets_latitude_is_on_earth check (latitude between -90 and 90),
  constraint outlets_longitude_is_on_earth check (longitude between -180 and 180)
);
create index outlets_by_merchant on outlets (merchant_id);
