import { listByIdInCells } from '../../platform/cells/merge.ts'
import { containing, listPage, type Page } from '../../platform/input/paging.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findPartner } from '../partners/queries.ts'
import { listOutletsInScope, type PartnerOutletRecord } from './partner-merchant-queries.ts'

/** Where users of the partner can redeem. */
export async function listPartnerOutlets(
  deps: Runtime,
  caller: Caller,
  partnerId: string,
  query: { limit?: number; cursor?: string; q?: string },
): Promise<Page<PartnerOutletRecord> | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  if (!partner) return refuse('not_found')
  const viewer = { scope: partner.scope, sandboxId: partner.mode === 'test' ? partner.id : null }
  return listPage(query, (page) =>
    listByIdInCells(deps, page, ({ db }) => listOutletsInScope(db, viewer, page, containing(query.q))),
  )
}
