import { useEffect, useReducer, useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { Failure, type FailureCode } from '../api/failure.ts'
import { failedBeforeReconnect, reconnectCount } from '../api/reconnect.ts'
import type { InputOf, Redemption } from '../api/routes.ts'
import { showToast } from '../components/toast.tsx'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { tellHost } from '../session/host.ts'
import { currentIdentity, onSession } from '../session/session.ts'
import { showRedeemed } from '../voucher/own-changes.ts'
import {
  DECIDED_AFTER_MS,
  dropAttempt,
  type KeptAttempt,
  keepAttempt,
  keptAttemptFor,
} from './kept-attempt.ts'
import { nextStepAfter } from './next-step.ts'

/** One redemption, from the last digit to its response. It outlives the screen, since the response may arrive later. */
export type Attempt = {
  voucherId: string
  outletId: string
  /** The history entry where the PIN was entered, and the one that shows the attempt now. */
  startedAt: string
  shownAt: string
  stage: /** With the failure of the last try. */
    | { is: 'sending'; tries: number; failure: Failure | null }
    | { is: 'unanswered'; tries: number; failure: Failure }
    | { is: 'refused'; failure: Failure }
    | { is: 'redeemed'; redemption: Redemption }
}

type Body = InputOf<'redeemVoucher'>['body']
/** The request until it is answered, with its PIN, so in memory only. kept-attempt.ts keeps the rest. */
type Pending = {
  body: Body
  idempotencyKey: string
  tries: number
  sentAtMs: number
  /** An earlier page has sent it, too. That request may still be running, with a PIN that is not known any more. */
  isResumed: boolean
  reconnectsBefore: number
  isSending: boolean
  /** The failure of the last try. */
  failure: Failure | null
  timer?: ReturnType<typeof setTimeout>
}

/** After these codes the outcome is unknown. Only a retry with the same key and body can find out. */
const UNDECIDED_CODES = new Set<FailureCode>([
  'unreachable',
  'unavailable',
  'keys_unavailable',
  'request_timeout',
  'internal_error',
  'partner_limited',
])
const RETRY_PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

let attempt: Attempt | null = null
let pending: Pending | null = null
const listeners = new Set<() => void>()

/** The attempt to show at this history entry. */
export function useAttempt(place: string): Attempt | null {
  useState(() => adoptAttempt(place))
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const update = () => redraw(undefined)
    listeners.add(update)
    update()
    return () => {
      listeners.delete(update)
      // This is deferred, since the next screen may show the attempt itself.
      setTimeout(() => pending && listeners.size === 0 && showToast(words.redeem.unanswered.left))
    }
  }, [])
  return attempt
}

/** An unanswered attempt moves to the new screen. An answered one from another screen is dropped. */
function adoptAttempt(place: string): void {
  if (attempt === null || attempt.shownAt === place) return
  attempt = pending ? { ...attempt, shownAt: place } : null
}

/** Sends the redemption. Does nothing while another one is unanswered, so a second tap is harmless. */
export function redeem(body: Body, place: string): void {
  if (pending) return
  attempt = {
    voucherId: body.voucherId,
    outletId: body.outletId,
    startedAt: place,
    shownAt: place,
    stage: { is: 'sending', tries: 1, failure: null },
  }
  // Nothing leaves the phone, so nothing is in doubt. The PIN is forgotten, since the staff may not be there later.
  if (!navigator.onLine) {
    showStage({ is: 'refused', failure: new Failure('not_sent') })
    return
  }
  pending = prepare(body)
  for (const event of ['online', 'visibilitychange']) addEventListener(event, retryNow)
  addEventListener('beforeunload', confirmUnload)
  send(pending)
}

/**
 * While an earlier request for the voucher may be running, its key and body are sent again: so both count once. So are those of
 * a code, in whose place the PIN is entered.
 */
function prepare(body: Body): Pending {
  const user = currentIdentity()
  const found = keptAttemptFor(user, body.voucherId)
  // A code was shown for another outlet before.
  const kept = found?.body.outletId === body.outletId ? found : null
  const isFirstPin = kept === null || kept.code !== undefined
  const { code: _, ...request }: KeptAttempt = {
    ...(kept ?? { idempotencyKey: newUuid(), body }),
    sentAtMs: isFirstPin ? Date.now() : kept.sentAtMs,
  }
  if (isFirstPin) keepAttempt(user, request)
  return {
    ...request,
    body: { ...request.body, pin: body.pin },
    isResumed: kept !== null,
    tries: 0,
    reconnectsBefore: reconnectCount(),
    isSending: false,
    failure: null,
  }
}

