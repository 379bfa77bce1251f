import { failureText } from '@counterfoil/contract/words/call-failure.ts'
import type { Dispatcher } from 'undici'

export type Call = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** The time from the DNS look-up to the last byte of the response. */
  timeoutMs: number
  /** How much of the response is read. */
  maxBytes: number
  /** Can end the call before its timeout. */
  cancellation?: Cancellation
}

/**
 * Cancels, once, all calls that carry it. An AbortSignal would walk through all its listeners whenever one is added or
 * removed, which a fast endpoint does hundreds of times a second.
 */
export class Cancellation {
  isCanceled = false
  /** One callback per call in flight. */
  readonly callbacks = new Set<() => void>()

  cancel(): void {
    this.isCanceled = true
    for (const callback of [...this.callbacks]) callback()
  }
}

/** The URL of a call, in the parts that undici needs. */
export type Endpoint = { origin: string; path: string }

export type HttpResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** False if the response was longer than `maxBytes`. The rest is never read. */
  isComplete: boolean
}

/** Thrown if the `Cancellation` of a call canceled it. */
export class RequestCanceled extends Error {}

/** Thrown if the server did not answer, or did not finish its response, in time. */
export class RequestTimedOut extends Error {
  constructor(timeoutMs: number, hasHead: boolean) {
    super(failureText(hasHead ? 'timeout:incomplete' : 'timeout', { seconds: timeoutMs / 1000 }))
  }
}

/**
 * Sends one request and reads its response. Uses undici's `dispatch`, which costs a third of its `request`: most responses are
 * a few bytes and need no stream, and one timer covers look-up, connection, headers and body.
 */
export function exchange(
  dispatcher: Dispatcher,
  { origin, path }: Endpoint,
  call: Call,
): Promise<HttpResponse> {
  const { method, headers, body = null, timeoutMs, maxBytes, cancellation } = call
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let head: Pick<HttpResponse, 'status' | 'headers'> | null = null
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false

    const end = () => {
      isOver = true
      clearTimeout(timer)
      cancellation?.callbacks.delete(cancel)
    }
    const succeed = (isComplete: boolean) => {
      end()
      const { status, headers } = head as NonNullable<typeof head>
      resolve({ status, headers, body: Buffer.concat(chunks, Math.min(bytes, maxBytes)), isComplete })
    }
    const fail = (error: Error) => {
      if (isOver) return
      end()
      reject(error)
      controller?.abort(error)
    }
    const cancel = () => fail(new RequestCanceled('canceled'))
    const timer = setTimeout(() => fail(new RequestTimedOut(timeoutMs, head !== null)), timeoutMs)
    if (cancellation?.isCanceled) return cancel()
    cancellation?.callbacks.add(cancel)

    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, {
      onRequestStart(current) {
        controller = current
        // The call ended while it waited for a connection, when there was no controller to abort it with.
        if (isOver) current.abort(new Error('the request is over'))
      },
      onResponseStart(_controller, status, headers) {
        // A status below 200 is informational: the response is still to come.
        if (status >= 200) head = { status, headers }
      },
      onResponseData(current, chunk) {
        if (isOver) return
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= maxBytes) return
        succeed(false)
        current.abort(new Error('the response is longer than maxBytes'))
      },
      onResponseEnd() {
        if (!isOver) succeed(true)
      },
      onResponseError(_controller, error) {
        fail(error)
      },
    })
  })
}
