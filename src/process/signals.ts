import { isRunByNpx } from '../platform/config.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof SIGNALS)[number]

/** npm sends its script what the terminal has sent to both of them: a signal soon after the first is the first. */
const ECHO_MS = 1000
const PARENT_CHECK_MS = 250

/**
 * Calls `listener` for each signal that asks the process to stop, until the returned function is called. npx runs us
 * under a shell which dies of a SIGTERM and does not pass it on: the end of that shell counts as the signal.
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
    // Never a second signal: a Ctrl-C ends the shell too.
    if (process.ppid !== parent && signaledAtMs === null) receive('SIGTERM')
  }
  const watch = isRunByNpx() ? setInterval(checkParent, PARENT_CHECK_MS).unref() : undefined

  return () => {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, receive)
  }
}
