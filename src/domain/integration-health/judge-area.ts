import type { HealthCheck } from '@counterfoil/contract/admin/integration-health.ts'
import { helpPath } from '@counterfoil/contract/help-link.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import type { EndpointHealth } from '../webhooks/delivery-health-queries.ts'
import type { Area, Failure } from './queries.ts'

export type Check = Static<typeof HealthCheck>

const NOTHING = {
  ...{ since: null, problem: null, problemFacts: null, remedy: null, remedyFacts: null },
  ...{ help: null, requestId: null },
}
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
  const { since, reason, facts, requestId, code } = failure
  const problem = { problem: reason, problemFacts: facts }
  return { area, state: 'FAILING', since, ...problem, requestId, ...adviceOn(area, code) }
}

function isCurrent({ lastAt }: Failure, lastAcceptedAt: string | undefined, now: Date): boolean {
  const isRecent = now.getTime() - Date.parse(lastAt) < HOUR_MS
  return isRecent || lastAcceptedAt === undefined || lastAcceptedAt < lastAt
}

/** A request with unknown fields may have succeeded, or failed for another reason. */
function adviceOn(area: Area, code: string | null): Pick<Check, 'remedy' | 'remedyFacts' | 'help'> {
  return area === 'unknownFields' || code === null
    ? { ...sayRemedy(reasonWith('remedy.unknownFields')), help: '/docs/api' }
    : { ...sayRemedy(reasonWith(`remedy.${code as JudgedCode}`)), help: helpPath(code) }
}

/** The codes of the requests that `listFailures` finds. */
type JudgedCode = 'keys_unavailable' | 'invalid_token' | 'invalid_signature' | 'signature_expired'

function sayProblem(reason: Reason): Pick<Check, 'problem' | 'problemFacts'> {
  return { problem: reasonInEnglish(reason), problemFacts: [reason] }
}

function sayRemedy(reason: Reason): Pick<Check, 'remedy' | 'remedyFacts'> {
  return { remedy: reasonInEnglish(reason), remedyFacts: [reason] }
}

/** The keys cannot be fetched now, although tokens are still verified with keys that we have kept. */
export function failingKeys(error: string, since: string): Check {
  return {
    ...{ area: 'keys', state: 'FAILING', since, requestId: null },
    ...sayProblem(reasonWith('keys.unreachable', { error })),
    ...adviceOn('keys', 'keys_unavailable'),
  }
}

/** Without an attempt so far there is nothing to judge: no event, or no webhook URL. */
export function judgeEndpoint(endpoint: EndpointHealth): Check {
  const { state, since, lastStatus: status, failures: count, pauseReason, undelivered } = endpoint
  const area = 'webhooks'
  if (state === 'OFF' || (state === 'OK' && status === null)) return { ...NOTHING, area, state: 'NO_TRAFFIC' }
  if (state === 'OK') return { ...NOTHING, area, state }
  const isPaused = state === 'PAUSED' && pauseReason !== null
  const problem = isPaused
    ? reasonWith(`webhooks.${pauseReason}`)
    : status === null
      ? reasonWith('webhooks.silent', { count })
      : reasonWith('webhooks.failing', { count, status })
  const remedy =
    state === 'PAUSED' ? reasonWith('remedy.resume') : reasonWith('remedy.webhooks', { count: undelivered })
  return {
    ...{ area, state: 'FAILING', since, help: '/docs/webhooks', requestId: null },
    ...sayProblem(problem),
    ...sayRemedy(remedy),
  }
}
