import type { Db, Reader, Tx } from '../../../platform/database/db.ts'

/** Makes the next attempts for a test partner fail without calling its endpoint. */
export async function upsertFailing(
  tx: Tx,
  partnerId: string,
  failing: { attempts: number; status: number },
): Promise<void> {
  await tx`
    insert into simulated_failures (partner_id, attempts_left, status)
    values (${partnerId}, ${failing.attempts}, ${failing.status})
    on conflict (partner_id) do update set attempts_left = excluded.attempts_left, status = excluded.status`
}

export async function countFailing(sql: Reader, partnerId: string): Promise<number> {
  const [row] = await sql<{ attemptsLeft: number }[]>`
    select attempts_left from simulated_failures where partner_id = ${partnerId}`
  return row?.attemptsLeft ?? 0
}

/** Takes one simulated failure and returns the status with which the attempt fails; null if none is left. */
export async function takeSimulatedFailure(db: Db, partnerId: string): Promise<number | null> {
  const [row] = await db<{ status: number }[]>`
    update simulated_failures set attempts_left = attempts_left - 1
    where partner_id = ${partnerId} and attempts_left > 0
    returning status`
  return row?.status ?? null
}
