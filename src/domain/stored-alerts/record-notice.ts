import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { insertAlerts, type NewStoredAlert } from './alert-queries.ts'

/**
 * Records that something has happened which people should look at: an alert without an end. It is sent to the destinations
 * that want its kind, and listed for 7 days. A new kind needs a name in ALERT_KINDS, a title in `words/alert-words.ts`, a
 * sentence in `contract/words/english.ts` and in the catalogues of the console, and a word there. `merchantId` and `partnerId` say whose people see it beside the operator’s.
 */
export async function recordNotice(
  tx: Tx,
  notice: Pick<NewStoredAlert, 'kind' | 'subject'> &
    Partial<Pick<NewStoredAlert, 'merchantId' | 'partnerId' | 'facts'>>,
  now: Date,
): Promise<void> {
  const { merchantId = null, partnerId = null, facts = {} } = notice
  await insertAlerts(tx, [{ ...notice, id: orderedId(), merchantId, partnerId, facts, beganAt: now }], true)
}
