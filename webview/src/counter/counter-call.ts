import type { CodeReading, CounterRedemption, CounterSession } from '@counterfoil/contract/counter/counter.ts'
import type { ErrorCode } from '@counterfoil/contract/errors.ts'
import type { Static } from 'typebox'

export type Session = Static<typeof CounterSession>
export type Reading = Static<typeof CodeReading>
export type Redeemed = Static<typeof CounterRedemption>

/** `unreachable` without a response. */
export type RefusalCode = ErrorCode | 'unreachable'

/** Why a request failed. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | null

  constructor(code: RefusalCode, retryAfterSeconds: number | null = null) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const TIMEOUT_MS = 15_000

async function send<T>(path: string, body?: object): Promise<T> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      credentials: 'same-origin',
      signal: control.signal,
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const json = await response.json()
    if (response.ok) return json as T
    throw new Refused(json.error, json.details?.retryAfterSeconds ?? null)
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreachable')
  } finally {
    clearTimeout(timer)
  }
}

export const connect = (secret: string) => send<Session>('/counter/session', { secret })
export const findSession = () => send<Session>('/counter/session')
export const readCode = (code: string) => send<Reading>('/counter/read', { code })
export const confirmCode = (code: string) => send<Redeemed>('/counter/redemptions', { code })
export const listRedemptions = () => send<{ items: Redeemed[] }>('/counter/redemptions')
