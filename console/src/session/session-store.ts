import type { Session as SessionSchema } from '@counterfoil/contract/session/sign-in.ts'
import type { Static } from 'typebox'
import { followLanguage } from './language-cookie.ts'

export type Session = Static<typeof SessionSchema>

export type SessionState =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'signed-out'; reason: 'elsewhere' | null }
  /** `isInterrupted`: the session has ended, and the sign-in is open on top of the page. */
  | { status: 'signed-in'; session: Session; isInterrupted: boolean }

let state: SessionState = { status: 'loading' }
const listeners = new Set<() => void>()
let waiting: PromiseWithResolvers<void> | null = null

export function getSessionState(): SessionState {
  return state
}

export function setSessionState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the sign-in on top of the page. All requests that meet an ended session wait for the same promise. */
export function signInAgain(): Promise<void> {
  if (state.status !== 'signed-in') return new Promise(() => {})
  waiting ??= Promise.withResolvers()
  setSessionState({ ...state, isInterrupted: true })
  return waiting.promise
}

/** Another person, or another role, gets a fresh page: nothing of the previous session stays on the screen. */
export function adoptSession(session: Session): void {
  const before = state.status === 'signed-in' ? state.session : null
  if (before && (before.staffId !== session.staffId || before.role !== session.role)) {
    window.location.assign('/console/')
    return
  }
  followLanguage(session.language)
  setSessionState({ status: 'signed-in', session, isInterrupted: false })
  waiting?.resolve()
  waiting = null
}

/** An admin has decided that the role needs a second factor. The console shows nothing else until there is one. */
export function requireFactor(): void {
  if (state.status !== 'signed-in' || state.session.mustAddFactor) return
  setSessionState({ ...state, session: { ...state.session, mustAddFactor: true } })
}

/** Requests that still wait for a sign-in are dropped with their page. */
export function dropSession(reason: 'elsewhere' | null): void {
  waiting = null
  setSessionState({ status: 'signed-out', reason })
}
