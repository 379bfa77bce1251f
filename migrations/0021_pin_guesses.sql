-- Guessing PINs. A wrong PIN used to be recorded after its response was decided, so guesses sent in parallel passed the
-- limit. Now a guess is counted before it is answered, under the lock of the outlet, and the outlet itself is defended
-- against many users who guess together. A newcomer is a user who has never redeemed at the outlet.

alter table pin_failures add column by_newcomer boolean not null default false;

-- One row for a user and an outlet with a wrong PIN of late. A right PIN locks this row as well, so that it cannot pass
-- wrong ones that are being recorded.
create table pin_locks (
  outlet_id uuid not null references outlets,
  user_id uuid not null references users,
  guessed_at timestamptz not null,
  locked_until timestamptz,
  primary key (outlet_id, user_id)
);
create index pin_locks_by_time on pin_locks (guessed_at);

-- One row for an outlet with a wrong PIN of late. While it is defended, newcomers must be at the outlet.
create table outlet_defenses (
  outlet_id uuid primary key references outlets,
  guessed_at timestamptz not null,
  defended_since timestamptz,
  defended_until timestamptz,
  constraint outlet_defenses_begin_and_end check ((defended_since is null) = (defended_until is null))
);
create index outlet_defenses_by_time on outlet_defenses (guessed_at);

-- Users who are locked out while the schema is changed stay so.
insert into pin_locks (outlet_id, user_id, guessed_at, locked_until)
select outlet_id, user_id, max(at), case when count(*) = 10 then max(at) + interval '1 hour' end
from (
  select outlet_id, user_id, at, row_number() over newest as place, max(at) over (partition by outlet_id, user_id) as latest
  from pin_failures
  window newest as (partition by outlet_id, user_id order by at desc)
) as failures
where place <= 10 and at > latest - interval '24 hours'
group by outlet_id, user_id;

-- Judges guesses whose answer would tell whether the PIN is right, and records those that are wrong. Answers what holds
-- for each guess: until when its user is locked out at the outlet, and until when the outlet is defended against this
-- user. Null: not at all. A wrong guess that one of the two stops is not recorded, since it is not looked at.
-- Wrong guesses come first: a right one among many must not be told before they are counted.
-- Rows are locked in one order by everybody: outlet_defenses by outlet, then pin_locks by outlet and user.
create function judge_pin_guesses(
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
    is_newcomer := not exists (
      select from redemptions as r where r.user_id = guess.user_id and r.outlet_id = guess.outlet_id
    );
    outlet_defended_until := (
      select d.defended_until from outlet_defenses as d
      where d.outlet_id = guess.outlet_id and d.defended_until > moment and is_newcomer
    );
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
