import { readCookie, writeCookie } from './browser-cookie.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

const NAME = 'counterfoil'
const TOKEN = /^[\w-]{43}$/

/** The token in a Cookie header; null if it has none that could be ours. */
export function readSessionCookie(header: string | undefined, isLocalHttp: boolean): string | null {
  return readCookie(header, NAME, TOKEN, isLocalHttp)
}

export function sessionCookie(token: string, isLocalHttp: boolean): string {
  return writeCookie(NAME, token, SESSION_LIFETIME_MS, isLocalHttp)
}

export function expiredSessionCookie(isLocalHttp: boolean): string {
  return writeCookie(NAME, '', 0, isLocalHttp)
}
