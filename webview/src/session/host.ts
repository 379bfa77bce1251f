/** The app around this webview, and the messages to it. See docs/bridge.md. */

type Channel = { postMessage(message: string): void }
type Reply = { token?: unknown; user?: { iss: unknown; sub: unknown } } | string | null | undefined

declare global {
  interface Window {
    /** Android: `addWebMessageListener` or `addJavascriptInterface`. Flutter: a `JavaScriptChannel`. */
    CounterfoilHost?: Partial<Channel> & {
      requestToken?(): void
      onmessage?: (event: { data: unknown }) => void
    }
    /** React Native provides this. */
    ReactNativeWebView?: Channel
    /** iOS: `add(handler, name: "counterfoil")`, or `addScriptMessageHandler`, whose replies arrive in the promise. */
    webkit?: {
      messageHandlers?: { counterfoil?: { postMessage(message: unknown): Promise<Reply> | undefined } }
    }
    /** The host calls this. */
    Counterfoil?: {
      setToken(token: string): void
      /** Without a connection the host may have no token. It then names the user. */
      setUser(user: { iss: unknown; sub: unknown }): void
      signOut(): void
    }
  }
}

export type HostMessage =
  | { type: 'token-needed' }
  | { type: 'navigated'; path: string }
  | {
      type: 'redeemed'
      redemptionId: string
      voucherId: string
      merchantId: string
      outletId: string
      status: string
    }
  | { type: 'closed' }
  /** Nothing of the user is left on the phone. */
  | { type: 'signed-out' }

const iosHandler = () => window.webkit?.messageHandlers?.counterfoil

export function hasHost(): boolean {
  const { parent, CounterfoilHost, ReactNativeWebView } = window
  return Boolean(
    parent !== window ||
      CounterfoilHost?.requestToken ||
      CounterfoilHost?.postMessage ||
      ReactNativeWebView ||
      iosHandler(),
  )
}

/** The host says with `?close=true` that it acts on the message `closed`. */
export function canClose(): boolean {
  return hasHost() && new URLSearchParams(location.search).get('close') === 'true'
}

/** A message holds no secret, so it may go to any embedding page. `frame-ancestors` limits which pages embed us. */
export function tellHost(message: HostMessage): void {
  const { parent, CounterfoilHost, ReactNativeWebView } = window
  const named = { ...message, type: `counterfoil:${message.type}` }
  if (parent !== window) parent.postMessage(named, '*')
  ReactNativeWebView?.postMessage(JSON.stringify(named))
  if (message.type === 'token-needed' && CounterfoilHost?.requestToken) CounterfoilHost.requestToken()
  else CounterfoilHost?.postMessage?.(JSON.stringify(named))
  // The handler has our name, so the types need no prefix.
  const reply = iosHandler()?.postMessage(message)
  if (message.type === 'token-needed') reply?.then?.(acceptReply, () => {})
}

export function askHost(): void {
  tellHost({ type: 'token-needed' })
}

/** Android's `JavaScriptReplyProxy` answers on the object itself. */
export function receiveReplies(): void {
  const { CounterfoilHost } = window
  if (!CounterfoilHost?.postMessage) return
  CounterfoilHost.onmessage = ({ data }) => acceptReply(parsed(data))
}

/** A reply is the token, or an object with it, or with the user. */
function acceptReply(reply: Reply): void {
  const token = typeof reply === 'object' ? reply?.token : reply
  if (typeof token === 'string') window.Counterfoil?.setToken(token)
  else if (typeof reply === 'object' && reply?.user) window.Counterfoil?.setUser(reply.user)
}

function parsed(data: unknown): Reply {
  const text = String(data)
  return text.startsWith('{') ? (JSON.parse(text) as Reply) : text
}
