import type { PartnerWithDelivery } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'
import type { CellsDeps } from '../../platform/cells/merge.ts'
import type { PartnerRecord } from '../partners/queries.ts'
import { type EndpointHealth, listEndpointHealth } from './delivery-health-queries.ts'
import { healthInCells } from './health-in-cells.ts'

/** Adds to each partner whether events reach its webhook. A partner that was deleted meanwhile is left out. */
export async function withDelivery(
  deps: CellsDeps,
  partners: PartnerRecord[],
): Promise<Static<typeof PartnerWithDelivery>[]> {
  const ids = partners.map(({ id }) => id)
  const endpoints = await healthInCells(deps, (db) => listEndpointHealth(db, ids))
  const byPartner = new Map(endpoints.map((endpoint) => [endpoint.partnerId, endpoint]))
  return partners.flatMap((partner) => {
    const endpoint = byPartner.get(partner.id)
    return endpoint ? [{ ...partner, delivery: deliveryOf(endpoint) }] : []
  })
}

export function deliveryOf({ state, since, undelivered, lastStatus }: EndpointHealth) {
  return { state, since, undelivered, lastStatus }
}
