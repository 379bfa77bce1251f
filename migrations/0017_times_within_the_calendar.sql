-- A time with a long fraction was rounded into the year 10000, which nothing of ours can write or read: a replay with
-- such a beginning held up every replay, and a voucher with such a validFrom could be redeemed at once. The API refuses
-- such a time now; this corrects what is stored (an end so far away is none), and lets a replay fail by itself, with a
-- reason.

update vouchers
set valid_from = least(valid_from, '9999-12-31T23:59:59.999Z'),
  valid_until = case when valid_until < '10000-01-01T00:00:00Z' then valid_until end,
  applicable_from = least(applicable_from, '9999-12-31T23:59:59.999Z'),
  applicable_until = case when applicable_until < '10000-01-01T00:00:00Z' then applicable_until end
where greatest(valid_from, valid_until, applicable_from, applicable_until) >= '10000-01-01T00:00:00Z';

set constraints all immediate;

alter table vouchers add constraint vouchers_times_are_before_the_year_10000
  check (greatest(valid_from, valid_until, applicable_from, applicable_until) < '10000-01-01T00:00:00Z');

alter table replays
  add column error text,
  drop constraint replays_finished_ones_are_placed,
  add constraint replays_finished_ones_are_placed_or_failed
    check (finished_at is null or placed_at is not null or error is not null);

update replays
set since = least(since, '9999-12-31T23:59:59.999Z'),
  until = case when until < '10000-01-01T00:00:00Z' then until end
where greatest(since, until) >= '10000-01-01T00:00:00Z';

alter table replays add constraint replays_times_are_before_the_year_10000
  check (greatest(since, until) < '10000-01-01T00:00:00Z');
