import { useEffect } from 'preact/hooks'
import { codeOf } from './failure.ts'

/** A phone says that it is online before its connection works. */
const SETTLE_MS = 5_000
const RETRY_MS = 1_000

let reconnects = 0
let reconnectedAtMs = Number.NEGATIVE_INFINITY
addEventListener('online', () => {
  reconnects += 1
  reconnectedAtMs = Date.now()
})

/** How often the connection has returned. Read it before a request, and compare it when the request fails. */
export const reconnectCount = (): number => reconnects

/** The request failed without a connection, which returned since: no further `online` event will follow. */
export function failedBeforeReconnect(cause: unknown, reconnectsBefore: number): boolean {
  return codeOf(cause) === 'unreachable' && reconnects !== reconnectsBefore
}

/** Retries when the connection returns, even if it returned before the request failed. */
export function useRetryOnReconnect(
  failed: { cause: unknown; reconnectsBefore: number } | null,
  retry: () => void,
) {
  useEffect(() => {
    if (failed === null || codeOf(failed.cause) !== 'unreachable') return
    if (failedBeforeReconnect(failed.cause, failed.reconnectsBefore)) return retry()
    const isSettling = Date.now() - reconnectedAtMs < SETTLE_MS
    const timer = isSettling ? setTimeout(retry, RETRY_MS) : undefined
    addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    }
  }, [failed, retry])
}
