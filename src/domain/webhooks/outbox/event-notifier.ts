import type { Runtime } from '../../../platform/runtime.ts'
import { untraced } from '../../../platform/tracing/tracing.ts'
import { notifyEvents, onEventsNotified } from './outbox.ts'

/**
 * Wakes the workers of all nodes after events were committed. A notification carries no data and may be lost: workers
 * also poll every second.
 */
export type EventNotifier = {
  notify(): void
  /** Calls `listener` when any node notifies. */
  onNotify(listener: () => void): void
  close(): Promise<void>
}

export type EventsDeps = Runtime & { eventNotifier: EventNotifier }

/** The minimum time between two notifications to other nodes. Calls in the meantime share the next one. */
const NOTIFY_INTERVAL_MS = 20

export function openEventNotifier({ db, log }: Pick<Runtime, 'db' | 'log'>): EventNotifier {
  const listeners: (() => void)[] = []
  let notifying: Promise<void> | null = null
  let isNotificationDue = false
  let isClosed = false

  const wake = () => {
    for (const listener of listeners) listener()
  }

  const notifyOtherNodes = async () => {
    do {
      isNotificationDue = false
      await notifyEvents(db).catch((error) => log.debug({ err: error }, 'other nodes not notified of events'))
      await new Promise((resolve) => setTimeout(resolve, NOTIFY_INTERVAL_MS))
    } while (isNotificationDue && !isClosed)
    notifying = null
  }

  return {
    notify() {
      isNotificationDue = true
      untraced(() => {
        wake()
        if (!isClosed) notifying ??= notifyOtherNodes()
      })
    },
    onNotify(listener) {
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
