-- Vouchers with their life cycle (DRAFT, then PUBLISHED ⇄ UNPUBLISHED), and the pools of uploaded codes.

create table vouchers (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  title text not null,
  description text,
  terms text,
  image_path text,
  value_type text,
  code_source text not null,
  claim_flow text not null,
  favorites_only boolean not null,
  redemption_count integer not null,
  cycle text not null,
  global_redemption_cap integer,
  valid_from timestamptz,
  valid_until timestamptz,
  applicable_from timestamptz,
  applicable_until timestamptz,
  -- null: every outlet of the merchant. Outlets are never deleted, so the list cannot go stale.
  outlet_ids uuid[],
  status text not null,
  -- The first publication, which is when VOUCHER_PUBLISHED is told.
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint vouchers_belong_to_one_merchant unique (id, merchant_id),
  constraint vouchers_value_type_is_known check (value_type in ('FREE_ITEM', 'PERCENT', 'FIXED', 'BOGO')),
  constraint vouchers_code_source_is_known check (code_source in ('NONE', 'MANUAL', 'AUTO')),
  constraint vouchers_claim_flow_is_known check (claim_flow in ('WALLET', 'INSTANT')),
  constraint vouchers_cycle_is_known check (cycle in ('ONE_TIME', 'MONTHLY', 'BIWEEKLY')),
  constraint vouchers_status_is_known check (status in ('DRAFT', 'PUBLISHED', 'UNPUBLISHED')),
  constraint vouchers_draft_means_never_published check ((status = 'DRAFT') = (published_at is null)),
  constraint vouchers_live_ones_have_an_image check (status <> 'PUBLISHED' or image_path is not null),
  constraint vouchers_redemption_count_is_positive check (redemption_count >= 1),
  constraint vouchers_global_cap_is_positive check (global_redemption_cap >= 1),
  constraint vouchers_validity_ends_after_it_begins check (valid_until > valid_from),
  constraint vouchers_applicability_ends_after_it_begins check (applicable_until > applicable_from),
  constraint vouchers_outlet_list_is_not_empty check (cardinality(outlet_ids) > 0)
);
create index vouchers_by_merchant on vouchers (merchant_id, id);

alter table merchants
  add constraint merchants_top_voucher_is_their_own
  foreign key (top_voucher_id, id) references vouchers (id, merchant_id);

create function keep_published_voucher_terms() returns trigger
language plpgsql as $$
begin
  if (new.code_source, new.claim_flow, new.cycle) is distinct from (old.code_source, old.claim_flow, old.cycle) then
    raise exception 'codeSource, claimFlow and cycle are fixed once published'
      using errcode = 'check_violation', constraint = 'vouchers_terms_are_fixed_once_published';
  end if;
  if new.published_at is distinct from old.published_at then
    raise exception 'the first publication stays on record'
      using errcode = 'check_violation', constraint = 'vouchers_first_publication_stays_on_record';
  end if;
  return new;
end $$;

create trigger vouchers_keep_published_terms
  before update on vouchers
  for each row when (old.published_at is not null)
  execute function keep_published_voucher_terms();

-- The position is the upload order, in which codes are drawn. Pools are filled by the million: a foreign key would look
-- its voucher up once for each code, which doubles the time of an upload. The two triggers do its work once a statement.
create table voucher_codes (
  voucher_id uuid not null,
  code text not null,
  position bigint generated always as identity,
  redemption_id uuid,
  constraint voucher_codes_are_unique_in_their_pool primary key (voucher_id, code)
);
create index voucher_codes_available on voucher_codes (voucher_id, position) where redemption_id is null;

create function require_the_voucher_of_codes() returns trigger
language plpgsql as $$
begin
  if exists (
    select from (select distinct voucher_id from added) as pool
    where not exists (select from vouchers where id = pool.voucher_id for key share)
  ) then
    raise exception 'codes of a voucher that does not exist'
      using errcode = 'foreign_key_violation', constraint = 'voucher_codes_belong_to_a_voucher';
  end if;
  return null;
end $$;

create trigger voucher_codes_belong_to_a_voucher
  after insert on voucher_codes
  referencing new table as added
  for each statement execute function require_the_voucher_of_codes();

create function keep_vouchers_that_have_codes() returns trigger
language plpgsql as $$
begin
  if exists (select from voucher_codes where voucher_id = old.id) then
    raise exception 'the voucher has codes'
      using errcode = 'foreign_key_violation', constraint = 'voucher_codes_belong_to_a_voucher';
  end if;
  return old;
end $$;

create trigger vouchers_with_codes_stay
  before delete on vouchers
  for each row execute function keep_vouchers_that_have_codes();
