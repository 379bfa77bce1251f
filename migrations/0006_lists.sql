-- What the lists of the back office are sorted by: vouchers by end, title and merchant, merchants by name.

create function ends_at(valid_until timestamptz) returns timestamp
language sql immutable parallel safe
return coalesce(date_trunc('milliseconds', valid_until at time zone 'UTC'), 'infinity');
comment on function ends_at is
  'The end of a voucher in UTC, as the API shows it: to the millisecond. A voucher without an end never ends.';

create index vouchers_by_end on vouchers (ends_at(valid_until), id);
create index vouchers_by_title on vouchers (plain_title(title), id);
create index merchants_by_name on merchants (lower(name), id);
