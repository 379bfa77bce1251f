import { isRunByNpx } from '../platform/config.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof SIGNALS)[number]

/** Ctrl-C reaches us twice: the terminal signals npm and us, and npm forwards its signal. The second one is ignored. */
const ECHO_MS = 1000
const PARENT_CHECK_MS = 250

/**
 * Calls `listener` for each signal that asks the process to stop, until the returned function is called. npx runs us in
 * a shell that exits on SIGTERM and does not forward it, so the end of that shell counts as the signal.
 */
export function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  let signaledAtMs: number | null = null
  const receive = (signal: StopSignal) => {
    const nowMs = performance.now()
    if (signaledAtMs !== null && nowMs - signaledAtMs < ECHO_MS) return
    signaledAtMs ??= nowMs
    listener(signal)
  }
  for (const signal of SIGNALS) process.on(signal, receive)

  const parent = process.ppid
  const checkParent = () => {
    // The end of the shell does not count after a signal, because Ctrl-C ends the shell as well.
    if (process.ppid !== parent && signaledAtMs === null) receive('SIGTERM')
  }
  const watch = isRunByNpx() ? setInterval(checkParent, PARENT_CHECK_MS).unref() : undefined

  return () => {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, receive)
  }
}
