import type { PartnerMerchant } from '@counterfoil/contract/integration.ts'
import type { Static } from 'typebox'
import type { Reader } from '../../platform/database/db.ts'
import type { Viewer } from '../partners/scope.ts'

export type PartnerMerchantRecord = Static<typeof PartnerMerchant>

/** One more than `limit`, so that the caller knows whether there is a next page. */
export function listMerchantsInScope(
  sql: Reader,
  { scope, sandboxId }: Viewer,
  { after, limit }: { after: string | null; limit: number },
): Promise<PartnerMerchantRecord[]> {
  return sql<PartnerMerchantRecord[]>`
    select id, name, slug, category, is_active,
      (
        select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isActive', is_active) order by id), '[]')
        from outlets where merchant_id = merchants.id
      ) as outlets
    from merchants
    where (${after}::uuid is null or id > ${after})
      and sandbox_id is not distinct from ${sandboxId}::uuid
      and ${
        scope === null
          ? sql`true`
          : sql`(id = any (${[...scope.merchantIds]}::uuid[]) or category = any (${[...scope.categories]}::text[]))`
      }
    order by id
    limit ${limit + 1}`
}
