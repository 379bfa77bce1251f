import { useCallback, useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { codeOf } from '../api/failure.ts'
import { reconnectCount, useRetryOnReconnect } from '../api/reconnect.ts'
import type { Redemption } from '../api/routes.ts'
import { showToast } from '../components/toast.tsx'
import { words } from '../language/words.ts'
import { currentPlace, go } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { currentIdentity } from '../session/session.ts'
import { announce, isPending } from './attempt.ts'
import { finishFlow } from './flow.ts'
import { isJustRedeemed } from './just-redeemed.ts'
import {
  DECIDED_AFTER_MS,
  dropAttempt,
  type KeptAttempt,
  keptAttemptFor,
  keptAttempts,
} from './kept-attempt.ts'

/** Asks what became of the redemptions that an earlier page sent. The screen of such a voucher asks by itself. */
export async function resumeAttempts(): Promise<void> {
  for (const kept of keptAttempts(currentIdentity())) {
    if (isPending(kept.idempotencyKey) || isShown(kept)) continue
    // Without a response, the screen of the voucher asks again.
    const redemption = await findRedemption(kept).catch(() => null)
    if (redemption) showFound(redemption)
  }
}

function isShown({ body }: KeptAttempt): boolean {
  const { route } = currentPlace()
  return route.screen === 'redeem' && route.voucherId === body.voucherId
}

/** Opens the success while the staff may wait for it, unless the user is about to redeem another voucher. */
function showFound(redemption: Redemption): void {
  const { id: redemptionId, voucherId } = redemption
  const success: Route = { screen: 'redeem', voucherId, redemptionId }
  if (isJustRedeemed(redemption) && currentPlace().route.screen !== 'redeem') go(success)
  else showToast(words.redeem.unanswered.answered, success)
}

/** The redemption of the kept key. Null if there is none, or not yet. */
async function findRedemption({ idempotencyKey: key, sentAtMs }: KeptAttempt): Promise<Redemption | null> {
  const requestedAtMs = Date.now()
  try {
    const { body } = await call('viewRedemptionByKey', { params: { key } })
    dropAttempt(key)
    announce(body)
    return body
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'not_found' && code !== 'confirmation_refused') throw error
    if (requestedAtMs - sentAtMs > DECIDED_AFTER_MS) dropAttempt(key)
    return null
  }
}

type State = 'asking' | 'answered' | { cause: unknown; reconnectsBefore: number }

/**
 * The redemption of this voucher that an earlier page sent and that may still be running. The service is asked first. If it
 * was redeemed, the screen becomes that of the redemption.
 */
export function useKeptAttempt(voucherId: string) {
  const [found] = useState(() => {
    const kept = keptAttemptFor(currentIdentity(), voucherId)
    return kept && !isPending(kept.idempotencyKey) ? kept : null
  })
  const [state, setState] = useState<State>(found ? 'asking' : 'answered')
  const ask = useCallback(async () => {
    if (!found) return
    const reconnectsBefore = reconnectCount()
    setState('asking')
    try {
      const redemption = await findRedemption(found)
      if (redemption) isShown(found) ? finishFlow(redemption.id) : showFound(redemption)
      setState('answered')
    } catch (cause) {
      setState({ cause, reconnectsBefore })
    }
  }, [found])
  useEffect(() => {
    ask()
  }, [ask])
  const failed = typeof state === 'object' ? state : null
  useRetryOnReconnect(failed, ask)
  // The attempt is dropped when it is answered or decided.
  const isStillKept = found && keptAttemptFor(currentIdentity(), voucherId) !== null
  return {
    kept: state === 'answered' && isStillKept ? found : null,
    isAsking: state === 'asking',
    error: failed?.cause ?? null,
    retry: ask,
  }
}
