import { arrayLiteral, columnsOf } from '../../platform/database/array-literal.ts'
import type { Db } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'

export const LIMITED_SURFACES = ['integration', 'consumer'] as const
export type LimitedSurface = (typeof LIMITED_SURFACES)[number]

/** The requests that one process has admitted. */
export type RequestCounts = {
  partnerId: string
  surface: LimitedSurface
  /** The second of the last count. */
  countedAt: string
  /** The number of requests in each second, oldest first. */
  counts: number[]
}

/**
 * Writes the counts of this process, unless they are null, and returns those of other processes about the same partners.
 * Safe to repeat: counts are totals, not differences.
 */
export async function exchangeRequestCounts(
  db: Db,
  processId: string,
  own: (Omit<RequestCounts, 'counts'> & { counts: number[] | null })[],
  since: Date,
): Promise<RequestCounts[]> {
  const each = columnsOf(own)
  return db<RequestCounts[]>`
    with own as materialized (
      select * from unnest(
        ${each(({ partnerId }) => partnerId)}::uuid[],
        ${each(({ surface }) => surface)}::text[],
        ${each(({ countedAt }) => countedAt)}::timestamptz[],
        ${each(({ counts }) => counts && arrayLiteral(counts))}::text[]
      ) as t (partner_id, surface, counted_at, counts)
    ),
    written as (
      insert into partner_request_counts (partner_id, surface, process_id, counted_at, counts)
      select partner_id, surface, ${processId}::uuid, counted_at, counts::integer[] from own
      where counts is not null
      on conflict (partner_id, surface, process_id) do update set
        counted_at = excluded.counted_at, counts = excluded.counts
    )
    select partner_id, surface, others.counted_at, others.counts
    from own join partner_request_counts as others using (partner_id, surface)
    where process_id <> ${processId} and others.counted_at >= ${since}::timestamptz`
}

export const deleteRequestCountsBefore = deletionBefore('partner_request_counts', 'counted_at')
