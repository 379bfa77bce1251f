import type { SearchHit } from '@counterfoil/contract/admin/search.ts'
import type { Static } from 'typebox'

export type Hit = Static<typeof SearchHit>

const SCREENS: Record<Hit['type'], string> = {
  user: '/users',
  redemption: '/redemptions',
  merchant: '/merchants',
  voucher: '/vouchers',
  partner: '/partners',
  delivery: '/deliveries',
  request: '/requests',
}

/** The screen of a record that the search has found. */
export function linkOf({ type, id }: Pick<Hit, 'type' | 'id'>): string {
  return `${SCREENS[type]}/${id}`
}
