import { constants } from 'node:os'
import { onStopSignal } from '../../process/signals.ts'
import { Interruption } from './failure.ts'

/**
 * The first signal asks the command to stop at the next safe point and close what it opened. The second exits at once,
 * together with an embedded PostgreSQL that the command started.
 */
export function watchForInterruption(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const release = onStopSignal((name) => {
    const interruption = new Interruption(constants.signals[name])
    if (controller.signal.aborted) process.exit(interruption.exitCode)
    controller.abort(interruption)
  })
  return { signal: controller.signal, release }
}
