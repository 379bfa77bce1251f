import { takeToken } from './fragment.ts'

/** Tokens as they come, from the first moment on: one that is here before the session is open waits for it. */

let waiting: string | null = null
let give = (token: string): void => {
  waiting = token
}

export function awaitTokens(first: string | null): void {
  waiting = first
  const take = (token: unknown) => {
    if (typeof token === 'string' && token.trim() !== '') give(token.trim())
  }
  window.Counterfoil = { setToken: take }
  addEventListener('message', ({ source, data }) => {
    const isHost = source === window.parent && source !== window
    if (isHost && data?.type === 'counterfoil:token') take(data.token)
  })
  // A partner app may hand over a fresh token by changing nothing but the fragment, which loads no page.
  addEventListener('hashchange', () => take(takeToken()))
}

export function onToken(listener: (token: string) => void): void {
  give = listener
  if (waiting !== null) listener(waiting)
}
