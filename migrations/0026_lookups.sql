-- Support looks up a redemption by its code, and everything that happened to a user. Both are read by an index, and an
-- ordinary redemption costs nothing more to write.

-- The unique index on voucher and code now starts with the code, so that it serves the search as well. Writes to
-- redemptions wait while it is built: about 5 seconds for a million redemptions with codes.
create unique index redemptions_with_code on redemptions (code, voucher_id) where code is not null;
drop index redemptions_code_is_unique_per_voucher;
alter index redemptions_with_code rename to redemptions_code_is_unique_per_voucher;

-- A user's events of claims and redemptions are found by the time of their cause. Those of a publication share their time
-- with the events of all other followers of the merchant.
create index events_of_publications_by_user on events (user_id, created_at) where type = 'VOUCHER_PUBLISHED';

-- Seven indexes made the record of a refusal cost two thirds of the refusal itself. Users and merchants keep theirs; other
-- filters read the newest refusals first, of which there are 30 days at most.
alter table refusals drop constraint refusals_pkey;
drop index refusals_by_time, refusals_by_partner, refusals_by_outlet, refusals_by_voucher;
alter table refusals add constraint refusals_pkey primary key (at, id);
