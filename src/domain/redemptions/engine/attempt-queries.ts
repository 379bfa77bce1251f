import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'

export type AttemptLimits = { attempts: number; windowSeconds: number }

/** How many of the new attempts are within the limit, and the oldest attempt inside the window. */
export type CountedAttempts = { granted: number; oldest: string }

/**
 * A part of a statement that has resolved its requests: replays and requests of locked-out users count no attempt. The
 * rows are sorted by user, which is the lock order.
 */
export function countAttempts(db: Db, now: Date, { attempts, windowSeconds }: AttemptLimits) {
  return db`
    insert into redemption_attempts as held (user_id, times, granted)
    select user_id, array_fill(${now}::timestamptz, array[n]), n
    from (
      select user_id, least(count(*), ${attempts})::int as n
      from resolved
      where counts and replay is null and locked_until is null and user_id is not null
      group by user_id
      order by user_id
    ) as attempts
    on conflict (user_id) do update set
      times = (
        array(select t from unnest(held.times) as t
              where t > ${now}::timestamptz - make_interval(secs => ${windowSeconds}) order by t)
        || excluded.times
      )[1:${attempts}],
      granted = least(
        excluded.granted,
        greatest(0, ${attempts} - (select count(*) from unnest(held.times) as t
           where t > ${now}::timestamptz - make_interval(secs => ${windowSeconds})))
      )
    returning user_id, times, granted`
}

/** The user of a request at home, and the attempts that were counted for it and the other requests of its user. */
export type UsersAtHome = { userIds: (string | null)[]; attempts: Record<string, CountedAttempts> }

/** Finds the users of requests to a cell and counts their attempts. Replays are known only in the cell. */
export async function countAttemptsOfUsers(
  db: Db,
  requests: { partnerId: string; externalUserId: string; countsAsAttempt: boolean }[],
  now: Date,
  limits: AttemptLimits,
): Promise<UsersAtHome> {
  const each = columnsOf(requests)
  const [row] = await db<[UsersAtHome]>`
    with async_commit as materialized (select set_config('synchronous_commit', 'off', true)),
    resolved as materialized (
      select a.ordinal, a.counts, u.id as user_id, null as replay, null as locked_until
      from unnest(
        ${each(({ partnerId }) => partnerId)}::uuid[],
        ${each(({ externalUserId }) => externalUserId)}::text[],
        ${each(({ countsAsAttempt }) => countsAsAttempt)}::boolean[]
      ) with ordinality as a (partner_id, external_user_id, counts, ordinal)
      left join users u
        on (u.partner_id, u.external_user_id) = (a.partner_id, a.external_user_id) and u.anonymized_at is null
    ),
    counted as (${countAttempts(db, now, limits)})
    select
      (select json_agg(user_id order by ordinal) from resolved) as user_ids,
      coalesce((
        select json_object_agg(user_id, json_build_object('granted', granted, 'oldest', times[1])) from counted
      ), '{}') as attempts
    from async_commit`
  return row
}

/** Removes one attempt that was counted at `countedAt`. */
export async function returnAttempt(db: Db, userId: string, countedAt: Date): Promise<void> {
  await db`
    update redemption_attempts
    set times = times[:array_position(times, ${countedAt}::timestamptz) - 1]
      || times[array_position(times, ${countedAt}::timestamptz) + 1:]
    where user_id = ${userId}::uuid and ${countedAt}::timestamptz = any (times)`
}

/**
 * Deletes the rows of users whose last attempt is older than `time`. Reads the whole table: an index by time would have to
 * change with every attempt.
 */
export async function deleteAttemptsBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  await tx.extendDeadline(60_000)
  const { count } = await tx`
    with old as (
      select user_id from redemption_attempts
      where coalesce(times[cardinality(times)], '-infinity') < ${time}
      limit ${limit}
      for update skip locked
    )
    delete from redemption_attempts where user_id in (select user_id from old)`
  return count
}

/** Returns what `loadFacts` would report for one more attempt, without counting it. Null if the window is empty. */
export async function findAttempts(
  sql: Reader,
  userId: string,
  now: Date,
  { attempts, windowSeconds }: AttemptLimits,
): Promise<CountedAttempts | null> {
  const [row] = await sql<CountedAttempts[]>`
    select greatest(0, ${attempts} - count(*))::int as granted, min(t) as oldest
    from redemption_attempts, unnest(times) as t
    where user_id = ${userId} and t > ${now}::timestamptz - make_interval(secs => ${windowSeconds})
    having count(*) > 0`
  return row ?? null
}
