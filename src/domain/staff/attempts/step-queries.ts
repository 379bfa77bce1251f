import type { Reader, Tx } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'
import { insertion } from '../../../platform/database/sql.ts'

export type StepPurpose = 'SECOND_FACTOR' | 'PASSKEY_ADD' | 'PASSKEY_USE' | 'SSO'

export type StepRecord = { staffId: string | null; data: Record<string, string> }

export async function insertStep(
  tx: Tx,
  step: {
    tokenHash: Buffer
    purpose: StepPurpose
    staffId: string | null
    origin: string | null
    data: Record<string, string>
    expiresAt: Date
  },
  now: Date,
): Promise<void> {
  await tx`insert into sign_in_steps ${insertion({ ...step, createdAt: now })}`
}

/**
 * Returns null if fewer than `max` steps from `origin` are open, otherwise when the first of them ends. Until the
 * transaction ends, no other transaction can begin steps from this origin.
 */
export async function lockStepsFrom(tx: Tx, origin: string, max: number, now: Date): Promise<Date | null> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sign-in steps from ${origin}`}, 0))`
  const [row] = await tx<{ firstEnd: string }[]>`
    select min(expires_at) as first_end from sign_in_steps
    where origin = ${origin} and expires_at > ${now} having count(*) >= ${max}`
  return row ? new Date(row.firstEnd) : null
}

/** Deletes all steps but the newest `kept`. */
export async function deleteOldestStepsOf(tx: Tx, staffId: string, kept: number): Promise<void> {
  await tx`
    delete from sign_in_steps where token_hash in (
      select token_hash from sign_in_steps where staff_id = ${staffId}
      order by created_at desc, token_hash offset ${kept})`
}

/**
 * Deletes all steps of strangers but the newest `kept`. Strangers are neither members nor on a known device. Only the rows that
 * are too many are locked: a lock beside the offset would lock them all. PostgreSQL evaluates an array once; it may evaluate
 * `in (select …)` for each row, if it knows of few rows.
 */
export async function deleteOldestStepsOfStrangers(tx: Tx, kept: number): Promise<void> {
  await tx`
    delete from sign_in_steps where token_hash = any (array(
      select token_hash from sign_in_steps where token_hash = any (array(
        select token_hash from sign_in_steps where origin like 'address:%' order by created_at desc offset ${kept}))
      for update skip locked))`
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

/** If two requests use one step, only one gets it. */
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

export const deleteStepsEndedBefore = deletionBefore('sign_in_steps', 'expires_at')
