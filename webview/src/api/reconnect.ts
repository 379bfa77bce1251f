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

/**
 * Calls `retry` once: when the connection returns, or in a moment if it has just returned and may not work yet. Returns a
 * function that calls it off.
 */
export function onReconnect(retry: () => void): () => void {
  const isSettling = Date.now() - reconnectedAtMs < SETTLE_MS
  const timer = isSettling ? setTimeout(run, RETRY_MS) : undefined
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
  }
  function run(): void {
    stop()
    retry()
  }
  addEventListener('online', run)
  return stop
}

/** Runs the task. If it fails, runs it again when the connection returns. */
export function runOnceConnected(task: () => Promise<void>): void {
  task().catch(() => onReconnect(() => runOnceConnected(task)))
}

/** Retries when the connection returns, even if it returned before the request failed. */
export function useRetryOnReconnect(
  failed: { cause: unknown; reconnectsBefore: number } | null,
  retry: () => void,
) {
  useEffect(() => {
    if (failed === null || codeOf(failed.cause) !== 'unreachable') return
    if (failedBeforeReconnect(failed.cause, failed.reconnectsBefore)) return retry()
    return onReconnect(retry)
  }, [failed, retry])
}
