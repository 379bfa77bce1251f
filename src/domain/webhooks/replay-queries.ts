import type { Replay } from '@counterfoil/contract/admin/webhooks.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import { joinReplayed, type ReplayedEvents } from './dispatch/undelivered-queries.ts'

export type ReplayRecord = Static<typeof Replay>

/** A replay covers events before `until`, at most its own start; later ones are delivered normally. */
export type Period = { since: string; until: string; which: ReplayedEvents }

export async function countReplayable(sql: Reader, partnerId: string, period: Period): Promise<number> {
  const { since, until, which } = period
  const [row] = await sql<[{ count: number }]>`
    select count(*)
    from events e ${joinReplayed(sql, which)}
    where e.partner_id = ${partnerId} and e.created_at >= ${since} and e.created_at < ${until}
      and e.type = any (select unnest(event_types) from partners where id = ${partnerId})`
  return row.count
}

export async function insertReplay(
  tx: Tx,
  replay: {
    id: string
    partnerId: string
    since: string
    until: string | null
    which: ReplayedEvents
    total: number
    createdAt: Date
  },
): Promise<void> {
  await tx`insert into replays ${insertion(replay)}`
}

/** The record includes the state of its deliveries. Events that are not queued yet count as pending. */
export async function findLatestReplay(sql: Reader, partnerId: string): Promise<ReplayRecord | null> {
  const [row] = await sql<ReplayRecord[]>`
    select partner_id, since, until, which as only, total,
      delivered, failed, greatest(total - delivered - failed, 0) as pending, created_at, finished_at,
      error
    from (select * from replays where partner_id = ${partnerId} order by id desc limit 1) as latest
    cross join lateral (
      select
        count(*) filter (where state = 'DELIVERED') as delivered,
        count(*) filter (where state = 'FAILED') as failed
      from deliveries where replay_id = latest.id
    ) as counted`
  return row ?? null
}

export type OpenReplay = {
  id: string
  partnerId: string
  since: string
  until: string | null
  which: ReplayedEvents
  reachedAt: string | null
  reachedId: string | null
  createdAt: string
}

/** Replays that are not completely queued, oldest first. Returns ids, so that an unreadable row fails only its replay. */
export async function listOpenReplays(sql: Reader): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from replays where finished_at is null and placed_at is null order by id`
  return rows.map(({ id }) => id)
}

/** Returns null if the replay is completely queued, or if another worker is queuing it. */
export async function lockOpenReplay(tx: Tx, id: string): Promise<OpenReplay | null> {
  const [row] = await tx<OpenReplay[]>`
    select id, partner_id, since, until, which, reached_at, reached_id, created_at
    from replays
    where id = ${id} and finished_at is null and placed_at is null
    for update skip locked`
  return row ?? null
}

export async function updateReached(
  tx: Tx,
  id: string,
  { count, reached }: { count: number; reached: { time: string; id: string } },
): Promise<void> {
  await tx`
    update replays
    set placed = placed + ${count}, reached_at = ${reached.time}, reached_id = ${reached.id}
    where id = ${id}`
}

/** Replaces the total, because events were written, and deliveries failed or succeeded, since it was counted. */
export async function updateToQueued(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update replays set placed_at = ${now}, total = placed where id = ${id}`
}

/** Deliveries that are already queued are still sent. */
export async function updateToFailed(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db`
    update replays set finished_at = ${now}, error = ${error}, total = placed
    where id = ${id} and finished_at is null`
}

export async function finishReplays(db: Db, now: Date): Promise<void> {
  await db`
    update replays
    set finished_at = ${now}
    where finished_at is null and placed_at is not null
      and not exists (select from deliveries where replay_id = replays.id and state = 'PENDING')`
}
