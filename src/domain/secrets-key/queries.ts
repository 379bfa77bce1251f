import type { Reader } from '../../platform/database/db.ts'

export type Leftovers = { partnerSecrets: number; authenticators: number; destinations: number; pins: number }

/**
 * The number of values that a former key has encrypted or hashed, and `keyId`, the key in use, has not yet. Before the
 * first rotation the database has had only one key, so nothing is left over.
 */
export async function countLeftovers(sql: Reader, keyId: string): Promise<Leftovers> {
  const [row] = await sql<Leftovers[]>`
    select
      (select count(*) from partner_secrets where sealed_with is distinct from ${keyId} and rotated) as partner_secrets,
      (select count(*) from staff_totp where sealed_with is distinct from ${keyId} and rotated) as authenticators,
      (select count(*) from alert_destinations
       where sealed is not null and sealed_with is distinct from ${keyId} and rotated) as destinations,
      (select count(*) from outlets
       where pin_hash is not null and pin_hashed_with is distinct from ${keyId} and rotated) as pins
    from (select exists (select from installation where former_key_check is not null) as rotated) as history`
  return row as Leftovers
}

export type LeftoverOutlet = { id: string; merchant: string; outlet: string }

export async function listLeftoverOutlets(
  sql: Reader,
  keyId: string,
  limit: number,
): Promise<LeftoverOutlet[]> {
  return sql<LeftoverOutlet[]>`
    select outlets.id, merchants.name as merchant, outlets.name as outlet
    from outlets join merchants on merchants.id = merchant_id
    where pin_hash is not null and pin_hashed_with is distinct from ${keyId}
    order by merchants.name, outlets.name
    limit ${limit}`
}
