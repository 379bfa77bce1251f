import type { Reader, Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'

/** The newest wrong digits of a device, newest first. */
export async function listLastGuesses(sql: Reader, deviceId: string, limit: number): Promise<Date[]> {
  const rows = await sql<{ at: string }[]>`
    select at from counter_guesses where device_id = ${deviceId} order by at desc limit ${limit}`
  return rows.map(({ at }) => new Date(at))
}

export async function insertGuess(
  tx: Tx,
  { id: deviceId, outletId }: { id: string; outletId: string },
  now: Date,
): Promise<void> {
  await tx`
    insert into counter_guesses (id, device_id, outlet_id, at) values (${orderedId()}, ${deviceId}, ${outletId}, ${now})`
}

export const deleteCounterGuessesBefore = deletionBefore('counter_guesses', 'at')
