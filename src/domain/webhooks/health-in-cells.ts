import { MAX_UNDELIVERED_COUNTED } from '@counterfoil/contract/admin/delivery-health.ts'
import { addUp, askCells, type CellsDeps } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { EndpointHealth } from './delivery-health-queries.ts'

/** The health of endpoints. Each cell counts its undelivered deliveries; everything else is at home. */
export async function healthInCells<D extends Reader>(
  deps: CellsDeps<D>,
  list: (db: Reader) => Promise<EndpointHealth[]>,
): Promise<EndpointHealth[]> {
  const lists = await askCells(deps, ({ db }) => list(db))
  if (lists.length === 1) return lists[0] as EndpointHealth[]
  return addUp(lists.flat(), ({ partnerId }) => partnerId, ['undelivered']).map((endpoint) => ({
    ...endpoint,
    undelivered: Math.min(endpoint.undelivered, MAX_UNDELIVERED_COUNTED + 1),
  }))
}
