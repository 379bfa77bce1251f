import type { Dispatcher } from 'undici'

export type Call = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** From the name's resolution to the last byte read. */
  timeoutMs: number
  mostBytes: number
  /** Cuts it off earlier. */
  cutOff?: CutOff
}

/**
 * Ends whatever is under way, once. An AbortSignal would do, but looks through all who listen to it whenever one comes
 * or goes, which is what a fast endpoint has hundreds of times a second.
 */
export class CutOff {
  isCut = false
  readonly underWay = new Set<() => void>()

  cut(): void {
    this.isCut = true
    for (const end of [...this.underWay]) end()
  }
}

/** Where to, in the pieces that a request is made of. */
export type Endpoint = { origin: string; path: string }

/** `isWhole` is false when the answer went on after `mostBytes`; the rest is never read. */
export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  isWhole: boolean
}

/** By its `CutOff`. */
export class WasCutOff extends Error {}

/** It did not answer, or did not come to the end of its answer, in time. */
export class TimedOut extends Error {}

/**
 * One request and its answer. By undici's `dispatch` and not its `request`, for a third of the cost: most answers are a
 * few bytes and need no stream, and one timer covers the look-up, the connection, the headers and the body.
 */
export function exchange(dispatcher: Dispatcher, { origin, path }: Endpoint, call: Call): Promise<Answer> {
  const { method, headers, body = null, timeoutMs, mostBytes, cutOff } = call
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let start: Pick<Answer, 'status' | 'headers'> | null = null
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false

    const end = () => {
      isOver = true
      clearTimeout(timer)
      cutOff?.underWay.delete(cut)
    }
    const answer = (isWhole: boolean) => {
      end()
      const { status, headers } = start as NonNullable<typeof start>
      resolve({ status, headers, body: Buffer.concat(chunks, Math.min(bytes, mostBytes)), isWhole })
    }
    const fail = (error: Error) => {
      if (isOver) return
      end()
      reject(error)
      controller?.abort(error)
    }
    const cut = () => fail(new WasCutOff('cut off'))
    const timer = setTimeout(() => {
      fail(new TimedOut(`no ${start ? 'whole ' : ''}answer within ${timeoutMs / 1000} seconds`))
    }, timeoutMs)
    if (cutOff?.isCut) return cut()
    cutOff?.underWay.add(cut)

    const options = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }
    dispatcher.dispatch(options, {
      onRequestStart(given) {
        controller = given
        // It was waiting for a connection until now, where nothing can stop it.
        if (isOver) given.abort(new Error('the request is over'))
      },
      onResponseStart(_controller, status, headers) {
        // Below 200 the answer is still to come.
        if (status >= 200) start = { status, headers }
      },
      onResponseData(given, chunk) {
        if (isOver) return
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= mostBytes) return
        answer(false)
        given.abort(new Error('more than is read'))
      },
      onResponseEnd() {
        if (!isOver) answer(true)
      },
      onResponseError(_controller, error) {
        fail(error)
      },
    })
  })
}
