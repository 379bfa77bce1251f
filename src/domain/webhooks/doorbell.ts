import type { Runtime } from '../../platform/runtime.ts'
import { notifyEvents, onEventsNotified } from './outbox.ts'

/**
 * Wakes whoever delivers, here and on other nodes, once events are committed. It carries nothing and may be lost: the
 * dispatcher looks for itself from time to time.
 */
export type Doorbell = {
  ring(): void
  /** `listener` hears it as soon as it rings anywhere. */
  onRing(listener: () => void): void
  close(): Promise<void>
}

/** Rings in between go along with the next one. */
const REST_MS = 20

export function openDoorbell({ db, log }: Pick<Runtime, 'db' | 'log'>): Doorbell {
  const listeners: (() => void)[] = []
  let telling: Promise<void> | null = null
  let rungMeanwhile = false
  let closed = false

  const wake = () => {
    for (const listener of listeners) listener()
  }

  const tellOthers = async () => {
    do {
      rungMeanwhile = false
      await notifyEvents(db).catch((error) =>
        log.debug({ err: error }, 'the doorbell was not heard elsewhere'),
      )
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
    } while (rungMeanwhile && !closed)
    telling = null
  }

  return {
    ring() {
      wake()
      rungMeanwhile = true
      if (!closed) telling ??= tellOthers()
    },
    onRing(listener) {
      if (listeners.push(listener) > 1) return
      onEventsNotified(db, wake).catch((error) => {
        if (!closed) log.warn({ err: error }, 'cannot listen for events; looking every second instead')
      })
    },
    async close() {
      closed = true
      await telling
    },
  }
}
