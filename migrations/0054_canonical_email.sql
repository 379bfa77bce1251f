-- One canonical form of an e-mail address. lower() of PostgreSQL depends on the locale of the database and differs from
-- that of JavaScript for letters such as İ, so one account had many spellings, each with its own limit on guesses. The
-- form is that of src/platform/input/canonical-email.ts: NFC, ASCII letters in lower case. The database computes it, so that
-- nodes of the release before write it too.
alter table staff add column canonical_email text not null
  generated always as (lower(normalize(email, NFC) collate "C")) stored;

do $$
declare
  same text;
begin
  select string_agg(ids, '; ') into same from (
    select string_agg(id::text, ' and ' order by id) as ids
    from staff group by canonical_email having count(*) > 1
  ) as collisions;
  if same is not null then
    raise exception 'staff members have the same e-mail address in two spellings (%)', same using
      errcode = 'CF002',
      hint = 'start the release before, change the address of one of them in the console, and start again';
  end if;
end $$;

drop index staff_email_is_unique;
alter table staff add constraint staff_email_is_unique unique (canonical_email);

comment on column staff.email is 'As it was entered. Mails are sent to this address.';
comment on column staff.canonical_email is
  'The form in which addresses are compared: NFC, ASCII letters in lower case. All spellings of an address have the same.';
