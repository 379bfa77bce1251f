import { beginSingleSignOn } from '@counterfoil/contract/session/single-sign-on.ts'
import { call } from '../api/call.ts'

const KEY = 'counterfoil.single-sign-on'
export const SINGLE_SIGN_ON_HASH = '#single-sign-on'

/** What this tab remembers while the person is at the issuer. A tab that did not start it cannot complete it. */
export type StartedSignOn = {
  token: string
  /** The address to open afterwards. Null in a separate window, which closes. */
  returnTo: string | null
}

/** Leaves for the issuer’s page. */
export async function leaveForIssuer(returnTo: string | null): Promise<void> {
  const { url, token } = await call(beginSingleSignOn, {})
  sessionStorage.setItem(KEY, JSON.stringify({ token, returnTo } satisfies StartedSignOn))
  window.location.assign(url)
}

/** Opens a window for the issuer, so that the page below keeps what was typed. False if the browser blocked it. */
export function openIssuerWindow(): boolean {
  const features = 'popup,width=480,height=680'
  return window.open(`/console/${SINGLE_SIGN_ON_HASH}`, 'counterfoil-single-sign-on', features) !== null
}

/** The issuer's response in the address; null if it did not lead here. */
export function readIssuerResponse(): { query: string; started: StartedSignOn | null } | null {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  if (pathname !== '/console/' || !query.has('state') || !(query.has('code') || query.has('error')))
    return null
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return { query: search.slice(1), started: stored === null ? null : JSON.parse(stored) }
}
