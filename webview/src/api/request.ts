export type Exchange = { response: Response; body: unknown; sentAt: number }

const TIMEOUT_MS = 15_000

/**
 * The host's language. Without it, the header that the browser sends is right. Encoded, since a header cannot carry every
 * text. Read once: the address changes while the app is used.
 */
const lang = new URLSearchParams(location.search).get('lang')

const prefetched = new Map<string, Promise<Exchange>>()

/** Sends one request. Rejects unless the service itself answers in JSON. */
export async function sendRequest(path: string, init: RequestInit): Promise<Exchange> {
  const sentAt = Date.now()
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), TIMEOUT_MS)
  try {
    const headers = { ...init.headers, ...(lang && { 'accept-language': encodeURIComponent(lang) }) }
    const response = await fetch(path, { ...init, headers, credentials: 'omit', signal: control.signal })
    // A gateway that cannot reach the service answers in HTML, which rejects here.
    const body: unknown = response.status === 204 ? null : await response.json()
    return { response, body, sentAt }
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request before its caller has loaded. The caller gets it from `takePrefetched`. */
export function prefetch(path: string, token: string): Promise<Exchange> {
  const exchange = sendRequest(path, { headers: { authorization: `Bearer ${token}` } })
  exchange.catch(() => {})
  prefetched.set(path + token, exchange)
  return exchange
}

/** Returns a response only once. Later callers send their own request. */
export function takePrefetched(path: string, token: string): Promise<Exchange> | undefined {
  const exchange = prefetched.get(path + token)
  prefetched.delete(path + token)
  return exchange
}
