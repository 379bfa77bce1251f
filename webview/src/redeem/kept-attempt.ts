import type { InputOf } from '../api/routes.ts'
import { keptNames, PREFIX } from './kept-names.ts'

/**
 * Redemptions that were sent and are not answered yet, kept where they survive a reload, a crash and a closed tab. Each has
 * an entry, named by its idempotency key, so tabs with different vouchers do not overwrite each other. The PIN and the
 * token are never kept. Without storage, only the open page remembers.
 */
export type KeptAttempt = {
  idempotencyKey: string
  body: KeptBody
  sentAtMs: number
  /** A code of this key was shown, and no PIN was sent. Left: its screen is gone, but the counter may still confirm it. */
  code?: 'shown' | 'left'
}
export type KeptBody = Omit<InputOf<'redeemVoucher'>['body'], 'pin'>

/** By then the service has finished or dropped the request. */
export const DECIDED_AFTER_MS = 30_000

/** The service remembers a key this long. */
const MAX_AGE_MS = 86_400_000

export function keepAttempt(user: string, { idempotencyKey, body, ...rest }: KeptAttempt): void {
  const { pin: _, ...kept } = body as KeptBody & { pin?: string }
  try {
    localStorage.setItem(PREFIX + idempotencyKey, JSON.stringify({ user, body: kept, ...rest }))
  } catch {
    // Storage is blocked or full.
  }
}

export function dropAttempt(idempotencyKey: string): void {
  try {
    localStorage.removeItem(PREFIX + idempotencyKey)
  } catch {
    // Storage is blocked.
  }
}

/** The user's own attempts. Drops those of other users, and those that are too old for the service to know. */
export function keptAttempts(user: string): KeptAttempt[] {
  return keptNames().flatMap((name) => {
    const kept = read(name)
    const isOwn = kept?.user === user && Math.abs(Date.now() - kept.sentAtMs) < MAX_AGE_MS
    const idempotencyKey = name.slice(PREFIX.length)
    if (isOwn) {
      const { user: _, ...attempt } = kept
      return [{ idempotencyKey, ...attempt }]
    }
    dropAttempt(idempotencyKey)
    return []
  })
}

export function keptAttemptFor(user: string, voucherId: string): KeptAttempt | null {
  return keptAttempts(user).find(({ body }) => body.voucherId === voucherId) ?? null
}

function read(name: string): (Omit<KeptAttempt, 'idempotencyKey'> & { user: string }) | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '')
    return typeof kept?.body?.voucherId === 'string' ? kept : null
  } catch {
    return null
  }
}
