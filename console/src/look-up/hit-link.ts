import type { searchRecords } from '@counterfoil/contract/admin-search.ts'
import type { Answered } from '../api/call.ts'

export type Hit = Answered<typeof searchRecords>['items'][number]

/** The screen of a record that the search has found. */
export function linkOf({ type, id, title, merchantId, userId }: Hit): { to: string; search: object } {
  switch (type) {
    case 'user':
      return { to: `/users/${id}`, search: {} }
    case 'redemption':
      return { to: `/redemptions/${id}`, search: {} }
    case 'merchant':
      return { to: `/merchants/${id}`, search: {} }
    case 'voucher':
      return { to: `/merchants/${merchantId}`, search: { tab: 'vouchers', q: title } }
    case 'partner':
      return { to: '/partners', search: { q: title } }
    case 'delivery':
      // The user's timeline shows the delivery among what led to it.
      return { to: `/users/${userId}`, search: {} }
  }
}
