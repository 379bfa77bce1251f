import { CounterfoilError } from './counterfoil-error.ts'
import { signatureHeader } from './signature.ts'

export type TransportOptions = {
  baseUrl: string
  slug: string
  /** Signs requests. */
  secret: string
  /** An API key of role `partner`, for the back office. */
  apiKey: string | undefined
  fetch: typeof globalThis.fetch
  retries: number
  timeoutMs: number
  now: () => Date
  /** Waits before a retry. */
  sleep: (ms: number) => Promise<void>
  warn: (message: string) => void
}

export type CallOptions = {
  body?: unknown
  query?: Record<string, string | number | boolean | undefined>
}

type Call = CallOptions & { method: string; path: string; door: 'signature' | 'key'; isRepeatable: boolean }
type Prepared = Call & { url: URL; bytes: string }

const BACKOFF_MS = 250
const MAX_BACKOFF_MS = 8_000
/** If `retry-after` is longer, the call fails at once: the error says when to try again. */
const MAX_RETRY_AFTER_SECONDS = 60

/** Sends requests to the service, signs every attempt with the time of that attempt, and retries. */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** A call to `/integrations/*` that is safe to repeat. */
  signed<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    return this.#send({ method, path, door: 'signature', isRepeatable: true, ...options }) as Promise<T>
  }

  /** A call to `/integrations/*` that is repeated only if it was refused: the first one may have been executed. */
  signedOnce<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    return this.#send({ method, path, door: 'signature', isRepeatable: false, ...options }) as Promise<T>
  }

  /** A call to `/admin/*`. Changes are not repeated unless they were refused: the first one may have been executed. */
  async keyed<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    if (!this.#options.apiKey) {
      throw new TypeError(`${method} ${path} needs \`apiKey\`: an API key of role "partner"`)
    }
    const isRepeatable = method === 'GET'
    return this.#send({ method, path, door: 'key', isRepeatable, ...options }) as Promise<T>
  }

  async #send(call: Call): Promise<unknown> {
    const { baseUrl, retries, sleep } = this.#options
    const url = new URL(baseUrl.replace(/\/+$/, '') + call.path)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const bytes = call.body === undefined ? '' : JSON.stringify(call.body)
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt({ ...call, url, bytes })
      } catch (error) {
        if (!(error instanceof CounterfoilError) || attempt >= retries || !isWorthRetrying(error)) throw error
        const isSafe = call.isRepeatable || error.status === 429
        if (!isSafe) throw error
        await sleep(delayMs(error, attempt))
      }
    }
  }

  async #attempt(call: Prepared): Promise<unknown> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs)
    const name = `${call.method} ${call.path}`
    const headers = await this.#headers(call)
    let response: Response
    let text: string
    try {
      response = await this.#options.fetch(call.url, {
        method: call.method,
        headers,
        signal,
        // The signature is for this path only.
        redirect: 'manual',
        ...(call.bytes !== '' && { body: call.bytes }),
      })
      text = await response.text()
    } catch (cause) {
      const code = signal.aborted ? 'timeout' : 'connection_failed'
      throw new CounterfoilError(name, { code, status: 0, cause })
    }
    const unknownFields = response.headers.get('x-unknown-fields')
    if (unknownFields) this.warn(`${name} ignored unknown fields: ${unknownFields}`)
    return read(call, response, text)
  }

  /** Reports what is probably a mistake, although the call succeeds. */
  warn(message: string): void {
    this.#options.warn(`Counterfoil: ${message}`)
  }

  async #headers(call: Prepared): Promise<Record<string, string>> {
    const { slug, secret, apiKey, now } = this.#options
    const type: Record<string, string> = call.bytes === '' ? {} : { 'content-type': 'application/json' }
    if (call.door === 'key') return { ...type, authorization: `Bearer ${apiKey}` }
    const signature = await signatureHeader({
      secret,
      timestampSeconds: Math.floor(now().getTime() / 1000),
      body: call.bytes,
      request: { method: call.method, path: call.url.pathname + call.url.search },
    })
    return { ...type, 'x-partner-slug': slug, 'x-signature': signature }
  }
}

/** fetch resolves these two as relative paths, even if they are percent-encoded, and would call another route. */
export function pathSegment(id: string, name: string): string {
  if (id === '' || id === '.' || id === '..') throw new RangeError(`Not usable in a URL: ${name} "${id}"`)
  return encodeURIComponent(id)
}

function read({ method, path, url }: Prepared, response: Response, text: string): unknown {
  const { status, headers, ok } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const body = parse(text)
  if (ok && (text === '' || body !== undefined)) return body
  const problem = (ok ? undefined : body) as Record<string, never> | undefined
  throw new CounterfoilError(`${method} ${path}`, {
    code: typeof problem?.error === 'string' ? problem.error : 'unexpected_response',
    status,
    details: problem?.details,
    issues: problem?.issues,
    requestId,
    help: helpOf(headers.get('link'), url),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The header `link` names the page about the error: `</docs/errors#not_found>; rel="help"`. */
function helpOf(link: string | null, requested: URL): string | undefined {
  const target = /<([^>]*)>; *rel="?help\b/.exec(link ?? '')?.[1]
  if (target === undefined || !URL.canParse(target, requested)) return undefined
  return new URL(target, requested).href
}

/** `retry-after` holds seconds, or, from a proxy, perhaps a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function isWorthRetrying({ status, retryAfterSeconds = 0 }: CounterfoilError): boolean {
  if (retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return false
  return status === 0 || status === 429 || status >= 500
}

function delayMs({ retryAfterSeconds }: CounterfoilError, attempt: number): number {
  const backoffMs = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
  return retryAfterSeconds === undefined ? backoffMs : retryAfterSeconds * 1000
}
