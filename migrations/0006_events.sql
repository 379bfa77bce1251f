-- The outbox: what partners are told, written in the transaction of its cause. The body is frozen here, so that
-- every attempt to deliver it sends the same bytes.

create table events (
  id uuid primary key,
  partner_id uuid not null references partners,
  user_id uuid not null references users,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  constraint events_type_is_known check (type in ('CLAIM_CREATED', 'REDEMPTION_CREATED', 'VOUCHER_PUBLISHED')),
  constraint events_body_is_not_empty check (body <> '')
);
create index events_by_partner on events (partner_id, id);
