-- Whether a user is a newcomer at an outlet was looked up in every month of redemptions, for every guess that would tell
-- whether the PIN is right. Now it is looked up only for guesses that need it, and only in the months in which the user
-- could have redeemed there: a redemption is younger than its user and its outlet, and ids are UUIDv7 of the real time.
-- Both functions keep their names and parameters, so nodes of the previous release call them as before.

create or replace function has_redeemed_at(of_user uuid, at_outlet uuid) returns boolean
language plpgsql stable as $$
declare
  -- A day more on both sides: the clocks of nodes differ. Imported ids that are not UUIDv7 tell no time.
  earliest timestamptz := (
    select max(uuid_v7_time(id)) - interval '1 day' from unnest(array[of_user, at_outlet]) as id
    where substr(id::text, 15, 1) = '7'
  );
  first_id uuid := coalesce(uuid_v7_floor(earliest), '00000000-0000-0000-0000-000000000000');
  end_id uuid := uuid_v7_floor(now() + interval '1 day');
begin
  return exists (
    select from redemptions as r
    where r.user_id = of_user and r.outlet_id = at_outlet and r.id >= first_id and r.id < end_id
  );
end $$;
comment on function has_redeemed_at is
  'Whether the user has redeemed at the outlet before. A function for the same reason as replay_of. Reads the months since the user and the outlet exist. Archived months do not count.';

create or replace function judge_pin_guesses(
  failure_ids uuid[],
  user_ids uuid[],
  outlet_ids uuid[],
  are_wrong boolean[],
  are_at_outlet boolean[],
  moment timestamptz,
  lock_window_start timestamptz,
  lock_end timestamptz,
  defense_window_start timestamptz,
  defense_end timestamptz,
  max_of_user integer,
  max_of_newcomers integer
) returns table (place bigint, user_locked_until timestamptz, outlet_defended_until timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  guess record;
  is_newcomer boolean;
begin
  insert into outlet_defenses as d (outlet_id, guessed_at)
  select distinct g.outlet_id, moment
  from unnest(outlet_ids, are_wrong) as g (outlet_id, is_wrong)
  where g.is_wrong
  order by g.outlet_id
  on conflict (outlet_id) do update set guessed_at = greatest(d.guessed_at, excluded.guessed_at);

  insert into pin_locks as l (outlet_id, user_id, guessed_at)
  select distinct g.outlet_id, g.user_id, moment
  from unnest(outlet_ids, user_ids, are_wrong) as g (outlet_id, user_id, is_wrong)
  where g.is_wrong or exists (
    select from pin_locks as held where (held.outlet_id, held.user_id) = (g.outlet_id, g.user_id)
  )
  order by g.outlet_id, g.user_id
  on conflict (outlet_id, user_id) do update set guessed_at = greatest(l.guessed_at, excluded.guessed_at);

  for guess in
    select g.* from unnest(failure_ids, user_ids, outlet_ids, are_wrong, are_at_outlet) with ordinality
      as g (failure_id, user_id, outlet_id, is_wrong, is_at_outlet, place)
    order by g.is_wrong desc, g.place
  loop
    place := guess.place;
    user_locked_until := (
      select l.locked_until from pin_locks as l
      where (l.outlet_id, l.user_id) = (guess.outlet_id, guess.user_id) and l.locked_until > moment
    );
    outlet_defended_until := (
      select d.defended_until from outlet_defenses as d
      where d.outlet_id = guess.outlet_id and d.defended_until > moment
    );
    -- A right PIN at an outlet that is not defended is judged without it.
    is_newcomer := (guess.is_wrong or outlet_defended_until is not null)
      and not has_redeemed_at(guess.user_id, guess.outlet_id);
    if not is_newcomer then
      outlet_defended_until := null;
    end if;
    if guess.is_wrong and user_locked_until is null and (outlet_defended_until is null or guess.is_at_outlet) then
      insert into pin_failures (id, user_id, outlet_id, at, by_newcomer)
      values (guess.failure_id, guess.user_id, guess.outlet_id, moment, is_newcomer);

      update pin_locks as l set locked_until = lock_end
      where (l.outlet_id, l.user_id) = (guess.outlet_id, guess.user_id) and max_of_user <= (
        select count(*) from pin_failures as f
        where f.outlet_id = guess.outlet_id and f.user_id = guess.user_id and f.at > lock_window_start
      );

      update outlet_defenses as d set
        defended_since = case when outlet_defended_until is null then moment else d.defended_since end,
        defended_until = greatest(d.defended_until, defense_end)
      where d.outlet_id = guess.outlet_id and is_newcomer and (
        outlet_defended_until is not null or max_of_newcomers <= (
          select count(*) from pin_failures as f
          where f.outlet_id = guess.outlet_id and f.at > defense_window_start and f.by_newcomer
        )
      );
    end if;
    return next;
  end loop;
end $$;
