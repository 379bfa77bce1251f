import type { PartnerOutlet } from '@counterfoil/contract/admin/partner-outlets.ts'
import type { PartnerMerchant } from '@counterfoil/contract/integration/partner-backend.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Viewer } from '../partners/scope.ts'

export type PartnerMerchantRecord = Static<typeof PartnerMerchant>

/** Returns one more than `limit`, so that the caller knows whether there is a next page. */
export function listMerchantsInScope(
  sql: Reader,
  viewer: Viewer,
  { after, limit }: { after: string | null; limit: number },
): Promise<PartnerMerchantRecord[]> {
  return sql<PartnerMerchantRecord[]>`
    select id, name, slug, category, is_active,
      (
        select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isActive', is_active) order by id), '[]')
        from outlets where merchant_id = merchants.id
      ) as outlets
    from merchants
    where (${after}::uuid is null or id > ${after}) and ${isSeenBy(sql, viewer)}
    order by id
    limit ${limit + 1}`
}

/** The rule of `isInScope`, as SQL over `merchants`. */
function isSeenBy(sql: Reader, { scope, sandboxId }: Viewer) {
  const isOfMode = sql`merchants.sandbox_id is not distinct from ${sandboxId}::uuid`
  if (scope === null) return isOfMode
  return sql`${isOfMode} and (merchants.id = any (${[...scope.merchantIds]}::uuid[])
    or merchants.category = any (${[...scope.categories]}::text[]))`
}

export type PartnerOutletRecord = Static<typeof PartnerOutlet>

export function listOutletsInScope(
  sql: Reader,
  viewer: Viewer,
  { limit, before }: PageRequest,
  pattern: string | null,
): Promise<PartnerOutletRecord[]> {
  return sql<PartnerOutletRecord[]>`
    select outlets.id, merchant_id, merchants.name as merchant_name, outlets.name, address_line, address_full, city,
      state, postal_code, country_code, outlets.is_active and merchants.is_active as is_active
    from outlets join merchants on merchants.id = merchant_id
    where ${isSeenBy(sql, viewer)}
      and (${before}::uuid is null or outlets.id < ${before})
      and (${pattern}::text is null
        or concat_ws(' ', merchants.name, outlets.name, address_line, address_full, city) ilike ${pattern})
    order by outlets.id desc
    limit ${limit + 1}`
}
