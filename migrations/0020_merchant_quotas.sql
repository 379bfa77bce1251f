-- A key of a merchant could fill the disk with images and every follower's phone with publications. Both are counted now.

-- One row for each image that a merchant has uploaded; `merchant_id` is null for those of admins. The file is named for its
-- content, so two merchants may have the same one.
create table images (
  name text not null,
  merchant_id uuid references merchants,
  bytes bigint not null,
  -- The id of the key or the member of staff; null for ADMIN_API_KEY and the command line.
  uploaded_by text,
  uploaded_at timestamptz not null,
  constraint images_one_per_merchant_and_name unique nulls not distinct (merchant_id, name)
);

-- Images of before are known from the audit log only.
insert into images (name, merchant_id, bytes, uploaded_by, uploaded_at)
select distinct on (merchant_id, name) *
from (
  select substr(target, length('image:') + 1) as name, coalesce(api_keys.merchant_id, staff.merchant_id) as merchant_id,
    (after ->> 'bytes')::bigint as bytes, actor_id, at
  from audit_log
  left join api_keys on api_keys.id::text = actor_id
  left join staff on staff.id::text = actor_id
  where action = 'image.upload'
) as uploads
order by merchant_id, name, at;

-- What keys of merchants have published within the last hour.
create table recent_publications (
  merchant_id uuid not null references merchants,
  voucher_id uuid not null references vouchers,
  published_at timestamptz not null
);
create index recent_publications_by_merchant on recent_publications (merchant_id, published_at);
