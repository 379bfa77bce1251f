import { constants } from 'node:os'
import { Interruption } from './failure.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The first signal asks the command to stop at the next safe place and close what it opened; the second ends it at
 * once, and an embedded PostgreSQL that it started with it.
 */
export function watchForInterruption(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const listeners = SIGNALS.map((name) => {
    const listener = () => {
      const interruption = new Interruption(constants.signals[name])
      if (controller.signal.aborted) process.exit(interruption.exitCode)
      controller.abort(interruption)
    }
    process.on(name, listener)
    return { name, listener }
  })
  return {
    signal: controller.signal,
    release() {
      for (const { name, listener } of listeners) process.off(name, listener)
    },
  }
}
