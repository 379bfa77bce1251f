import type { Runtime } from '../../platform/runtime.ts'
import { untraced } from '../../platform/tracing/tracing.ts'
import { notifyEvents, onEventsNotified } from './outbox.ts'

/**
 * Wakes the workers of all nodes after events were committed. A ring carries no data and may be lost: workers also poll
 * every second.
 */
export type Doorbell = {
  ring(): void
  /** Calls `listener` when any node rings. */
  onRing(listener: () => void): void
  close(): Promise<void>
}

/** Between two notifications to other nodes. Rings in the meantime share the next one. */
const NOTIFY_INTERVAL_MS = 20

export function openDoorbell({ db, log }: Pick<Runtime, 'db' | 'log'>): Doorbell {
  const listeners: (() => void)[] = []
  let notifying: Promise<void> | null = null
  let hasRungSince = false
  let isClosed = false

  const wake = () => {
    for (const listener of listeners) listener()
  }

  const notifyOtherNodes = async () => {
    do {
      hasRungSince = false
      await notifyEvents(db).catch((error) => log.debug({ err: error }, 'other nodes not notified of events'))
      await new Promise((resolve) => setTimeout(resolve, NOTIFY_INTERVAL_MS))
    } while (hasRungSince && !isClosed)
    notifying = null
  }

  return {
    ring() {
      hasRungSince = true
      untraced(() => {
        wake()
        if (!isClosed) notifying ??= notifyOtherNodes()
      })
    },
    onRing(listener) {
      if (listeners.push(listener) > 1) return
      onEventsNotified(db, wake).catch((error) => {
        if (!isClosed) log.warn({ err: error }, 'cannot listen for events; polling every second instead')
      })
    },
    async close() {
      isClosed = true
      await notifying
    },
  }
}
