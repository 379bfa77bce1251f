-- Comments on tables, columns, indexes and functions, so that psql and migrations/schema.sql explain the schema. COMMENT
-- takes a lock that lets reads and writes go on.

-- Partners and users

comment on table partners is 'The applications that embed the service.';
comment on column partners.jwt_issuer is 'The "iss" claim of the partner''s tokens. It identifies the partner, so it is unique.';
comment on column partners.jwks_url is 'Where the partner publishes its token keys. A partner has either this or public_key.';
comment on column partners.next_public_key is 'Accepted beside public_key during a key rotation.';
comment on column partners.require_v2 is 'Refuse requests of the partner''s backend that have no v2 signature.';
comment on column partners.frame_ancestors is 'The origins that may show the webview in a frame.';
comment on column partners.scope_merchant_ids is
  'The merchants that the partner''s users see, together with all merchants in scope_categories. Both null: every merchant.';
comment on column partners.version is 'Grows with each change in the back office, which refuses an edit of an older version (If-Match). The other version columns mean the same.';

comment on table partner_secrets is
  'The secrets that partners and the service sign with, encrypted. SIGNING signs webhooks. NEXT is accepted beside it until it is promoted. PREVIOUS is accepted until accepted_until.';
comment on column partner_secrets.sealed is 'Encrypted with SECRETS_KEY.';

comment on table partner_key_sets is
  'The last good key set of each partner that publishes one, so that tokens are still accepted if the service restarts while the partner''s key endpoint is down.';
comment on column partner_key_sets.url is 'Where the keys came from. After a change of jwks_url they no longer count.';
comment on column partner_key_sets.fetched_at is
  'When the set was last known to be current, within minutes. It limits how long a stale set is used.';

comment on table key_set_failures is
  'Partners whose key set cannot be fetched, for the alerts of every node. The next successful fetch deletes the row.';
comment on column key_set_failures.url is 'The address that failed. After a change of jwks_url the failure no longer counts.';

comment on table directory_version is
  'One row: the version of the partner directory that every node keeps in memory. Nodes read it every few seconds to see whether a partner has changed.';
comment on column directory_version.version is
  'A time in microseconds that only grows, for the same reason as catalog_version.version. It moves at the commit, while its row is locked, so no version appears below one that a node has already read.';
comment on table directory_entries is
  'The version at which each partner last changed. Nodes read only the partners whose version they do not know. A deleted partner keeps its row, because that is how nodes learn of it.';

comment on table users is
  'End users, each known by (partner, external_user_id). Anonymizing a user clears the personal data and keeps the row, so that claims and redemptions still add up.';
comment on column users.external_user_id is 'The partner''s own id of the user: the "sub" claim of its tokens.';
comment on index users_by_gram is
  'Finds users by any three consecutive bytes of four fields. The functions are our own, not pg_trgm: not every role may create an extension.';

-- The catalog

comment on table categories is 'The categories of merchants. A partner''s scope can name whole categories.';
comment on table sub_categories is 'Finer tags within a category. One that merchants are tagged with cannot be deleted.';
comment on column sub_categories.position is 'The order in which they are shown.';
comment on table merchants is 'Merchants, each in one category.';
comment on column merchants.timezone is 'An IANA name. Cycles begin at midnight in this time zone.';
comment on column merchants.top_voucher_id is 'The voucher to highlight in lists, while it is live.';
comment on column merchants.featured_position is 'Its place among the featured merchants. Null: not featured.';
comment on table merchant_sub_categories is 'The sub-categories of each merchant.';
comment on column merchant_sub_categories.category is
  'A copy, so that the two foreign keys together refuse a sub-category of another category.';
comment on table outlets is 'The places where a merchant''s vouchers are redeemed. Outlets are deactivated, never deleted.';
comment on column outlets.pin_hash is 'The hash of the PIN that confirms a redemption. Null: nothing can be redeemed at this outlet yet.';

comment on table vouchers is
  'Vouchers. A voucher starts as a DRAFT; once published it switches between PUBLISHED and UNPUBLISHED.';
