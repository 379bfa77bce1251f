-- Support is asked "why did it not work for this customer?", and refused redemptions left only counts by the hour. Each
-- one now has a row for 30 days. Nodes write these rows in batches after the response, so that no redemption waits for them.

-- No foreign keys: a refused request may name a voucher or outlet that does not exist. The statement that writes a row
-- reads its user and merchant, which are never deleted.
create table refusals (
  id uuid primary key,
  at timestamptz not null,
  partner_id uuid not null,
  user_id uuid not null,
  voucher_id uuid not null,
  outlet_id uuid not null,
  merchant_id uuid,
  code text not null,
  distance_meters double precision,
  details jsonb
);
create index refusals_by_time on refusals (at, id);
create index refusals_by_user on refusals (user_id, at, id);
create index refusals_by_partner on refusals (partner_id, at, id);
create index refusals_by_merchant on refusals (merchant_id, at, id);
create index refusals_by_outlet on refusals (outlet_id, at, id);
create index refusals_by_voucher on refusals (voucher_id, at, id);

comment on table refusals is 'Refused redemptions of the last 30 days. A crash of a node loses at most its last second.';
comment on column refusals.merchant_id is 'The voucher''s. Null if the response was voucher_not_found, as in refusal_counts.';
comment on column refusals.distance_meters is
  'Between the device and the outlet, rounded to 0.1 m. Null if either position is unknown. The coordinates are not kept.';
comment on column refusals.details is 'The facts of the response, such as the limit and how much of it was used.';
