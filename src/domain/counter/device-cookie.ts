import { readCookie, writeCookie } from '../staff/sessions/browser-cookie.ts'
import { DEVICE_LIFETIME_MS } from './devices.ts'

const NAME = 'counterfoil-counter'
const TOKEN = /^[\w-]{43}$/

/** The token in a Cookie header; null if it has none that could be ours. */
export function readDeviceToken(header: string | undefined, isLocalHttp: boolean): string | null {
  return readCookie(header, NAME, TOKEN, isLocalHttp)
}

export function deviceTokenCookie(token: string, isLocalHttp: boolean): string {
  return writeCookie(NAME, token, DEVICE_LIFETIME_MS, isLocalHttp)
}
