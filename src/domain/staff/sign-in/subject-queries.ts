import type { Reader, Tx } from '../../../platform/database/db.ts'

/** An account at an OpenID Connect issuer. */
export type Subject = { issuer: string; subject: string }

export async function findMemberOfSubject(sql: Reader, { issuer, subject }: Subject): Promise<string | null> {
  const [row] = await sql<{ staffId: string }[]>`
    select staff_id from staff_oidc_subjects where issuer = ${issuer} and subject = ${subject}`
  return row?.staffId ?? null
}

/** Returns false if the member has another account at this issuer, or the account belongs to another member. */
export async function insertSubject(
  tx: Tx,
  staffId: string,
  { issuer, subject }: Subject,
  now: Date,
): Promise<boolean> {
  const { count } = await tx`
    insert into staff_oidc_subjects (staff_id, issuer, subject, bound_at)
    values (${staffId}, ${issuer}, ${subject}, ${now})
    on conflict do nothing`
  return count === 1
}

/** Returns the issuers of the accounts that were bound. */
export async function deleteSubjectsOf(tx: Tx, staffId: string): Promise<string[]> {
  const rows = await tx<{ issuer: string }[]>`
    delete from staff_oidc_subjects where staff_id = ${staffId} returning issuer`
  return rows.map(({ issuer }) => issuer)
}
