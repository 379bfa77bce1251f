import type { Reader, Tx } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'
import type { StaffRecord } from '../members/member-queries.ts'
import type { KnownDevice } from '../sessions/known-device.ts'
import type { Failures } from './guess-limit.ts'

type FailuresRow = { subject: string; failures: number; failedAt: string; waitsUntil: string | null }

/** The member to whom a known device belongs. A change of the password ends all known devices. */
export async function findDeviceOwner(
  sql: Reader,
  { staffId, since }: KnownDevice,
): Promise<Pick<StaffRecord, 'id' | 'email'> | null> {
  const [row] = await sql<Pick<StaffRecord, 'id' | 'email'>[]>`
    select id, email from staff left join staff_passwords on staff_id = id
    where id = ${staffId} and (changed_at is null or changed_at <= ${since})`
  return row ?? null
}

/** Creates the rows that are missing and locks all of them, in the order of `subjects`. */
export async function lockFailures(tx: Tx, subjects: string[], now: Date): Promise<Map<string, Failures>> {
  await tx`
    insert into sign_in_failures (subject, failures, failed_at)
    select subject, 0, ${now} from unnest(${subjects}::text[]) as subject order by subject
    on conflict (subject) do nothing`
  const rows = await tx<FailuresRow[]>`
    select subject, failures, failed_at, waits_until
    from sign_in_failures where subject = any(${subjects}::text[]) order by subject for update`
  return new Map(
    rows.map(({ subject, failures, failedAt, waitsUntil }) => [
      subject,
      {
        failures,
        failedAt: new Date(failedAt),
        waitsUntil: waitsUntil === null ? null : new Date(waitsUntil),
      },
    ]),
  )
}

export async function updateFailures(tx: Tx, subject: string, changed: Failures): Promise<void> {
  await tx`
    update sign_in_failures
    set failures = ${changed.failures}, failed_at = ${changed.failedAt}, waits_until = ${changed.waitsUntil}
    where subject = ${subject}`
}

export async function deleteFailures(tx: Tx, subject: string): Promise<void> {
  await tx`delete from sign_in_failures where subject = ${subject}`
}

export const deleteFailuresBefore = deletionBefore('sign_in_failures', 'failed_at')
