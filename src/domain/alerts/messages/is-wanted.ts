import type { ReportedAlert } from '../../stored-alerts/alert-words.ts'
import { isSeenBy } from '../../stored-alerts/reach.ts'
import type { Destination } from '../destinations/destination-queries.ts'

type Filter = Pick<Destination, 'id' | 'owner' | 'alertKinds' | 'merchantId' | 'partnerId'>
type About = Pick<ReportedAlert, 'kind' | 'subject' | 'merchantId' | 'partnerId'>

/** Whether a destination is informed of an alert. It is not informed of its own failures, which it could not receive. */
export function isWanted(destination: Filter, alert: About): boolean {
  const { id, alertKinds, merchantId, partnerId } = destination
  if (alert.subject.id === id) return false
  if (alertKinds !== null && !alertKinds.includes(alert.kind)) return false
  return isSeenBy(alert, { merchantIds: merchantId === null ? null : [merchantId], partnerId })
}