comment on column vouchers.code_source is 'NONE: no code. MANUAL: the next code of an uploaded pool. AUTO: a generated code.';
comment on column vouchers.claim_flow is 'WALLET: users claim the voucher before they redeem it. INSTANT: no claim needed.';
comment on column vouchers.redemption_count is 'How often a user may redeem it in each cycle.';
comment on column vouchers.global_redemption_cap is 'How often all users together may redeem it in each cycle, across all partners. Null: no limit.';
comment on column vouchers.valid_until is 'The first moment that is too late. The same holds for applicable_until.';
comment on column vouchers.applicable_from is 'When redemption begins, for WALLET vouchers only.';
comment on column vouchers.outlet_ids is
  'Null: every outlet of the merchant. Outlets are never deleted, so the list cannot become stale.';
comment on column vouchers.published_at is 'The first publication, which is when VOUCHER_PUBLISHED is emitted.';

comment on table catalog_version is
  'One row: the version of the catalog that every node keeps in memory. It changes with each change of the catalog, in the same transaction. NOTIFY only wakes nodes up sooner: behind a pooler it is not received.';
comment on column catalog_version.version is
  'A time in microseconds that only grows. A counter would not do: after a failover or a restore that lost changes it would give a lost version''s number to another change, and a node could keep terms that no longer exist.';

comment on table images is
  'One row for each image that a merchant has uploaded, to limit how much disk space the keys of a merchant can fill.';
comment on column images.name is 'The file is named for its content, so two merchants can have the same image.';
comment on column images.merchant_id is 'Null: uploaded by an admin.';
comment on column images.uploaded_by is 'The id of the API key or staff member. Null: ADMIN_API_KEY or the command line.';
comment on table recent_publications is
  'What the API keys of merchants have published within the last hour, to limit how often they can notify their followers.';

-- Codes

comment on table voucher_codes is
  'The uploaded codes of MANUAL vouchers. voucher_id has no foreign key: uploads add up to a million codes, and looking up the voucher for each code doubles their time. Two triggers check it once for each statement.';
comment on column voucher_codes.position is 'The upload order, in which codes are dispensed.';
comment on column voucher_codes.redemption_id is 'The redemption that got the code. Null: still available.';
comment on table code_pools is
  'How many codes were ever uploaded for a voucher. Counting a million codes takes too long to decide whether a tenth is left.';

-- Wallet

comment on table favorites is 'The merchants that a user has marked as favorites.';
comment on table claims is 'The vouchers that users have added to their wallets.';

-- Redemptions

comment on table redemptions is
  'Every successful redemption, voided ones too. There are no foreign keys: a batch is decided on rows that were just read, and each key would lock the row of the partner and of the outlet for every redemption. Triggers keep referenced rows from being deleted.';
comment on column redemptions.cycle_key is
  'The cycle that it counts in: ONE_TIME, a month (2025-01) or a fortnight (2025-01-13/P2W), in the merchant''s time zone.';
comment on column redemptions.status is 'FLAGGED: accepted, but the position could not be checked. See flag_reason.';
comment on column redemptions.voucher_title is 'As it was at that time, like outlet_name.';
comment on column redemptions.cycle_resets_at is 'When the next cycle begins. Null: never.';
comment on column redemptions.remaining is 'How often the user could still redeem the voucher in this cycle afterwards.';
comment on column redemptions.idempotency_key is 'Remembered for 24 hours; then the user can use the key again.';
comment on column redemptions.request_hash is 'Tells a repeated request from another one with the same key.';
comment on column redemptions.voided_at is 'A voided redemption no longer counts against quota and cap; row and code stay.';
comment on index redemptions_by_user_and_time is 'A user''s own redemptions, newest first.';
comment on index redemptions_by_flag_reason is 'Partial, so that an ordinary redemption costs no more to write.';
comment on index redemptions_voided is
  'To count the dispensed codes of a voucher: those that count against its quotas, and those of voided redemptions.';

