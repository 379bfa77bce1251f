import type { Reader, Tx } from '../db.ts'

/** Any number will do, as long as nothing else locks by it. */
const FEATURED_LOCK = 625_120_185

export async function listFeatured(sql: Reader): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from merchants where featured_position is not null order by featured_position`
  return rows.map(({ id }) => id)
}

/** Two orders that are put at once follow one another: the rows of the one say nothing of the other's. */
export async function lockFeatured(tx: Tx): Promise<string[]> {
  await tx`select pg_advisory_xact_lock(${FEATURED_LOCK})`
  return listFeatured(tx)
}

export async function updateFeatured(tx: Tx, merchantIds: string[]): Promise<void> {
  await tx`
    update merchants set featured_position = array_position(${merchantIds}::uuid[], id)
    where featured_position is not null or id = any (${merchantIds}::uuid[])`
}

/** The ids that name nothing. */
export async function listUnknownMerchants(sql: Reader, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as named (id)
    where not exists (select from merchants where merchants.id = named.id)`
  return rows.map(({ id }) => id)
}
