-- The partitions of this month and the next 12. A migration of its own, so that no redemption waits while they are created.
do $$
declare
  step text := '';
begin
  while step <> 'DONE' loop
    step := keep_redemption_partitions(now());
    if step = 'LOCKED' then
      raise exception 'the default partition is in use' using errcode = 'lock_not_available';
    end if;
  end loop;
end $$;
