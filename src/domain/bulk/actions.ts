import type { startBulk } from '@counterfoil/contract/admin/bulk.ts'
import { retryDelivery as retryRoute } from '@counterfoil/contract/admin/deliveries.ts'
import {
  reviewRedemption as reviewRoute,
  voidRedemption as voidRoute,
} from '@counterfoil/contract/admin/redemptions.ts'
import {
  publishVoucher as publishRoute,
  unpublishVoucher as unpublishRoute,
} from '@counterfoil/contract/admin/vouchers.ts'
import type { Input, Route } from '@counterfoil/contract/define-route.ts'
import type { RecordKind } from '../../platform/cells/cell-queries.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { reviewIn } from '../redemptions/review.ts'
import { voidIn } from '../redemptions/void.ts'
import { publishOrRequest, unpublishIn } from '../vouchers/publication.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { retryIn } from '../webhooks/retry-delivery.ts'

type Body = Input<typeof startBulk>['body']
export type BulkAction = Body['action']
export type BulkInput = Pick<Body, 'outcome' | 'note' | 'reason'>
export type BulkList = 'redemptions' | 'deliveries' | 'vouchers'

export type ActionOnRecord = {
  /** The list that `filter` is about. */
  list: BulkList
  /** The single call. It decides who may start the job. */
  route: Pick<Route, 'roles' | 'needsRecentProof'>
  needs: readonly (keyof BulkInput)[]
  takes: readonly (keyof BulkInput)[]
  /** The operation of the single call, in the transaction that stores the outcome. */
  run: (tx: Tx, deps: EventsDeps, caller: Caller, id: string, input: BulkInput) => Promise<object | Refusal>
}

export const ACTIONS: Record<BulkAction, ActionOnRecord> = {
  REVIEW: {
    list: 'redemptions',
    route: reviewRoute,
    needs: ['outcome'],
    takes: ['outcome', 'note'],
    run: (tx, deps, caller, id, { outcome = 'ACCEPTED', note = null }) =>
      reviewIn(tx, deps, caller, id, { outcome, note }),
  },
  VOID: {
    list: 'redemptions',
    route: voidRoute,
    needs: ['reason'],
    takes: ['reason'],
    run: (tx, deps, caller, id, { reason = '' }) => voidIn(tx, deps, caller, id, reason),
  },
  REJECT_AND_VOID: {
    list: 'redemptions',
    route: reviewRoute,
    needs: ['reason'],
    takes: ['reason', 'note'],
    run: (tx, deps, caller, id, { reason: voidReason = '', note = null }) =>
      reviewIn(tx, deps, caller, id, { outcome: 'REJECTED', note, voidReason }),
  },
  RETRY_DELIVERY: {
    list: 'deliveries',
    route: retryRoute,
    needs: [],
    takes: [],
    run: (tx, deps, caller, id) => retryIn(tx, deps, caller, id),
  },
  PUBLISH: {
    list: 'vouchers',
    route: publishRoute,
    needs: [],
    takes: [],
    run: (tx, deps, caller, id) => publishOrRequest(tx, deps, caller, { id, expectedVersion: null }),
  },
  UNPUBLISH: {
    list: 'vouchers',
    route: unpublishRoute,
    needs: [],
    takes: [],
    run: (tx, deps, caller, id) => unpublishIn(tx, deps, caller, id),
  },
}

/** What the lists consist of. */
export const KINDS: Record<BulkList, RecordKind> = {
  redemptions: 'redemption',
  deliveries: 'event',
  vouchers: 'voucher',
}

export function mayUse({ role }: Caller, action: BulkAction): boolean {
  return ACTIONS[action].route.roles?.includes(role) === true
}
