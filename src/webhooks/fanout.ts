import type { Deps } from '../deps.ts'
import { expandFanout } from './outbox.ts'

/** Writes the events of publications, a thousand users at a time, until there is nothing left to write. */
export async function expandFanouts(
  { db, doorbell }: Pick<Deps, 'db' | 'doorbell'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted && (await expandFanout(db))) doorbell.ring()
}