/** Whether this page is waiting for the response to this key. */
export const isPending = (idempotencyKey: string): boolean => pending?.idempotencyKey === idempotencyKey

/** Sends the same key and body: if the first request succeeded, the response is that redemption. */
export function retryNow(): void {
  if (pending && !pending.isSending && document.visibilityState === 'visible') send(pending)
}

/** Call it when the user has dealt with the refusal. */
export function clearRefusal(): void {
  if (!pending) show(null)
}

async function send(mine: Pending): Promise<void> {
  clearTimeout(mine.timer)
  mine.tries += 1
  mine.reconnectsBefore = reconnectCount()
  mine.isSending = true
  showStage({ is: 'sending', tries: mine.tries, failure: mine.failure })
  const { body, idempotencyKey } = mine
  try {
    const { body: redemption } = await call('redeemVoucher', { body }, { idempotencyKey })
    if (pending === mine) settle({ is: 'redeemed', redemption })
  } catch (error) {
    if (pending !== mine) return
    mine.isSending = false
    const failure = error instanceof Failure ? error : new Failure('unreachable')
    if (isUndecided(failure, mine)) scheduleRetry(mine, failure)
    else settle({ is: 'refused', failure })
  }
}

/** These are refused before anything is written, but a replay still gets its response. */
const ANSWERED_IF_REPLAYED = new Set<FailureCode>(['rate_limited', 'maintenance'])

/** A retry that is refused like this says nothing about the first request, which may still be running. */
function isUndecided({ code }: Failure, mine: Pending): boolean {
  if (ANSWERED_IF_REPLAYED.has(code)) return (mine.tries > 1 || mine.isResumed) && !isDecided(mine)
  return UNDECIDED_CODES.has(code)
}

const isDecided = ({ sentAtMs }: Pending): boolean => Date.now() - sentAtMs > DECIDED_AFTER_MS

function scheduleRetry(mine: Pending, failure: Failure): void {
  const { code, retryAfterSeconds } = failure
  const hasReconnected = failedBeforeReconnect(failure, mine.reconnectsBefore)
  const pauseMs = hasReconnected
    ? 0
    : (RETRY_PAUSES_MS[Math.min(mine.tries, RETRY_PAUSES_MS.length) - 1] ?? 0)
  const requestedMs = ANSWERED_IF_REPLAYED.has(code) ? 0 : (retryAfterSeconds ?? 0) * 1000
  mine.timer = setTimeout(retryNow, Math.max(pauseMs, requestedMs))
  mine.failure = failure
  showStage({ is: 'unanswered', tries: mine.tries, failure })
}

function settle(stage: Extract<Attempt['stage'], { is: 'redeemed' | 'refused' }>): void {
  // A refused PIN says nothing about the one that an earlier page sent.
  if (pending && (stage.is === 'redeemed' || !pending.isResumed || isDecided(pending)))
    dropAttempt(pending.idempotencyKey)
  stopRetrying()
  showStage(stage)
  if (stage.is === 'redeemed') announce(stage.redemption)
  // The voucher was shown as ready, but is not.
  if (stage.is === 'refused' && nextStepAfter(stage.failure.code) === 'leave') markStale('voucher')
  if (listeners.size > 0) return
  if (stage.is === 'redeemed') {
    const { id: redemptionId, voucherId } = stage.redemption
    showToast(words.redeem.unanswered.answered, { screen: 'redeem', voucherId, redemptionId })
  }
  if (stage.is === 'refused') showToast(describeFailure(stage.failure).text)
}

/** Tells the other screens and the host. The host does not get the code: it learns what it may know from its webhook. */
export function announce(redemption: Redemption): void {
  showRedeemed(redemption)
  const { id, voucherId, merchantId, outletId, status } = redemption
  tellHost({ type: 'redeemed', redemptionId: id, voucherId, merchantId, outletId, status })
}

function stopRetrying(): void {
  clearTimeout(pending?.timer)
  pending = null
  for (const event of ['online', 'visibilitychange']) removeEventListener(event, retryNow)
  removeEventListener('beforeunload', confirmUnload)
}

function showStage(stage: Attempt['stage']): void {
  if (attempt) show({ ...attempt, stage })
}

function show(next: Attempt | null): void {
  attempt = next
  for (const listener of listeners) listener()
}

/** A page that is closed cannot retry: only it knows the PIN. */
function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Older browsers need this.
  event.returnValue = true
}

/** A version 4 UUID. Old webviews lack randomUUID. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

onSession((change) => {
  if (change !== 'another-user') return
  // The attempt is never retried in the name of the next user, nor shown to them.
  stopRetrying()
  show(null)
})
