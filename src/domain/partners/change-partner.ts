import { type Tx, transaction } from '../../platform/database/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { PartnersDeps } from './directory.ts'
import { notifyPartnerChanged } from './queries.ts'

/**
 * Every write to a partner or its secrets goes through here. All nodes are notified at the commit; this node knows the
 * change before the caller gets the result.
 */
export async function changePartner<T>(
  deps: PartnersDeps,
  partnerId: string,
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await transaction(deps.db, async (tx) => {
      await notifyPartnerChanged(tx, partnerId)
      return work(tx)
    })
  } finally {
    // This runs after errors too: the commit may have succeeded although its response was lost.
    deps.partners.changed(partnerId)
  }
}
