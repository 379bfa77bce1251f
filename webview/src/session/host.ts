/** The app around this webview: how it is asked for a token, and how it answers. See the partner guide, "Webview". */

declare global {
  interface Window {
    /** Android: `addJavascriptInterface(…, "CounterfoilHost")`. */
    CounterfoilHost?: { requestToken?(): void }
    /** iOS: `add(handler, name: "counterfoil")`. */
    webkit?: { messageHandlers?: { counterfoil?: { postMessage(message: unknown): void } } }
    /** For the host to call. */
    Counterfoil?: { setToken(token: string): void }
  }
}

const isFramed = () => window.parent !== window

export function hasHost(): boolean {
  return Boolean(
    isFramed() || window.CounterfoilHost?.requestToken || window.webkit?.messageHandlers?.counterfoil,
  )
}

/** The question holds no secret, so it may go to whoever embeds us; `frame-ancestors` says who can. */
export function askHost(): void {
  if (isFramed()) window.parent.postMessage({ type: 'counterfoil:token-needed' }, '*')
  window.CounterfoilHost?.requestToken?.()
  window.webkit?.messageHandlers?.counterfoil?.postMessage({ type: 'token-needed' })
}

export function onHostToken(listener: (token: string) => void): void {
  const take = (token: unknown) => {
    if (typeof token === 'string' && token.trim() !== '') listener(token.trim())
  }
  window.Counterfoil = { setToken: take }
  addEventListener('message', ({ source, data }) => {
    if (isFramed() && source === window.parent && data?.type === 'counterfoil:token') take(data.token)
  })
}
