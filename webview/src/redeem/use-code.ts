import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { Failure, type FailureCode } from '../api/failure.ts'
import type { BodyOf } from '../api/routes.ts'
import { currentIdentity } from '../session/session.ts'
import { announce, newUuid } from './attempt.ts'
import { finishFlow } from './flow.ts'
import { dropAttempt, type KeptBody, keepAttempt, keptAttemptFor } from './kept-attempt.ts'

export type Code = BodyOf<'issueRedemptionCode'>

/** One intent: its codes and its PIN share the key, so together they redeem once. It survives a reload. */
export type Intent = { idempotencyKey: string; body: KeptBody }

export function intentFor(body: KeptBody): Intent {
  const kept = keptAttemptFor(currentIdentity(), body.voucherId)
  const isSame = kept?.body.outletId === body.outletId && kept.code !== 'left'
  return { idempotencyKey: isSame ? kept.idempotencyKey : newUuid(), body }
}

/** After these failures the next try may succeed. */
const PASSING = new Set<FailureCode>([
  'unreachable',
  'unavailable',
  'internal_error',
  'request_timeout',
  'partner_limited',
])
const RETRY_MS = 5_000
const POLL_MS = 2_000
/** The service accepts a code this long. */
const VALID_MS = 60_000

/**
 * The current code of an intent; null before the first one, and when the last one is too old. Only a visible page issues
 * codes: another tab with another voucher would otherwise close the intent that the user shows.
 */
export function useCode(
  intent: Intent,
  onRefused: (failure: Failure) => void,
): { code: Code | null; error: Failure | null } {
  const [code, setCode] = useState<Code | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const issueIn = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(issue, ms)
    }
    let isGone = false
    let issuedAtMs = 0
    let isStale = false
    const issue = async () => {
      clearTimeout(timer)
      isStale = document.visibilityState !== 'visible'
      if (isStale) return
      keepAttempt(currentIdentity(), { ...intent, sentAtMs: Date.now(), code: 'shown' })
      try {
        const { body } = await call('issueRedemptionCode', { body: intent.body }, intent)
        if (isGone) return
        issuedAtMs = Date.now()
        setCode(body)
        setError(null)
        issueIn(body.refreshInSeconds * 1000)
      } catch (thrown) {
        const failure = thrown instanceof Failure ? thrown : new Failure('unreachable')
        // The counter has redeemed it: the poll finds the redemption.
        if (isGone || failure.code === 'code_used') return
        if (!PASSING.has(failure.code)) return onRefused(failure)
        setError(failure)
        if (Date.now() - issuedAtMs > VALID_MS) setCode(null)
        issueIn(RETRY_MS)
      }
    }
    const issueOnReturn = () => {
      if (document.visibilityState !== 'visible') isStale = true
      else if (isStale) void issue()
    }
    document.addEventListener('visibilitychange', issueOnReturn)
    void issue()
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', issueOnReturn)
    }
  }, [intent])
  return { code, error }
}

/** Refusals stay with the service until the next confirmation, so each is shown once. */
const shownRefusals = new Set<string>()

/** Asks for the outcome of an intent until there is one. */
export function useOutcome({ idempotencyKey: key }: Intent, onRefused: (failure: Failure) => void): void {
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const { body } = await call('viewRedemptionByKey', { params: { key } })
        clearInterval(timer)
        dropAttempt(key)
        announce(body)
        finishFlow(body.id)
      } catch (thrown) {
        const failure = thrown instanceof Failure ? refusalIn(thrown, key) : null
        if (failure) onRefused(failure)
      }
    }
    const timer = setInterval(ask, POLL_MS)
    return () => clearInterval(timer)
  }, [key])
}

function refusalIn({ code, details }: Failure, key: string): Failure | null {
  if (code !== 'confirmation_refused') return null
  const {
    refusal,
    refusedAt,
    details: facts,
  } = details as { refusal: FailureCode; refusedAt: string; details: object | null }
  if (shownRefusals.has(`${key} ${refusedAt}`)) return null
  shownRefusals.add(`${key} ${refusedAt}`)
  return new Failure(refusal, { details: facts ?? undefined })
}
