import type { Reader } from '../../platform/database/db.ts'
import type { Caller } from '../actors/caller.ts'

export async function keyExists(sql: Reader, id: string): Promise<boolean> {
  const rows = await sql`select from api_keys where id = ${id}`
  return rows.length > 0
}

export async function categoryExists(sql: Reader, slug: string): Promise<boolean> {
  const rows = await sql`select from categories where slug = ${slug}`
  return rows.length > 0
}

/** Those of the actors who belong to one of the caller's merchants or its partner: members, keys, and the partner itself. */
export async function listOwnActors(
  sql: Reader,
  { merchantIds, partnerId }: Caller,
  actorIds: string[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id::text from staff
    where id::text = any (${actorIds}::text[]) and (merchant_ids && ${merchantIds}::uuid[] or partner_id = ${partnerId})
    union all
    select id::text from api_keys
    where id::text = any (${actorIds}::text[]) and (merchant_ids && ${merchantIds}::uuid[] or partner_id = ${partnerId})
    union all
    select id::text from partners where id::text = any (${actorIds}::text[]) and id = ${partnerId}`
  return new Set(rows.map(({ id }) => id))
}
