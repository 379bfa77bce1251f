import type { HEALTH_AREAS } from '@counterfoil/contract/admin/integration-health.ts'
import type { Reason } from '@counterfoil/contract/words/reason.ts'
import type { Reader } from '../../platform/database/db.ts'

export type Area = (typeof HEALTH_AREAS)[number]

/** The latest failure of an area, and when the failures began. */
export type Failure = {
  area: Exclude<Area, 'webhooks'>
  since: string
  lastAt: string
  code: string | null
  reason: string
  /** Null for a request that a node of an older release recorded. */
  facts: Reason[] | null
  requestId: string
}

/**
 * The failed requests of a partner by area. An expired token is no failure: the app mints another one. Failures that are
 * more than 24 hours apart do not belong together.
 */
export function listFailures(sql: Reader, partnerId: string, from: Date): Promise<Failure[]> {
  return sql<Failure[]>`
    with failures as (
      select at, request_id, code, reason, facts,
        case
          when code = 'keys_unavailable' then 'keys'
          when code = 'signature_expired' then 'clock'
          when code = 'invalid_token' and reason like 'token: the token is valid from %' then 'clock'
          when code = 'invalid_token' then 'tokens'
          when code = 'invalid_signature' then 'signatures'
          when reason like '%ignored unknown fields: %' then 'unknownFields'
        end as area
      from request_log
      where partner_id = ${partnerId} and at >= ${from}
    ),
    runs as (
      select *, coalesce(at - lag(at) over (partition by area order by at) > interval '24 hours', true) as is_start
      from failures
      where area is not null
    )
    select distinct on (area)
      area, at as last_at, request_id, code, reason, facts,
      max(at) filter (where is_start) over (partition by area) as since
    from runs
    order by area, at desc`
}
