import type { HealthCheck } from '@counterfoil/contract/admin/integration-health.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import { helpPath } from '@counterfoil/contract/help-link.ts'
import { REMEDIES } from '@counterfoil/contract/remedies.ts'
import type { Static } from 'typebox'
import type { EndpointHealth } from '../webhooks/delivery-health-queries.ts'
import type { Area, Failure } from './queries.ts'

export type Check = Static<typeof HealthCheck>

const NOTHING = { since: null, problem: null, remedy: null, help: null, requestId: null }
const HOUR_MS = 60 * 60_000

/** Green only if something was accepted, and nothing failed in the last hour or since. */
export function judgeArea(
  area: Area,
  failure: Failure | undefined,
  lastAcceptedAt: string | undefined,
  now: Date,
): Check {
  if (!failure || !isCurrent(failure, lastAcceptedAt, now))
    return { ...NOTHING, area, state: lastAcceptedAt === undefined ? 'NO_TRAFFIC' : 'OK' }
  const { since, reason, requestId, code } = failure
  return { area, state: 'FAILING', since, problem: reason, requestId, ...adviceOn(area, code) }
}

function isCurrent({ lastAt }: Failure, lastAcceptedAt: string | undefined, now: Date): boolean {
  const isRecent = now.getTime() - Date.parse(lastAt) < HOUR_MS
  return isRecent || lastAcceptedAt === undefined || lastAcceptedAt < lastAt
}

/** A request with unknown fields may have succeeded, or failed for another reason. */
function adviceOn(area: Area, code: string | null): Pick<Check, 'remedy' | 'help'> {
  if (area === 'unknownFields' || code === null)
    return {
      remedy:
        'Check the names in the API reference: fields and parameters that a route does not know are ignored.',
      help: '/docs/api',
    }
  return { remedy: REMEDIES[code as ErrorCode] ?? null, help: helpPath(code) }
}

/** The keys cannot be fetched now, although tokens are still verified with keys that we have kept. */
export function failingKeys(error: string, since: string): Check {
  const problem = `keys: they cannot be fetched: ${error}`
  return {
    area: 'keys',
    state: 'FAILING',
    since,
    problem,
    requestId: null,
    ...adviceOn('keys', 'keys_unavailable'),
  }
}

const PAUSED = {
  GONE: 'webhooks: paused, because the endpoint answered 410 Gone',
  EXHAUSTED: 'webhooks: paused, because the endpoint has failed for 5 days',
}

/** Without an attempt so far there is nothing to judge: no event, or no webhook URL. */
export function judgeEndpoint(endpoint: EndpointHealth): Check {
  const { state, since, lastStatus, failures, pauseReason, undelivered } = endpoint
  const area = 'webhooks'
  if (state === 'OFF' || (state === 'OK' && lastStatus === null))
    return { ...NOTHING, area, state: 'NO_TRAFFIC' }
  if (state === 'OK') return { ...NOTHING, area, state }
  const response = lastStatus === null ? 'no response' : `status ${lastStatus}`
  const problem =
    state === 'PAUSED' && pauseReason !== null
      ? PAUSED[pauseReason]
      : `webhooks: the last ${failures === 1 ? 'attempt' : `${failures} attempts`} failed with ${response}`
  const remedy =
    state === 'PAUSED'
      ? 'Fix the endpoint, then resume the webhook: POST /admin/partners/{id}/webhook/resume.'
      : `Let the endpoint answer 2xx within 15 seconds. ${undelivered} undelivered events are sent again by themselves.`
  return { area, state: 'FAILING', since, problem, remedy, help: '/docs/webhooks', requestId: null }
}
