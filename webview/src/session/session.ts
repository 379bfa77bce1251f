import { serverNow } from '../time/server-clock.ts'
import { askHost, hasHost, receiveReplies } from './host.ts'
import { type Incoming, onIncoming } from './incoming.ts'
import { keepToken } from './kept-token.ts'
import { expiresAtMs, identityOf, userOf } from './token-claims.ts'

/** Why access is blocked. A notice covers the app until a token or a retry restores access. */
export type BlockReason =
  /** The host was requested to send the first token. */
  | 'asking_host'
  | 'no_token'
  | 'missing_token'
  | 'invalid_token'
  | 'token_expired'
  | 'headers_too_large'
  | 'partner_disabled'
  | 'user_not_found'

type Change =
  | 'access'
  | 'another-user'
  /** The host names the user, for whom something may be kept. */
  | 'named'
  /** The token has arrived for a user who was shown what is kept. */
  | 'token'

/** How long the host may take to provide a token. */
const HOST_TIMEOUT_MS = 6_000
/** How long before its expiry a token is replaced. */
const RENEW_BEFORE_EXPIRY_MS = 60_000
/** For these reasons the token itself is good, and access may return. */
const KEEPS_TOKEN = new Set<BlockReason>(['partner_disabled', 'user_not_found'])
const MAX_TIMER_MS = 2 ** 31 - 1

let token: string | null = null
/** The user that the host names while it has no token. */
let named = ''
let blocked: BlockReason | null = 'no_token'
let user = 0
let renewing: Promise<string | null> | null = null
let renewalTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(change: Change) => void>()
const waiting = new Set<() => void>()

/** Runs before the first screen of a user. Null if there is nothing to wait for. */
let prepare: (identity: string) => Promise<void> | null = () => null
export function prepareUser(task: typeof prepare): void {
  prepare = task
}

export function openSession(): void {
  receiveReplies()
  onIncoming(receive)
  addEventListener('visibilitychange', scheduleRenewal)
  if (token === null && hasHost()) waitForHost()
}

function receive(incoming: Incoming): void {
  if (incoming === 'signed-out') signOut()
  else if ('token' in incoming) setToken(incoming.token)
  else nameUser(identityOf(incoming.user))
}

function waitForHost(): void {
  blocked = 'asking_host'
  setTimeout(() => {
    if (blocked !== 'asking_host') return
    blocked = 'no_token'
    notifyListeners('access')
  }, HOST_TIMEOUT_MS)
  askHost()
}

export const currentToken = (): string | null => token
/** Increases when the token of another user arrives. */
export const currentUser = (): number => user
/** Who the user is, among all users of all partners. Empty if unknown. */
export const currentIdentity = (): string => (token === null ? named : userOf(token))
/** Whether there is no token, but kept data of the user that the host names. */
export const isWithoutToken = (): boolean => token === null && blocked === null
export const blockReason = (): BlockReason | null => blocked

export function onSession(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Requests a replacement for the rejected token from the host. Null if none arrives in time. */
export function renewToken(rejected: string): Promise<string | null> {
  if (token !== rejected) return Promise.resolve(token)
  if (!hasHost()) return Promise.resolve(null)
  renewing ??= new Promise<string | null>((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      waiting.delete(finish)
      resolve(token === rejected ? null : token)
    }
    const timer = setTimeout(finish, HOST_TIMEOUT_MS)
    waiting.add(finish)
    askHost()
  }).finally(() => {
    renewing = null
  })
  return renewing
}

/** Shows the notice. Resolves when access is restored and the request can be retried. */
export function blockAccess(reason: BlockReason): Promise<void> {
  blocked = reason
  if (!KEEPS_TOKEN.has(reason)) keepToken(null)
  notifyListeners('access')
  return new Promise((resolve) => waiting.add(resolve))
}

/** The user taps retry: waiting requests are sent again, with a new token if the host has one. */
export function retryAccess(): void {
  if (hasHost()) askHost()
  restoreAccess()
}

function setToken(next: string): void {
  const before = currentIdentity()
  const identity = userOf(next)
  const isLate = isWithoutToken()
  token = next
  // After a reload the host sends its token again, so the token is in memory only.
  keepToken(hasHost() ? null : next)
  scheduleRenewal()
  const isAnother = before !== '' && before !== identity
  if (isAnother) user += 1
  const preparing = before === identity ? null : prepare(identity)
  // Meanwhile, no screen of another user is visible.
  if (preparing) blocked = 'asking_host'
  // At once: what still runs for the former user must not be sent in the name of the next one.
  if (isAnother) notifyListeners('another-user')
  else if (preparing) notifyListeners('access')
  const admit = () => {
    restoreAccess()
    if (isLate && !isAnother) notifyListeners('token')
  }
  if (preparing) void preparing.then(() => token === next && admit())
  else admit()
}

/** Without a token, the user can only see what is kept for them. */
function nameUser(identity: string): void {
  if (token !== null || identity === named) return
  const isAnother = named !== ''
  named = identity
  if (isAnother) leave('no_token')
  notifyListeners('named')
}

/** Opens the app with what is kept for the named user. */
export function openWithoutToken(): void {
  if (token !== null || blocked === null) return
  blocked = null
  notifyListeners('access')
  addEventListener('online', askHost)
}

/** Forgets the user. The listeners of the change delete all that belongs to them. */
function signOut(): void {
  token = null
  named = ''
  keepToken(null)
  clearTimeout(renewalTimer)
  leave('no_token')
}

function leave(reason: BlockReason): void {
  user += 1
  blocked = reason
  waiting.clear()
  notifyListeners('another-user')
}

function restoreAccess(): void {
  const resumed = [...waiting]
  waiting.clear()
  for (const resume of resumed) resume()
  if (blocked === null || token === null) return
  blocked = null
  notifyListeners('access')
}

/** Timers stop while the phone sleeps, so this also runs whenever the app becomes visible. */
function scheduleRenewal(): void {
  clearTimeout(renewalTimer)
  const expiry = token === null ? null : expiresAtMs(token)
  if (expiry === null || document.visibilityState === 'hidden' || !hasHost()) return
  const leftMs = expiry - serverNow()
  // Renew a short-lived token after three quarters of its lifetime.
  const inMs = Math.max(0, leftMs - Math.min(RENEW_BEFORE_EXPIRY_MS, Math.max(leftMs / 4, 1_000)))
  if (leftMs > 0 && inMs < MAX_TIMER_MS) renewalTimer = setTimeout(askHost, inMs)
}

function notifyListeners(change: Change): void {
  for (const listener of listeners) listener(change)
}