comment on table user_quotas is
  'How often a user has redeemed a voucher in a cycle; voided redemptions are subtracted. No foreign keys, for the same reason as in redemptions.';
comment on table voucher_quotas is
  'How often all users together have redeemed a voucher in a cycle; voided redemptions are subtracted.';
comment on table redemption_attempts is 'The recent redemption attempts of each user, for the rate limit.';
comment on column redemption_attempts.times is 'The attempts that still count, oldest first.';
comment on column redemption_attempts.granted is 'How many of the attempts that the last statement asked for it got.';
comment on table pin_failures is 'Every recorded wrong PIN.';
comment on column pin_failures.by_newcomer is 'The user had never redeemed at this outlet.';
comment on table pin_locks is
  'One row for each user and outlet with a recent wrong PIN. A right PIN locks the row too, so that it cannot overtake wrong ones that are being recorded.';
comment on column pin_locks.guessed_at is 'The latest guess.';
comment on column pin_locks.locked_until is 'Until then every PIN of this user is refused at this outlet.';
comment on table outlet_defenses is
  'One row for each outlet with a recent wrong PIN. It defends the outlet against many users who guess together: while it is defended, newcomers must be at the outlet.';
comment on column outlet_defenses.guessed_at is 'The latest wrong guess.';

-- Events and deliveries

comment on table events is
  'The outbox: the events for partners, written in the transaction that causes them. Events, deliveries and attempts are kept for 30 days. Each week has its own partition, which is dropped as a whole; the event id (a UUIDv7) determines the week, so one key finds all three.';
comment on column events.body is 'Frozen when the event is created, so that every attempt sends the same bytes.';
comment on column events.feed_position is
  'The number of the transaction that wrote the event. Transactions commit in another order than they begin. Events below the oldest open transaction are complete, and the feed ends there.';
comment on index events_by_partner is
  'By time, not by id: a fan-out draws its ids later. The type is included so that a rare type is found without reading every event of the month.';

comment on table fanouts is
  'VOUCHER_PUBLISHED events that are still to be created. Each row names up to a thousand users, as they were at the publication; a worker creates the events of a row in one transaction.';
comment on column fanouts.pieces is 'The text of the body before, between and after its id, userId and externalUserId.';

comment on table deliveries is 'The delivery of each event to the webhook of its partner. An event has none if its partner had no webhook.';
comment on column deliveries.is_bulk is 'Part of a fan-out. It waits until the partner''s other events are sent.';
comment on column deliveries.attempt is
  'How often the delivery was claimed: the number of the current attempt, and the fencing token that stops a worker whose claim has expired.';
comment on column deliveries.failures is 'Since it was last queued by hand.';
comment on column deliveries.due_at is 'When it may be claimed. While it is claimed: when the lease ends and another worker may claim it.';
comment on column deliveries.last_status is 'The HTTP status of the last attempt. Null: not attempted yet, or no response.';
comment on column deliveries.replay_id is 'The replay that queued it last.';
comment on column deliveries.created_at is 'When its event was created. Null: a delivery from before this column; its event has the time.';
comment on index deliveries_failed_by_time is
  'Failed deliveries, newest first: among the newest of all deliveries there may be none that failed.';

comment on table delivery_attempts is 'The result of each attempt, for the back office.';
comment on column delivery_attempts.number is 'deliveries.attempt at that time.';
comment on column delivery_attempts.response is 'The beginning of the response body.';

comment on table endpoints is 'The health of each partner''s webhook endpoint. No row: no failure so far.';
comment on column endpoints.held_until is 'No deliveries before then: the endpoint asked for a pause with Retry-After.';
comment on column endpoints.pause_reason is 'GONE: it answered 410. FAILING: it failed for days without a success.';
comment on column endpoints.resumed_at is
  'A worker is making its failed deliveries due again, a thousand at a time. Null: nothing is left to do.';

comment on table replays is
  'Events of a period that are to be sent again. A worker queues them a thousand at a time and records its progress in the same transaction, so that another worker can continue.';
