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

/** What keeps the webview from working. The user sees a message and a retry, where the webview can show one. */
export type HostProblem = {
  /**
   * `not_loaded`: the webview did not start, because its files did not load or your origin is not registered. `no_token`:
   * `freshToken` failed.
   */
  code: 'not_loaded' | 'no_token'
  message: string
  /** What `freshToken` threw. */
  cause?: unknown
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
  /** The language of the webview: `en`, `ms`, `zh-Hans`, `ar`. Default: that of the browser. */
  lang?: string | undefined
  /** Light or dark surfaces; `auto`, the default, follows the device. The accent color is that of your partner record. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** The webview has started. It is called once. */
  onReady?: (() => void) | undefined
  /** Without this function, a problem goes to `window.onerror`. */
  onError?: ((problem: HostProblem) => void) | undefined
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
    if (type === 'counterfoil:failed') return start.fail()
    start.settle()
    if (type === 'counterfoil:navigated') announce()
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

  const start = watchStart(frame, () => {
    const message = `${base.href} did not start. Check that ${location.origin} is one of your frame origins.`
    report(options, { code: 'not_loaded', message })
  })
  let announce = (): void => {
    announce = () => {}
    options.onReady?.()
  }
  const open = (path = ''): void => {
    start.expect()
    frame.src = addressOf(path, base, options)
  }

  addEventListener('message', receive)
  open(options.open)
  element.append(frame)
  return {
    frame,
    open,
    signOut,
    unmount() {
      start.settle()
      removeEventListener('message', receive)
      frame.remove()
    },
  }
}

/** How long a page may take to load, and then its first message. */
const LOAD_MS = 30_000
const START_MS = 5_000

/** Reports that the webview did not start. A refused frame loads, too: it shows a page of the browser, which sends nothing. */
function watchStart(frame: HTMLIFrameElement, onFailed: () => void) {
  let isSettled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (): void => {
    isSettled = true
    clearTimeout(timer)
  }
  const fail = (): void => {
    settle()
    onFailed()
  }
  const wait = (ms: number): void => {
    clearTimeout(timer)
    if (!isSettled) timer = setTimeout(fail, ms)
  }
  frame.addEventListener('load', () => wait(START_MS))
  return {
    expect() {
      isSettled = false
      wait(LOAD_MS)
    },
    settle,
    fail,
  }
}

/** Without `onError`, your monitoring sees the problem in `window.onerror`. */
function report({ onError }: HostOptions, problem: HostProblem): void {
  if (onError) onError(problem)
  else reportError(problem.cause ?? new Error(problem.message))
}

/** Returns an empty string if there is no token. */
async function requestToken(options: HostOptions): Promise<string> {
  try {
    const token = await options.freshToken()
    if (typeof token === 'string' && token) return token
    throw new TypeError('freshToken must return the JWT as a string')
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    report(options, { code: 'no_token', message, cause })
    return ''
  }
}

/** A path may come from a push message, so it cannot leave the webview: any other address opens home. */
function addressOf(path: string, base: URL, { onClose, lang, theme }: HostOptions): string {
  const url = new URL(`./${path.replace(/^[/\\]+/, '')}`, base)
  const address = new URL(url.href.startsWith(base.href) ? url : base)
  address.hash = ''
  if (onClose) address.searchParams.set('close', 'true')
  if (lang) address.searchParams.set('lang', lang)
  if (theme && theme !== 'auto') address.searchParams.set('theme', theme)
  return address.href
}
