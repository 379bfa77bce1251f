import { takeToken } from './take-token.ts'

/** Receives tokens from the first moment on. A token that arrives before the session opens waits for it. */

let waiting: string | null = null
let give = (token: string): void => {
  waiting = token
}

export function receiveTokens(first: string | null): void {
  waiting = first
  const take = (token: unknown) => {
    if (typeof token === 'string' && token.trim() !== '') give(token.trim())
  }
  window.Counterfoil = { setToken: take }
  addEventListener('message', ({ source, data }) => {
    const isHost = source === window.parent && source !== window
    if (isHost && data?.type === 'counterfoil:token') take(data.token)
  })
  // A partner app may pass a new token by changing only the fragment, which does not load a page.
  addEventListener('hashchange', () => take(takeToken()))
}

export function onToken(listener: (token: string) => void): void {
  give = listener
  if (waiting !== null) listener(waiting)
}