comment on column replays.total is 'As counted at the start. Once all are queued: as found.';
comment on column replays.placed is 'How many are queued so far.';
comment on column replays.reached_at is 'The time and id (reached_id) of the last event that was queued.';
comment on column replays.placed_at is 'When all were queued.';
comment on column replays.error is 'Why the replay failed.';

-- The back office

comment on table staff is 'The people who may use the back office.';
comment on table api_keys is 'API keys of the back office.';
comment on column api_keys.hash is 'The key itself is shown only once. It has 32 random bytes, so it needs no slow hash.';
comment on table audit_log is 'Every change in the back office, and of users by their partners. Append-only; a trigger refuses anything else.';
comment on column audit_log.target is 'What was changed, as kind:id.';
comment on column audit_log.before is 'The old values of the fields that changed. Null: it did not exist before.';
comment on index audit_log_by_actor_kind is 'Entries can be listed by actor (kind, id or name) and by action, each newest first.';

-- Stats

comment on table refusal_counts is
  'Refused redemptions by the hour. They leave no row of their own, so they are counted here. Each node adds its counts once a second.';
comment on column refusal_counts.merchant_id is 'The merchant of the voucher. Null: the voucher is unknown.';
comment on table stats_progress is
  'One row: how far the stats have been rolled up. A day (for deliveries, an hour) is counted once, when it is over and no open transaction could still write to it unrecorded; then it is closed. A transaction that writes a row older than 15 minutes, or changes one, also records the difference in stat_changes or delivery_changes. A closed period is its counted stats plus the recorded differences; any other period is counted from its rows. So a sum is exact at every moment, and redemptions need no counter that every batch would have to wait for.';
comment on column stats_progress.days_until is 'Days before this one are closed. Null: none is.';
comment on column stats_progress.hours_until is 'Hours before this one are closed. Null: none is.';
comment on column stats_progress.horizon is
  'A transaction of the worker, begun at horizon_at. Once every transaction before it has ended, periods that were over well before horizon_at can be counted: later writes to them record a difference.';
comment on table daily_stats is
  'The stats of closed days, so that statistics do not count millions of rows. A merchant or partner that is null means all of them.';
comment on column daily_stats.stat is 'claims, redemptions, flagged or refused:<reason>.';
comment on table stat_changes is
  'Differences that are not in daily_stats yet. It has no index because the worker empties it every few seconds.';
comment on table delivery_stats is
  'Deliveries of closed hours by state. A partner that is null means all of them.';
comment on column delivery_stats.hour is 'The hour in which the event was created.';
comment on column delivery_stats.week is 'The week of the event''s partition, which is dropped as a whole.';
comment on table delivery_changes is 'Differences that are not in delivery_stats yet.';

-- The database itself

comment on table installation is 'One row: facts about this database.';
comment on column installation.secrets_key_check is 'Shows whether the configured SECRETS_KEY belongs to this database.';
comment on table schema_migrations is 'The migrations that were applied.';

-- Functions

comment on function uuid_v7 is 'A time-ordered id on any PostgreSQL from 15 on; only 18 has uuidv7().';
comment on function uuid_v7_floor is 'The lowest UUIDv7 of a moment.';
comment on function uuid_v7_week is 'The Monday of the week in which a UUIDv7 was made, in UTC.';
comment on function announce_partner_change is 'Moves the version of the partner directory and of the changed partner.';
comment on function byte_grams is
  'All sequences of three bytes, and the byte after each blank for shorter searches. The declared cost keeps the planner from computing it for every row.';
comment on function searched_text is 'The text that a search for users looks at.';
comment on function announce_catalog_change is
  'Moves the version of the catalog, once for each transaction, however many rows it changes. It runs at the commit because it locks the row: other writers of the catalog wait from then on.';
comment on function keep_published_voucher_terms is
  'Code source, claim flow, cycle and first publication of a voucher never change after it was published.';
