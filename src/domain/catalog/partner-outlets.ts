import { containing, listPage, type Page } from '../../platform/input/paging.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findPartner } from '../partners/queries.ts'
import { listOutletsInScope, type PartnerOutletRecord } from './partner-merchant-queries.ts'

/** Where users of the partner can redeem. */
export async function listPartnerOutlets(
  { db }: Runtime,
  caller: Caller,
  partnerId: string,
  query: { limit?: number; cursor?: string; q?: string },
): Promise<Page<PartnerOutletRecord> | Refusal> {
  const partner = await findPartner(db, caller, partnerId)
  if (!partner) return refuse('not_found')
  const viewer = { scope: partner.scope, sandboxId: partner.mode === 'test' ? partner.id : null }
  return listPage(query, (page) => listOutletsInScope(db, viewer, page, containing(query.q)))
}
