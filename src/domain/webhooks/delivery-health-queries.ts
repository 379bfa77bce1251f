import { type DeliveryHealth, MAX_UNDELIVERED_COUNTED } from '@counterfoil/contract/admin/delivery-health.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { Fragment } from '../../platform/database/sql.ts'
import type { Caller } from '../actors/caller.ts'
import { isUndelivered } from './dispatch/undelivered-queries.ts'

export type EndpointHealth = Static<typeof DeliveryHealth> & {
  partnerId: string
  partnerName: string
  /** Failed attempts since the last success. */
  failures: number
  pauseReason: 'GONE' | 'EXHAUSTED' | null
}

export function listEndpointHealth(sql: Reader, partnerIds: string[]): Promise<EndpointHealth[]> {
  return listHealth(sql, sql`partners.id = any (${partnerIds}::uuid[])`)
}

/** Failing and paused endpoints. The key of a partner sees only its own. */
export function listTroubledEndpoints(
  sql: Reader,
  { partnerId }: Pick<Caller, 'partnerId'>,
): Promise<EndpointHealth[]> {
  const isVisible = partnerId === null ? sql`true` : sql`partners.id = ${partnerId}`
  return listHealth(sql, sql`${isTroubled(sql)} and ${isVisible}`)
}

const isTroubled = (sql: Reader) => sql`
  (endpoints.paused_at is not null or endpoints.failing_since is not null)
  and partners.webhook_url is not null and not partners.disabled`

function listHealth(sql: Reader, condition: Fragment): Promise<EndpointHealth[]> {
  return sql<EndpointHealth[]>`
    select
      partner_id, partner_name, failures, state,
      case state when 'PAUSED' then paused_at when 'FAILING' then failing_since end as since,
      (
        select count(*) from (
          select from deliveries d
          where d.partner_id = health.partner_id and ${isUndelivered(sql)}
          limit ${MAX_UNDELIVERED_COUNTED + 1}
        ) as first
      ) as undelivered,
      last_status,
      pause_reason
    from (
      select
        partners.id as partner_id, partners.name as partner_name, coalesce(failures, 0) as failures,
        case
          when webhook_url is null or disabled then 'OFF'
          when paused_at is not null then 'PAUSED'
          when failing_since is not null then 'FAILING'
          else 'OK'
        end as state,
        paused_at, failing_since, last_status, pause_reason
      from partners left join endpoints on endpoints.partner_id = partners.id
      where ${condition}
    ) as health`
}

/** Live partners whose endpoint fails or is paused. */
export async function countTroubledEndpoints(sql: Reader): Promise<{ failing: number; paused: number }> {
  const [row] = await sql<[{ failing: number; paused: number }]>`
    select
      count(*) filter (where paused_at is null) as failing,
      count(*) filter (where paused_at is not null) as paused
    from endpoints join partners on partners.id = endpoints.partner_id
    where ${isTroubled(sql)} and partners.mode = 'live'`
  return row
}

/** The undelivered deliveries of live partners. Counts up to `limit`, because it runs at every scrape of the metrics. */
export async function countAllUndelivered(sql: Reader, limit: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from (
      select from deliveries d join partners on partners.id = d.partner_id
      where ${isUndelivered(sql)} and partners.mode = 'live' and webhook_url is not null and not disabled
      limit ${limit}
    ) as undelivered`
  return row.count
}
