import { type Tx, transaction } from '../../platform/database/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { notifyPartnerChanged } from './queries.ts'

/** The way to write a partner or its secrets: every node hears of it at the commit, this one before the caller does. */
export async function changePartner<T>(
  deps: Deps,
  partnerId: string,
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  try {
    return await transaction(deps.db, async (tx) => {
      await notifyPartnerChanged(tx, partnerId)
      return work(tx)
    })
  } finally {
    // Whatever came back: a commit whose answer was lost is a commit.
    deps.partners.changed(partnerId)
  }
}
