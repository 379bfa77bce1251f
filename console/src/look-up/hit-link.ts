import type { searchRecords } from '@counterfoil/contract/admin-search.ts'
import type { Answered } from '../api/call.ts'

export type Hit = Answered<typeof searchRecords>['items'][number]

const SCREENS: Record<Hit['type'], string> = {
  user: '/users',
  redemption: '/redemptions',
  merchant: '/merchants',
  voucher: '/vouchers',
  partner: '/partners',
  delivery: '/deliveries',
}

/** The screen of a record that the search has found. */
export function linkOf({ type, id }: Pick<Hit, 'type' | 'id'>): string {
  return `${SCREENS[type]}/${id}`
}
