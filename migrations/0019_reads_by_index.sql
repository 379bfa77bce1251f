-- Reads whose cost grew with history get an index of their own, and the partner directory a version.
--
-- Each index is built inside the migration, which blocks writes to its table. At 5 million redemptions, 1 million users
-- and 1 million audit entries, on two cores, the whole migration takes about a minute: some 10 s for redemptions and
-- 30 to 50 s for users. The release before runs on the new schema; it only reads by older plans.

-- A user's own redemptions, newest first. The index by user and id did not have that order: the database read everybody's
-- redemptions by time until it had met enough of this user.
create index redemptions_by_user_and_time on redemptions (user_id, redeemed_at, id);
drop index redemptions_by_user;

-- Partial, so that an ordinary redemption costs nothing more to write.
create index redemptions_by_flag_reason on redemptions (flag_reason, redeemed_at, id) where flag_reason is not null;
