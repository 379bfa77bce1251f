-- What users do: favorite, claim, redeem.

create table favorites (
  user_id uuid not null references users,
  merchant_id uuid not null references merchants,
  created_at timestamptz not null,
  constraint favorites_one_per_user_and_merchant primary key (user_id, merchant_id)
);
create index favorites_by_merchant on favorites (merchant_id, user_id);

create table claims (
  id uuid primary key,
  user_id uuid not null references users,
  voucher_id uuid not null references vouchers,
  claimed_at timestamptz not null,
  constraint claims_one_per_user_and_voucher unique (user_id, voucher_id)
);

create table redemptions (
  id uuid primary key,
  user_id uuid not null references users,
  voucher_id uuid not null references vouchers,
  outlet_id uuid not null references outlets,
  cycle_key text not null,
  status text not null,
  flag_reason text,
  gps_available boolean not null,
  gps_distance_meters double precision,
  code text,
  redeemed_at timestamptz not null,
  voided_at timestamptz,
  constraint redemptions_status_is_known check (status in ('SUCCESS', 'FLAGGED')),
  constraint redemptions_flag_reason_is_known check (flag_reason in ('gps_unavailable', 'outlet_not_geolocated'))
);
create index redemptions_by_user on redemptions (user_id, id);

alter table voucher_codes
  add constraint voucher_codes_dispensed_to_a_redemption foreign key (redemption_id) references redemptions;
