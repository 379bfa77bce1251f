import type { Replay } from '@counterfoil/contract/admin/webhooks.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../../platform/database/db.ts'
import { identifier } from '../../../platform/database/sql.ts'

/**
 * Whether a delivery waits after a failure, or failed. Repeats the condition of the index `deliveries_undelivered`, so
 * that PostgreSQL uses it.
 */
export const isUndelivered = (sql: Reader, deliveries = 'd') => {
  const d = identifier(deliveries)
  return sql`(${d}.state <> 'DELIVERED' and (${d}.failures > 0 or ${d}.failed_before))`
}

/** Which events of a period a replay sends. */
export type ReplayedEvents = Static<typeof Replay>['only']

/** Joins the events `e` with their deliveries, if a replay sends only some of them. */
export function joinReplayed(sql: Reader, which: ReplayedEvents) {
  if (which === 'all') return sql``
  const isReplayed = which === 'failed' ? sql`d.state = 'FAILED'` : isUndelivered(sql)
  return sql`join deliveries d on d.event_id = e.id and ${isReplayed}`
}

/** Counts the undelivered deliveries of a partner. */
export async function countUndelivered(sql: Reader, partnerId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from deliveries d where d.partner_id = ${partnerId} and ${isUndelivered(sql)}`
  return row.count
}
