export const SERVICE = 'https://vouchers.example.com'
const BACKEND = 'https://api.acme.example'

/** The screens that a push message may open. Anything else opens home. */
const SCREEN = /^(wallet(\/history)?|(vouchers|merchants|redemptions)\/[0-9a-f-]{36})$/

/** The webview asks the bridge for the token, so it is in no address. */
export function addressOf(path = '') {
  return `${SERVICE}/app/${SCREEN.test(path) ? path : ''}?close=true`
}

/** Gets a token from your backend, which knows who is signed in. */
export async function freshToken() {
  const response = await fetch(`${BACKEND}/voucher-token`, { method: 'POST' })
  if (!response.ok) throw new Error(`the backend answered ${response.status}`)
  return (await response.text()).trim()
}

/** Handles a message of the webview. `inject` runs JavaScript in it. */
export async function receive(json, { getToken = freshToken, inject, onClose, onRedeemed }) {
  const message = JSON.parse(json)
  if (message.type === 'counterfoil:token-needed') {
    // `true` at the end: iOS needs a value that it can copy.
    inject(`Counterfoil.setToken(${JSON.stringify(await getToken())}); true`)
  }
  if (message.type === 'counterfoil:redeemed') onRedeemed?.(message.voucherId)
  if (message.type === 'counterfoil:closed') onClose?.()
}

/** Deletes what the phone keeps of the user. The webview then sends `counterfoil:signed-out`. */
export const SIGN_OUT = 'Counterfoil.signOut(); true'

/** Maps (`geo:`, https://maps.apple.com) and all other links open in their own apps. */
export const staysInside = (url) => url.startsWith(`${SERVICE}/app/`) || url === 'about:blank'
