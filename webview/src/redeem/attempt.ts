import { useEffect, useReducer, useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { countComebacks, isWorthRepeating } from '../api/comeback.ts'
import { Failure, type FailureCode } from '../api/failure.ts'
import type { AskedOf, Redemption } from '../api/routes.ts'
import { tellFailure } from '../language/failure-words.ts'
import { words } from '../language/words.ts'
import { say } from '../parts/toast.tsx'
import { onSession } from '../session/session.ts'
import { noteAnswer } from './attempt-limit.ts'
import { nextStepAfter } from './next-step.ts'

/** One redemption, from the last digit to its answer. It outlives the screen: an answer may come after it was left. */
export type Attempt = {
  voucherId: string
  outletId: string
  /** The place in the history where the PIN was entered, and the one that shows it now. */
  startedAt: string
  shownAt: string
  stage:
    | { is: 'sending'; tries: number }
    | { is: 'unanswered'; tries: number }
    | { is: 'refused'; failure: Failure }
    | { is: 'redeemed'; redemption: Redemption }
}

type Body = AskedOf<'redeemVoucher'>['body']
/** Until it is answered: what was asked, PIN included, and under which key. In memory only. */
type Pending = {
  body: Body
  idempotencyKey: string
  tries: number
  startedMs: number
  comebacksBefore: number
  isSending: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** After these nobody knows whether it was redeemed: only the same key with the same body can tell. */
const NO_ANSWER = new Set<FailureCode>([
  'unreachable',
  'unavailable',
  'keys_unavailable',
  'request_timeout',
  'internal_error',
])
/** By then the service has answered the first request, or dropped it. */
const DECIDED_AFTER_MS = 30_000
const PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

let attempt: Attempt | null = null
let pending: Pending | null = null
const listeners = new Set<() => void>()

/** The attempt as the screen at this place in the history should see it. */
export function useAttempt(place: string): Attempt | null {
  useState(() => comeTo(place))
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const look = () => redraw(undefined)
    listeners.add(look)
    look()
    return () => {
      listeners.delete(look)
      // Not if the next screen is one that shows it.
      setTimeout(() => pending && listeners.size === 0 && say(words.redeem.unanswered.left))
    }
  }, [])
  return attempt
}

/** What is still unanswered comes along; what was answered at another place is history. */
function comeTo(place: string): void {
  if (attempt === null || attempt.shownAt === place) return
  attempt = pending ? { ...attempt, shownAt: place } : null
}

/** Sends at once. While one is unanswered there is no other: a second tap does nothing. */
export function redeem(body: Body, place: string): void {
  if (pending) return
  pending = {
    body,
    idempotencyKey: newUuid(),
    tries: 0,
    startedMs: Date.now(),
    comebacksBefore: countComebacks(),
    isSending: false,
  }
  attempt = {
    voucherId: body.voucherId,
    outletId: body.outletId,
    startedAt: place,
    shownAt: place,
    stage: { is: 'sending', tries: 1 },
  }
  for (const event of ['online', 'visibilitychange']) addEventListener(event, askAgain)
  addEventListener('beforeunload', warn)
  send(pending)
}

/** The same key and the same body: if it was redeemed before, the answer is that redemption. */
export function askAgain(): void {
  if (pending && !pending.isSending && document.visibilityState === 'visible') send(pending)
}

/** A refusal has been read. */
export function forgetRefusal(): void {
  if (!pending) show(null)
}

async function send(mine: Pending): Promise<void> {
  clearTimeout(mine.timer)
  mine.tries += 1
  mine.comebacksBefore = countComebacks()
  mine.isSending = true
  showStage({ is: 'sending', tries: mine.tries })
  const { body, idempotencyKey } = mine
  try {
    const { body: redemption } = await call('redeemVoucher', { body }, { idempotencyKey })
    if (pending === mine) settle({ is: 'redeemed', redemption })
  } catch (error) {
    if (pending !== mine) return
    mine.isSending = false
    const failure = error instanceof Failure ? error : new Failure('unreachable')
    if (leavesOpen(failure, mine)) wait(mine, failure)
    else settle({ is: 'refused', failure })
  }
}

/** A limit that a repetition met says nothing of the first request, which may still be under way. */
function leavesOpen({ code }: Failure, { tries, startedMs }: Pending): boolean {
  if (code === 'rate_limited') return tries > 1 && Date.now() - startedMs < DECIDED_AFTER_MS
  return NO_ANSWER.has(code)
}

function wait(mine: Pending, failure: Failure): void {
  const { code, retryAfterSeconds } = failure
  const isBack = isWorthRepeating(failure, mine.comebacksBefore)
  const pauseMs = isBack ? 0 : (PAUSES_MS[Math.min(mine.tries, PAUSES_MS.length) - 1] ?? 0)
  // Who was redeemed meanwhile is told so, limit or not.
  const askedMs = code === 'rate_limited' ? 0 : (retryAfterSeconds ?? 0) * 1000
  mine.timer = setTimeout(askAgain, Math.max(pauseMs, askedMs))
  showStage({ is: 'unanswered', tries: mine.tries })
}

function settle(stage: Extract<Attempt['stage'], { is: 'redeemed' | 'refused' }>): void {
  if (pending) noteAnswer(pending.body.outletId, stage.is === 'refused' ? stage.failure : null)
  letGo()
  showStage(stage)
  if (stage.is === 'redeemed') for (const key of ['voucher', 'claims', 'redemptions']) markStale(key)
  // What was shown as ready is not.
  if (stage.is === 'refused' && nextStepAfter(stage.failure.code) === 'leave') markStale('voucher')
  if (listeners.size > 0) return
  if (stage.is === 'redeemed') say(words.redeem.unanswered.answered)
  if (stage.is === 'refused') say(tellFailure(stage.failure).text)
}

function letGo(): void {
  clearTimeout(pending?.timer)
  pending = null
  for (const event of ['online', 'visibilitychange']) removeEventListener(event, askAgain)
  removeEventListener('beforeunload', warn)
}

function showStage(stage: Attempt['stage']): void {
  if (attempt) show({ ...attempt, stage })
}

function show(next: Attempt | null): void {
  attempt = next
  for (const listener of listeners) listener()
}

/** With the page goes the key. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Older browsers ask for this instead.
  event.returnValue = true
}

/** Version 4. Old webviews have no randomUUID. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

onSession((change) => {
  if (change !== 'another-person') return
  // Never repeated in the name of the next, nor shown to them.
  letGo()
  show(null)
})
