import { setTimeout as sleep } from 'node:timers/promises'
import type { EventsDeps } from './outbox/event-notifier.ts'
import { expandFanout } from './outbox/outbox.ts'

/**
 * Writes the events of publications, a thousand users at a time, until none is left. After each step it sleeps as long as
 * the step took: half of one connection's time writes more events than can be delivered, and leaves the database time for
 * other work.
 */
export async function expandFanouts(
  { db, eventNotifier }: Pick<EventsDeps, 'db' | 'eventNotifier'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const started = performance.now()
    if (!(await expandFanout(db))) return
    eventNotifier.notify()
    await sleep(performance.now() - started)
  }
}
