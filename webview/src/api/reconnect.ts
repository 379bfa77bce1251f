import { useEffect } from 'preact/hooks'
import { codeOf } from './failure.ts'

let reconnects = 0
addEventListener('online', () => {
  reconnects += 1
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
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [failed, retry])
}
