import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/platform/database/db.ts'

/** The result of `work` while the table is locked against reads; 'waits' if `work` has to read the table. */
export async function whileLocked<T>(
  db: Db,
  table: 'favorites' | 'voucher_codes' | 'partners',
  work: () => Promise<T>,
): Promise<T | 'waits'> {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = db.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const working = work()
  const answered = await Promise.race([working, sleep(3000, 'waits' as const)])
  held.resolve()
  await Promise.all([lock, working])
  return answered
}
