import { takeToken } from './take-token.ts'

/** What the host says. The user is named by issuer and subject, if the host has no token for them. */
export type Incoming = { token: string } | { user: { iss: unknown; sub: unknown } } | 'signed-out'

/** Receives from the first moment on. What arrives before the session opens waits for it. */
const waiting: Incoming[] = []
let give = (incoming: Incoming): void => void waiting.push(incoming)

export function receiveFromHost(first: string | null): void {
  const setToken = (token: unknown) => {
    if (typeof token === 'string' && token.trim() !== '') give({ token: token.trim() })
  }
  const setUser = (user: { iss: unknown; sub: unknown }) => give({ user })
  const signOut = () => give('signed-out')
  setToken(first)
  window.Counterfoil = { setToken, setUser, signOut }
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || source === window) return
    if (data?.type === 'counterfoil:token') setToken(data.token)
    if (data?.type === 'counterfoil:user') setUser(data)
    if (data?.type === 'counterfoil:signed-out') signOut()
  })
  // A partner app may pass a new token by changing only the fragment, which does not load a page.
  addEventListener('hashchange', () => setToken(takeToken()))
}

export function onIncoming(listener: (incoming: Incoming) => void): void {
  give = listener
  waiting.splice(0).forEach(listener)
}
