import { useCallback, useEffect, useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { codeOf } from '../api/failure.ts'
import { reconnectCount, runOnceConnected, useRetryOnReconnect } from '../api/reconnect.ts'
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
  keepAttempt,
  keptAttemptFor,
  keptAttempts,
} from './kept-attempt.ts'

/**
 * Asks what became of the redemptions that an earlier page sent. The screen of such a voucher asks by itself. Rejects if the
 * service did not respond.
 */
export async function resumeAttempts(): Promise<void> {
  let failure: unknown = null
  for (const kept of keptAttempts(currentIdentity())) {
    if (isPending(kept.idempotencyKey) || isShown(kept)) continue
    if (isOpenCode(kept)) {
      void followLeftCode(kept, [0, ...PAUSES_MS])
      continue
    }
    try {
      const redemption = await findRedemption(kept)
      if (redemption) showFound(redemption)
    } catch (cause) {
      failure = cause
    }
  }
  if (failure !== null) throw failure
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
async function findRedemption({
  idempotencyKey: key,
  sentAtMs,
  code,
}: KeptAttempt): Promise<Redemption | null> {
  const requestedAtMs = Date.now()
  try {
    const { body } = await call('viewRedemptionByKey', { params: { key } })
    dropAttempt(key)
    announce(body)
    return body
  } catch (error) {
    const refusal = codeOf(error)
    if (refusal !== 'not_found' && refusal !== 'confirmation_refused') throw error
    if (code === 'left' || requestedAtMs - sentAtMs > DECIDED_AFTER_MS) dropAttempt(key)
    return null
  }
}

/** The counter accepts a code for 60 seconds, and for 60 more once it has read it. */
const PAUSES_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 30_000, 50_000]
const MAX_OPEN_MS = 120_000

const isOpenCode = ({ code, sentAtMs }: KeptAttempt): boolean =>
  code !== undefined && Date.now() - sentAtMs < MAX_OPEN_MS

/** The keys of the codes that are being followed. */
const followed = new Set<string>()

/**
 * The user has left the screen of a code that the counter may still confirm, or closed the app there. The result is announced
 * on any screen.
 */
export async function followLeftCode(
  intent: Pick<KeptAttempt, 'idempotencyKey' | 'body'>,
  pausesMs = PAUSES_MS,
): Promise<void> {
  const { idempotencyKey: key } = intent
  if (followed.has(key)) return
  followed.add(key)
  await askUntilConfirmed(intent, pausesMs)
  followed.delete(key)
}

async function askUntilConfirmed(intent: Pick<KeptAttempt, 'idempotencyKey' | 'body'>, pausesMs: number[]) {
  const { idempotencyKey: key } = intent
  // The position is not needed any more.
  const { voucherId, outletId } = intent.body
  const left = { idempotencyKey: key, body: { voucherId, outletId } }
  keepAttempt(currentIdentity(), { ...left, sentAtMs: Date.now(), code: 'left' })
  let hasResponded = false
  for (const pauseMs of pausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    // It has been asked about elsewhere, or the user is another one.
    if (keptAttemptFor(currentIdentity(), voucherId)?.idempotencyKey !== key) return
    try {
      const redemption = await findRedemption({ ...left, sentAtMs: Date.now() })
      if (redemption) return showFound(redemption)
      hasResponded = true
    } catch {
      hasResponded = false
    }
  }
  if (hasResponded) dropAttempt(key)
  else runOnceConnected(resumeAttempts)
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
    // The screen of a code below this one may just have been left.
    const known = keptAttemptFor(currentIdentity(), voucherId) ?? found
    setState('asking')
    try {
      const redemption = await findRedemption(known)
      if (redemption) isShown(found) ? finishFlow(redemption.id) : showFound(redemption)
      setState('answered')
    } catch (cause) {
      // A code that was left is followed anyway, and its redemption announced.
      setState(known.code === 'left' ? 'answered' : { cause, reconnectsBefore })
    }
  }, [found, voucherId])
  useEffect(() => {
    ask()
  }, [ask])
  const failed = typeof state === 'object' ? state : null
  useRetryOnReconnect(failed, ask)
  // The attempt is dropped when it is answered or decided.
  const stillKept = found && keptAttemptFor(currentIdentity(), voucherId)
  return {
    kept: state === 'answered' && stillKept && stillKept.code !== 'left' ? found : null,
    isAsking: state === 'asking',
    error: failed?.cause ?? null,
    retry: ask,
  }
}
