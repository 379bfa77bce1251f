-- Alerts reach people: a worker stores when each alert begins and ends, and sends messages about it to destinations. Alerts
-- were computed only, and still are: these tables say which of them somebody was informed of. The previous release does not
-- use them.

create table alerts (
  id uuid primary key,
  kind text not null,
  subject_type text not null,
  subject_id text not null,
  subject_name text not null,
  merchant_id uuid,
  partner_id uuid,
  facts jsonb not null,
  is_notice boolean not null,
  is_announced boolean not null default false,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint alerts_notices_have_no_end check (not (is_notice and ended_at is not null))
);
create unique index alerts_are_open_once on alerts (kind, subject_id) where ended_at is null and not is_notice;
create index alerts_unannounced on alerts (id) where not is_announced;
create index alerts_notices on alerts (began_at) where is_notice;
create index alerts_ended on alerts (ended_at) where ended_at is not null;
comment on table alerts is
  'Begin and end of each alert, as the worker has noticed them, and notices, which have no end. Ended alerts and notices are '
  'kept for 90 days.';
comment on column alerts.subject_name is 'As of the begin.';
comment on column alerts.merchant_id is 'The merchant whose people see the alert; null if there is none.';
comment on column alerts.partner_id is 'The partner whose people see the alert; null if there is none.';
comment on column alerts.facts is 'The numbers and texts of its sentence, as of the begin.';
comment on column alerts.is_announced is 'Whether its begin was handed to the destinations.';

create table alert_watch (
  only_row boolean primary key default true,
  checked_at timestamptz,
  constraint alert_watch_has_one_row check (only_row)
);
insert into alert_watch default values;
comment on table alert_watch is 'When a worker last compared the current alerts with the stored ones.';

create table alert_destinations (
  id uuid primary key,
  name text not null,
  kind text not null,
  owner text not null,
  merchant_id uuid references merchants (id) on delete cascade,
  partner_id uuid references partners (id) on delete cascade,
  alert_kinds text[],
  timing text not null,
  timezone text not null,
  quiet_from time,
  quiet_until time,
  addresses text[],
  host text,
  sealed bytea,
  sealed_with text,
  failing_since timestamptz,
  failures integer not null default 0,
  last_error text,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint alert_destinations_kind_is_known check (kind in ('EMAIL', 'SLACK', 'TEAMS', 'SIGNED')),
  constraint alert_destinations_timing_is_known check (timing in ('AT_ONCE', 'HOURLY')),
  constraint alert_destinations_owner_is_known check (
    case owner
      when 'OPERATOR' then num_nonnulls(merchant_id, partner_id) <= 1
      when 'MERCHANT' then merchant_id is not null and partner_id is null
      when 'PARTNER' then partner_id is not null and merchant_id is null
      else false
    end
  ),
  constraint alert_destinations_have_addresses_or_a_url check (
    case kind
      when 'EMAIL' then addresses is not null and num_nonnulls(host, sealed, sealed_with) = 0
      else addresses is null and num_nulls(host, sealed, sealed_with) = 0
    end
  ),
  constraint alert_destinations_quiet_hours_are_whole check (num_nulls(quiet_from, quiet_until) in (0, 2))
);
create index alert_destinations_by_merchant on alert_destinations (merchant_id);
create index alert_destinations_by_partner on alert_destinations (partner_id);
comment on table alert_destinations is 'Where messages about alerts are sent.';
comment on column alert_destinations.owner is
  'Whose people manage it. The merchant or partner of an operator’s destination is a filter only.';
comment on column alert_destinations.alert_kinds is 'Null: every kind.';
comment on column alert_destinations.timezone is 'The zone of the quiet hours, and of the times in its messages.';
comment on column alert_destinations.host is 'The host of the URL. The URL itself is a secret.';
comment on column alert_destinations.sealed is 'URL and signing secret as JSON, encrypted.';
comment on column alert_destinations.sealed_with is 'The id of the key.';
comment on column alert_destinations.failing_since is 'The first failure since the last success.';

create table alert_messages (
  id uuid primary key,
  destination_id uuid not null references alert_destinations (id) on delete cascade,
  state text not null default 'PENDING',
  kinds text[] not null,
  content jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  accepted_by text[] not null default '{}',
  done_at timestamptz,
  constraint alert_messages_state_is_known check (state in ('PENDING', 'SENT', 'GIVEN_UP')),
  constraint alert_messages_done_ones_have_a_time check ((state = 'PENDING') = (done_at is null))
);
create unique index alert_messages_wait_one_by_one on alert_messages (destination_id)
where state = 'PENDING' and accepted_by = '{}';
create index alert_messages_due on alert_messages (due_at) where state = 'PENDING';
create index alert_messages_by_destination on alert_messages (destination_id, created_at);
create index alert_messages_done on alert_messages (done_at) where done_at is not null;
create index alert_messages_given_up on alert_messages (destination_id) where state = 'GIVEN_UP';
comment on table alert_messages is
  'Messages to destinations. A worker claims a due one with a lease. Its id is the Message-ID or event id of every attempt. '
  'Kept for 30 days after it was sent or given up.';
comment on column alert_messages.kinds is 'The kinds of its alerts: a kind is sent at once only every 10 minutes.';
comment on column alert_messages.content is 'The alerts that it reports, fixed when it is written.';
comment on column alert_messages.due_at is 'The next attempt, or the end of the lease.';
comment on column alert_messages.attempt is 'The number of claims.';
comment on column alert_messages.accepted_by is
  'The e-mail addresses that have the message already, so that they do not get it twice. Emptied at the end.';

create table alert_lines (
  destination_id uuid not null references alert_destinations (id) on delete cascade,
  alert_id uuid not null references alerts (id) on delete cascade,
  change text not null,
  kind text not null,
  at timestamptz not null,
  message_id uuid,
  primary key (destination_id, alert_id, change),
  constraint alert_lines_change_is_known check (change in ('BEGAN', 'ENDED'))
);
create index alert_lines_waiting on alert_lines (destination_id, at) where message_id is null;
create index alert_lines_by_alert on alert_lines (alert_id);
comment on table alert_lines is
  'What each destination is to be informed of. A line waits until it is part of a message, which is never changed.';
comment on column alert_lines.message_id is 'Null: no message has it yet. The message may have been deleted since.';

create index vouchers_with_cap on vouchers (merchant_id, id)
where status = 'PUBLISHED' and global_redemption_cap is not null;
