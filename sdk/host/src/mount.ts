/**
 * A redemption as the webview reports it. It holds no code. Do not grant anything because of it: wait for your
 * webhook.
 */
export type Redeemed = {
  redemptionId: string
  voucherId: string
  merchantId: string
  outletId: string
  status: 'SUCCESS' | 'FLAGGED'
}

export type HostOptions = {
  /** The address of the service: `https://vouchers.example.com`. */
  url: string
  /** Your slug. The origin of your page must be one of your registered frame origins. */
  slug: string
  /** Gets a JWT for the user from your backend. Called at the start and whenever a new token is needed. */
  freshToken: () => string | Promise<string>
  /**
   * Names the user, with the `iss` and `sub` of their tokens, while `freshToken` fails: without a connection, the webview
   * then shows the wallet that it has kept for exactly this user.
   */
  user?: (() => { iss: string; sub: string } | null) | undefined
  /** The screen to open first: `wallet`, `vouchers/<id>`, `merchants/<id>`. Default: home. */
  open?: string | undefined
  onRedeemed?: ((redeemed: Redeemed) => void) | undefined
  /** If you pass this function, the webview has a Close button. */
  onClose?: (() => void) | undefined
  /** The path of each screen that opens: `/`, `/vouchers/<id>`. */
  onNavigate?: ((path: string) => void) | undefined
}

export type Mounted = {
  frame: HTMLIFrameElement
  /** Opens another screen. */
  open(path: string): void
  /** Call it when the user signs out of your app. Resolves when the phone keeps nothing of them, or after 2 seconds. */
  signOut(): Promise<void>
  unmount(): void
}

/** Shows the webview in `element`, which decides its size. */
export function mount(element: Element, options: HostOptions): Mounted {
  const base = new URL(`/app/${encodeURIComponent(options.slug)}/`, options.url)
  const frame = document.createElement('iframe')
  frame.allow = 'geolocation; clipboard-write; web-share'
  frame.title = 'Vouchers'
  Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' })

  // The backend prepares the first token while the webview loads. Requests at the same time share one token.
  let pending: Promise<string> | undefined = requestToken(options)
  const receive = async ({ source, origin, data }: MessageEvent): Promise<void> => {
    if (source !== frame.contentWindow || origin !== base.origin) return
    const { type, ...message } = Object(data)
    if (type === 'counterfoil:redeemed') options.onRedeemed?.(message)
    if (type === 'counterfoil:navigated') options.onNavigate?.(message.path)
    if (type === 'counterfoil:closed') options.onClose?.()
    if (type === 'counterfoil:signed-out') confirmSignOut()
    if (type !== 'counterfoil:token-needed') return
    pending ??= requestToken(options)
    const token = await pending
    pending = undefined
    // Without a token and a user, the webview says that the session has ended and offers a retry.
    if (token) return send({ type: 'counterfoil:token', token })
    const user = options.user?.()
    if (user) send({ type: 'counterfoil:user', ...user })
  }
  const send = (message: object): void => frame.contentWindow?.postMessage(message, base.origin)
  let confirmSignOut = (): void => {}
  const signOut = (): Promise<void> =>
    new Promise((resolve) => {
      confirmSignOut = resolve
      setTimeout(resolve, 2_000)
      send({ type: 'counterfoil:signed-out' })
    })
  const open = (path = ''): void => {
    frame.src = addressOf(path, base, options.onClose !== undefined)
  }

  addEventListener('message', receive)
  open(options.open)
  element.append(frame)
  return {
    frame,
    open,
    signOut,
    unmount() {
      removeEventListener('message', receive)
      frame.remove()
    },
  }
}

/** Returns an empty string if there is no token. The error goes to `window.onerror`, where your monitoring sees it. */
async function requestToken({ freshToken }: HostOptions): Promise<string> {
  try {
    const token = await freshToken()
    if (typeof token === 'string' && token) return token
    throw new TypeError('freshToken must return the JWT as a string')
  } catch (error) {
    setTimeout(() => {
      throw error
    })
    return ''
  }
}

/** A path may come from a push message, so it cannot leave the webview: any other address opens home. */
function addressOf(path: string, base: URL, canClose: boolean): string {
  const url = new URL(`./${path.replace(/^[/\\]+/, '')}`, base)
  const address = new URL(url.href.startsWith(base.href) ? url : base)
  address.hash = ''
  if (canClose) address.searchParams.set('close', 'true')
  return address.href
}
