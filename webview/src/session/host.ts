/** The app around this webview, and how to ask it for a token. See the partner guide, "Webview". */

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

export function hasHost(): boolean {
  return Boolean(
    window.parent !== window ||
      window.CounterfoilHost?.requestToken ||
      window.webkit?.messageHandlers?.counterfoil,
  )
}

/** The message holds no secret, so it may go to any embedding page. `frame-ancestors` limits which pages embed us. */
export function askHost(): void {
  if (window.parent !== window) window.parent.postMessage({ type: 'counterfoil:token-needed' }, '*')
  window.CounterfoilHost?.requestToken?.()
  window.webkit?.messageHandlers?.counterfoil?.postMessage({ type: 'token-needed' })
}
