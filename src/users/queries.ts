import type { AdminUser } from '@counterfoil/contract/admin-users.ts'
import type { Static } from 'typebox'
import type { Caller } from '../auth/staff.ts'
import type { Reader } from '../db.ts'
import type { PageRequest } from '../paging.ts'

export type UserRecord = Static<typeof AdminUser>

const columns = (sql: Reader) => sql`
  id, partner_id, external_user_id, email, display_name, phone, country_code, locale, anonymized_at, created_at,
  updated_at`

/** A partner's own key reaches the users of that partner only. */
const within = (sql: Reader, reach: Caller) =>
  sql`(${reach.partnerId}::uuid is null or partner_id = ${reach.partnerId})`

export async function findUser(sql: Reader, reach: Caller, id: string): Promise<UserRecord | null> {
  const [row] = await sql<UserRecord[]>`
    select ${columns(sql)} from users where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export function listUsers(
  sql: Reader,
  reach: Caller,
  { limit, before }: PageRequest,
  { partnerId = null, pattern }: { partnerId?: string | undefined | null; pattern: string | null },
): Promise<UserRecord[]> {
  return sql<UserRecord[]>`
    select ${columns(sql)}
    from users
    where ${within(sql, reach)}
      and (${partnerId}::uuid is null or partner_id = ${partnerId})
      and (${before}::uuid is null or id < ${before})
      and (${pattern}::text is null or external_user_id ilike ${pattern} or email ilike ${pattern}
           or phone ilike ${pattern} or display_name ilike ${pattern})
    order by id desc
    limit ${limit + 1}`
}
