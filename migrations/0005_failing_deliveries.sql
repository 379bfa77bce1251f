-- An endpoint is failing as soon as its last attempt failed, and an operator sees which deliveries did not arrive. Until
-- now, resuming an endpoint forgot that it was failing, and queuing a delivery by hand forgot that it had failed.

alter table endpoints
  add column last_status integer,
  add column counted_since timestamptz,
  add column deliver_now_at timestamptz,
  drop constraint endpoints_pause_reason_is_known,
  -- The release before this one writes FAILING for EXHAUSTED.
  add constraint endpoints_pause_reason_is_known check (pause_reason in ('GONE', 'EXHAUSTED', 'FAILING'));
comment on table endpoints is 'The health of each partner''s webhook endpoint. No row: no attempt so far.';
comment on column endpoints.failing_since is 'When the first attempt since the last success failed. Null: the last attempt succeeded, or none was made.';
comment on column endpoints.pause_reason is 'GONE: it answered 410. EXHAUSTED (or FAILING, as an older release writes it): it failed for days without a success.';
comment on column endpoints.last_status is 'The HTTP status of the last attempt. Null: no attempt so far, or no response.';
comment on column endpoints.counted_since is 'The first failure since the last success or resumption. The days before a pause count from here.';
comment on column endpoints.deliver_now_at is 'When somebody asked to send all undelivered deliveries. A worker makes them due, a thousand at a time. Null: nothing is left to do.';

update endpoints set pause_reason = 'EXHAUSTED' where pause_reason = 'FAILING';
update endpoints set counted_since = failing_since where failing_since is not null;

insert into endpoints (partner_id, last_status)
select partners.id, newest.last_status
from partners cross join lateral (
  select d.last_status
  from events e join deliveries d on d.event_id = e.id
  where e.partner_id = partners.id and (d.delivered_at is not null or d.failures > 0)
  order by e.created_at desc, e.id desc
  limit 1
) as newest
where partners.webhook_url is not null
on conflict (partner_id) do update set last_status = excluded.last_status;

alter table deliveries add column failed_before boolean not null default false;
comment on column deliveries.failed_before is 'It had failed when it was last queued by hand, and was not delivered since.';

create index deliveries_undelivered on deliveries (partner_id, created_at, event_id)
  where state <> 'DELIVERED' and (failures > 0 or failed_before);
comment on index deliveries_undelivered is 'Deliveries that failed or wait after a failure, newest first.';

alter table replays add column only_undelivered boolean not null default false;
comment on column replays.only_undelivered is 'Only events whose delivery is undelivered. Then only_failed is true as well: the release before this one reads it.';
