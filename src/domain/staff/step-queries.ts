import type { Reader, Tx } from '../../platform/database/db.ts'

export type StepPurpose = 'SECOND_FACTOR' | 'PASSKEY_ADD' | 'PASSKEY_USE' | 'SSO'

export type StepRecord = { staffId: string | null; data: Record<string, string> }

export async function insertStep(
  tx: Tx,
  step: {
    tokenHash: Buffer
    purpose: StepPurpose
    staffId: string | null
    data: Record<string, string>
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  const { tokenHash, purpose, staffId, data, expiresAt } = step
  await tx`
    insert into sign_in_steps (token_hash, purpose, staff_id, data, created_at, expires_at)
    values (${tokenHash}, ${purpose}, ${staffId}, ${data}, ${now}, ${expiresAt})`
}

export async function findStep(
  sql: Reader,
  tokenHash: Buffer,
  purpose: StepPurpose,
  now: Date,
): Promise<StepRecord | null> {
  const [row] = await sql<StepRecord[]>`
    select staff_id, data from sign_in_steps
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now}`
  return row ?? null
}

/** Of two requests with one step, one gets it. */
export async function deleteStep(
  tx: Tx,
  tokenHash: Buffer,
  purpose: StepPurpose,
  now: Date,
): Promise<StepRecord | null> {
  const [row] = await tx<StepRecord[]>`
    delete from sign_in_steps
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now}
    returning staff_id, data`
  return row ?? null
}

export async function deleteStepsOf(tx: Tx, staffId: string): Promise<void> {
  await tx`delete from sign_in_steps where staff_id = ${staffId}`
}

export async function deleteStepsEndedBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    with old as materialized (
      select token_hash from sign_in_steps
      where expires_at < ${time}::timestamptz order by expires_at limit ${limit} for update skip locked
    )
    delete from sign_in_steps where token_hash in (select token_hash from old)`
  return count
}