comment on function require_the_voucher_of_codes is 'Does the work of a foreign key, once for each statement.';
comment on function keep_vouchers_that_have_codes is 'Does the work of a foreign key: a voucher with codes cannot be deleted.';
comment on function count_codes_of_pools is 'Keeps code_pools up to date.';
comment on function draw_codes is
  'The next codes of a pool, in upload order. It skips codes that another batch has locked, so that batches do not wait for each other. With waiting it waits for them: a locked code may still become free.';
comment on function keep_what_was_redeemed is 'Does the work of the foreign keys that redemptions does not have: rows that redemptions refer to cannot be deleted.';
comment on function write_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], boolean[], text[], text[],
  integer[], integer[], uuid[], text, timestamptz, bigint, boolean
) is 'Writes a batch of decided redemptions and returns their codes. Each array has one element for each redemption, in the order of the decisions; event_bodies has one line of JSON for each. The batch was decided on facts that may be outdated: if a counter, a voucher or a pool disagrees, the function writes nothing (SQLSTATE CF001), and the batch is decided again. Every node locks rows in one order (user counters, voucher counters, idempotency keys, codes, each sorted by key), so two batches cannot deadlock. The settings plan its statements once and for tables of any size: a plan made while the tables were small would scan them forever.';
comment on function write_redemptions(
  uuid[], uuid[], uuid[], uuid[], uuid[], uuid[], text[], text[], text[], timestamptz[], integer[], text[], text[],
  double precision[], double precision[], double precision[], double precision[], text[], boolean[], text[], text[],
  integer[], integer[], uuid[], text[], timestamptz, boolean
) is 'For nodes of the previous release during an upgrade. Their terms have no catalog version.';
comment on function judge_pin_guesses is
  'Judges guesses whose answer would show whether the PIN is right, and records the wrong ones before they are answered. Returns for each guess until when its user is locked out at the outlet and until when the outlet is defended against this user (null: not at all). A wrong guess that either of the two stops is not recorded, because the PIN is not looked at. Wrong guesses come first: a right one among many must not be revealed before they are counted. Rows are locked in one order: outlet_defenses by outlet, then pin_locks by outlet and user.';
comment on function plan_deliveries is 'Every event gets its delivery when it is written, so no writer can forget it.';
comment on function mend_feed_positions is
  'Fixes feed positions after a restore into a new cluster, which counts its transactions from the beginning: stored events would be ahead of new ones. Moves all events below zero in their order, so that readers of the feed continue where they were. Returns whether it changed anything. Must run before the first event after the restore.';
comment on function add_event_partition is
  'Creates the partition of a week and moves its rows out of the default partition. Locks the table itself first, which every statement opens before it lists partitions: a statement that had listed the partitions earlier would find the moved rows in neither.';
comment on function keep_event_partitions is
  'Creates partitions for this week, the next two, and earlier weeks with rows in the default partition; drops those that ended before the kept interval. Makes one change in each call and waits 200 ms at most for a lock. CHANGED: call again. LOCKED: call again a little later. DONE: nothing is left. Counts in hours, because a day of the session''s time zone may have 23.';
comment on function note_redemption_change is 'Records the difference that a late or changed redemption makes to its day.';
comment on function note_claim_change is 'Records the difference that a late or changed claim makes to its day.';
comment on function note_refusals_added is
  'Refusals are counted by the hour already, and every difference is recorded, so their days need not be closed.';
comment on function note_delivery_change is 'Records the difference that a late or changed delivery makes to its hour.';
comment on function fold_stat_changes is
  'Adds recorded differences to daily_stats. This function, fold_delivery_changes, close_day and close_hours run while the row of stats_progress is locked: by one worker at a time.';
comment on function fold_delivery_changes is 'Adds recorded differences to delivery_stats.';
comment on function close_day is
  'Counts a day. Deletes the differences recorded before in the same statement, which sees both in one snapshot.';
comment on function close_hours is 'Counts the deliveries of some hours, as close_day does for a day.';
comment on function roll_up_stats is
  'One step of the worker. Returns true if there may be another. Closes nothing while a transaction from before the horizon is open: it may hold rows that nobody sees yet and that were not recorded, because they were young when written.';
