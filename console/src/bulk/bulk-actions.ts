import type { BULK_ACTIONS } from '@counterfoil/contract/admin/bulk-names.ts'
import { retryDelivery } from '@counterfoil/contract/admin/deliveries.ts'
import { reviewRedemption, voidRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { publishVoucher, unpublishVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import type { RecordScreen } from '../kit/links.tsx'
import { BULK_VERBS } from '../words/bulk.ts'
import type { BulkTarget } from './bulk-target.ts'

export type Action = (typeof BULK_ACTIONS)[number]

/** A button of the bar. */
export type Choice = {
  action: Action
  verb: string
  needs: Pick<Route, 'roles'>
  outcome?: 'ACCEPTED' | 'REJECTED'
  asks: readonly ('note' | 'reason')[]
  isDangerous?: boolean
}

export const CHOICES: Record<BulkTarget['list'], Choice[]> = {
  redemptions: [
    {
      ...{ action: 'REVIEW', verb: BULK_VERBS.ACCEPTED, outcome: 'ACCEPTED' },
      ...{ needs: reviewRedemption, asks: ['note'] },
    },
    {
      ...{ action: 'REVIEW', verb: BULK_VERBS.REJECTED, outcome: 'REJECTED' },
      ...{ needs: reviewRedemption, asks: ['note'] },
    },
    {
      ...{ action: 'VOID', verb: BULK_VERBS.VOID, needs: voidRedemption },
      ...{ asks: ['reason'], isDangerous: true },
    },
    {
      ...{ action: 'REJECT_AND_VOID', verb: BULK_VERBS.REJECT_AND_VOID, needs: reviewRedemption },
      ...{ asks: ['reason', 'note'], isDangerous: true },
    },
  ],
  deliveries: [{ action: 'RETRY_DELIVERY', verb: BULK_VERBS.RETRY_DELIVERY, needs: retryDelivery, asks: [] }],
  vouchers: [
    { action: 'PUBLISH', verb: BULK_VERBS.PUBLISH, needs: publishVoucher, asks: [] },
    {
      ...{ action: 'UNPUBLISH', verb: BULK_VERBS.UNPUBLISH, needs: unpublishVoucher },
      ...{ asks: [], isDangerous: true },
    },
  ],
}

const SCREENS: Record<BulkTarget['list'], RecordScreen> = {
  redemptions: '/redemptions/$id',
  deliveries: '/deliveries/$id',
  vouchers: '/vouchers/$id',
}

/** The screen of the records that an action is about. */
export function screenOf(action: Action): RecordScreen {
  const lists = Object.keys(CHOICES) as BulkTarget['list'][]
  const list = lists.find((one) => CHOICES[one].some((choice) => choice.action === action))
  return SCREENS[list ?? 'redemptions']
}
