-- Anonymous callers filled the audit log, which nothing can be deleted from, and the table of sign-in steps. Failed
-- sign-ins without a known account are counted here, and written to the audit log once an hour has ended. Steps that
-- strangers begin are limited by where they come from.
create table unknown_sign_in_failures (
  hour timestamptz not null,
  address text not null,
  failures bigint not null,
  constraint unknown_sign_in_failures_are_counted_by_hour_and_address primary key (hour, address),
  constraint unknown_sign_in_failures_are_positive check (failures > 0)
);

alter table sign_in_steps add column origin text;
create index sign_in_steps_by_origin on sign_in_steps (origin, expires_at) where origin is not null;
create index sign_in_steps_of_strangers on sign_in_steps (created_at) where origin like 'address:%';

comment on table unknown_sign_in_failures is
  'Failed sign-ins without a known account. Workers move the hours that have ended to the audit log, as a few sums.';
comment on column unknown_sign_in_failures.hour is 'The start of the hour.';
comment on column unknown_sign_in_failures.address is
  'The IP address, or the /64 network of an IPv6 address. "others": all addresses beyond the first 1,000 of the hour.';
comment on column sign_in_steps.origin is
  'Who began the step, if no member is known: address:<IP address or /64 network>, or device:<staff id> for a known device.';
comment on column sign_in_failures.subject is
  'account:<hash of the e-mail address>, whether or not such a member exists, and address:<IP address>, for strangers; device:<staff id> for the known devices and sessions of a member; mail:, mail-address: and device-mail: for requests for mails; passkey:<staff id> for refused passkeys.';
