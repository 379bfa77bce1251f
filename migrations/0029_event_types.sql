-- Partners choose which types of events are delivered to them. A type that is added later is off for the partners that
-- exist then, so that no receiver gets events that it does not know. The feed always has every type. The first such type
-- is REDEMPTION_VOIDED.

alter table events
  drop constraint events_type_is_known,
  add constraint events_type_is_known
    check (type in ('CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED'))
    -- Existing rows satisfied the narrower constraint. Checking millions of them again would hold the lock for seconds.
    not valid;

alter table partners
  add column event_types text[] not null default array['CLAIM_CREATED', 'REDEMPTION_CREATED', 'VOUCHER_PUBLISHED'],
  add constraint partners_event_types_are_known
    check (event_types <@ array['CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED']);
-- New partners get all types.
alter table partners alter column event_types
  set default array['CLAIM_CREATED', 'REDEMPTION_CREATED', 'REDEMPTION_VOIDED', 'VOUCHER_PUBLISHED'];
comment on column partners.event_types is
  'The types of events that are delivered to webhook_url. The feed always has every type.';

create or replace function plan_deliveries() returns trigger language plpgsql as $$
begin
  insert into deliveries (event_id, partner_id, is_bulk, due_at, created_at)
  select told.id, told.partner_id, told.type = 'VOUCHER_PUBLISHED', told.created_at, told.created_at
  from told join partners on partners.id = told.partner_id
  where partners.webhook_url is not null and told.type = any (partners.event_types);
  return null;
end $$;
