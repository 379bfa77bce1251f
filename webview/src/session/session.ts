import { serverNow } from '../api/server-clock.ts'
import { expiryMs, personOf } from './claims.ts'
import { askHost, hasHost } from './host.ts'
import { onToken } from './incoming.ts'

/** Why nobody is let in: the friendly screen over everything, until a token or a retry opens the door. */
export type Closed =
  | 'no_token'
  | 'missing_token'
  | 'invalid_token'
  | 'token_expired'
  | 'headers_too_large'
  | 'partner_disabled'
  | 'user_not_found'

type Change = 'door' | 'another-person'

/** How long a host may take to answer before the user is told. */
const ANSWER_MS = 6_000
/** How long before its end a token is replaced. */
const LEAD_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

let token: string | null = null
let closed: Closed | null = 'no_token'
let person = 0
let asked: Promise<string | null> | null = null
let renewal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(change: Change) => void>()
const waiting = new Set<() => void>()

export function openSession(): void {
  onToken(takeOver)
  addEventListener('visibilitychange', scheduleRenewal)
  if (token === null && hasHost()) askHost()
}

export const currentToken = (): string | null => token
/** Changes when the token of somebody else takes over. */
export const currentPerson = (): number => person
export const closedBecause = (): Closed | null => closed

export function onSession(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A token for the same person as the refused one, from the host; null when none comes in time. */
export function renew(refused: string): Promise<string | null> {
  if (token !== refused) return Promise.resolve(token)
  if (!hasHost()) return Promise.resolve(null)
  asked ??= new Promise<string | null>((resolve) => {
    const answered = () => {
      clearTimeout(timer)
      waiting.delete(answered)
      resolve(token === refused ? null : token)
    }
    const timer = setTimeout(answered, ANSWER_MS)
    waiting.add(answered)
    askHost()
  }).finally(() => {
    asked = null
  })
  return asked
}

/** Shows the friendly screen; resolves when the door opens again, so that the request can be repeated. */
export function closeDoor(reason: Closed): Promise<void> {
  closed = reason
  tell('door')
  return new Promise((resolve) => waiting.add(resolve))
}

/** The user asks to try again: whatever waits is repeated, with a fresh token if the host has one. */
export function knock(): void {
  if (hasHost()) askHost()
  openDoor()
}

function takeOver(next: string): void {
  const isAnother = token !== null && personOf(token) !== personOf(next)
  token = next
  scheduleRenewal()
  if (isAnother) person += 1
  openDoor()
  if (isAnother) tell('another-person')
}

function openDoor(): void {
  const resumed = [...waiting]
  waiting.clear()
  for (const resume of resumed) resume()
  if (closed === null || token === null) return
  closed = null
  tell('door')
}

/** Timers sleep with the phone, so it is looked at again whenever the app comes back into sight. */
function scheduleRenewal(): void {
  clearTimeout(renewal)
  const expiry = token === null ? null : expiryMs(token)
  if (expiry === null || document.visibilityState === 'hidden' || !hasHost()) return
  const leftMs = expiry - serverNow()
  // Of a token that is short-lived in itself, a quarter.
  const inMs = Math.max(0, leftMs - Math.min(LEAD_MS, Math.max(leftMs / 4, 1_000)))
  if (leftMs > 0 && inMs < LONGEST_TIMER_MS) renewal = setTimeout(askHost, inMs)
}

function tell(change: Change): void {
  for (const listener of listeners) listener(change)
}
