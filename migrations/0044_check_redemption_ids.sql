-- A migration of its own: reading a large table takes long, and must not hold the lock that 0043 needed. Redemptions
-- continue meanwhile. With the checked constraint, 0045 can attach the table as a partition without reading it.
do $$
declare
  name text;
begin
  select conname into name from pg_constraint
  where conrelid = 'redemptions'::regclass and conname ~ '^redemptions_before_\d{4}_\d{2}$' and not convalidated;
  if found then
    execute format('alter table redemptions validate constraint %I', name);
  end if;
end $$;
