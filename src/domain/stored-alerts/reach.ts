import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import type { Caller } from '../actors/caller.ts'
import type { ReportedAlert } from './alert-words.ts'

/** Whose alerts somebody sees: those of some merchants, of a partner, or all. */
export type Reach = { merchantIds: string[] | null; partnerId: string | null }

export const EVERYTHING: Reach = { merchantIds: null, partnerId: null }

export function reachOf({ merchantIds, partnerId }: Caller): Reach {
  return { merchantIds, partnerId }
}

/** What merchants and partners see as well, though it is about nobody in particular. */
const FOR_ALL: readonly AlertKind[] = ['STATEMENTS_CLOSED']

type Owned = Pick<ReportedAlert, 'kind' | 'merchantId' | 'partnerId'>

export function isSeenBy({ kind, merchantId, partnerId }: Owned, reach: Reach): boolean {
  const isOperator = reach.merchantIds === null && reach.partnerId === null
  if (isOperator || FOR_ALL.includes(kind)) return true
  if (reach.merchantIds !== null) return merchantId !== null && reach.merchantIds.includes(merchantId)
  return partnerId !== null && partnerId === reach.partnerId
}
