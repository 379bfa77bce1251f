import type { Runtime } from '../../../platform/runtime.ts'
import { readCookie, writeCookie } from './browser-cookie.ts'

/**
 * A known device is a browser in which somebody has signed in before. It keeps a cookie that names the account and the
 * time, sealed under SECRETS_KEY. The cookie signs nobody in: it only chooses which limit on guesses applies.
 */
export type KnownDevice = { staffId: string; since: Date }

const NAME = 'counterfoil-device'
const SEALED = /^[\w-]{60,200}$/
const OWNER = 'staff device'
/** Browsers keep a cookie at most this long. Each sign-in renews it. */
const LIFETIME_MS = 400 * 24 * 60 * 60_000

export function readDeviceCookie(header: string | undefined, isLocalHttp: boolean): string | null {
  return readCookie(header, NAME, SEALED, isLocalHttp)
}

export function deviceCookie(
  { vault, now }: Pick<Runtime, 'vault' | 'now'>,
  staffId: string,
  isLocalHttp: boolean,
): string {
  const sealed = vault.seal(OWNER, `${staffId} ${now().toISOString()}`)
  return writeCookie(NAME, sealed.toString('base64url'), LIFETIME_MS, isLocalHttp)
}

/** Returns null if the cookie is forged or too old, or if its key was replaced since. */
export function openDeviceCookie(
  { vault, now }: Pick<Runtime, 'vault' | 'now'>,
  cookie: string,
): KnownDevice | null {
  try {
    const [staffId = '', since = ''] = vault.open(OWNER, Buffer.from(cookie, 'base64url')).split(' ')
    const isTooOld = Date.parse(since) <= now().getTime() - LIFETIME_MS
    return isTooOld ? null : { staffId, since: new Date(since) }
  } catch {
    return null
  }
}
