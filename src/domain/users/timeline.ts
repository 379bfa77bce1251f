import type { TimelineEntry } from '@counterfoil/contract/admin/timeline.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { RedemptionRefusal } from '@counterfoil/contract/shapes/redemption.ts'
import type { Static } from 'typebox'
import { listByTime, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { reasonInWords } from '../refusals/reason-in-words.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { listTimeline, type TimelineRow } from './timeline-queries.ts'
import { findUser } from './user-search-queries.ts'

type Entry = Static<typeof TimelineEntry>

const DEFAULT_LIMIT = 50

export async function viewTimeline(
  deps: RefusalsDeps,
  caller: Caller,
  userId: string,
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
): Promise<Page<Entry> | Refusal> {
  const user = await findUser(deps.db, caller, userId)
  if (!user) return refuse('not_found')
  // The result includes all refusals of this node. Refusals of the last second on other nodes may be missing.
  await deps.refusalLog.flush()
  const page = await listByTime(
    'timeline',
    { limit, ...(cursor !== undefined && { cursor }) },
    ({ at, id }: TimelineRow) => ({ time: at, id }),
    (request) => listTimeline(deps.db, user, request),
  )
  return page instanceof Refusal ? page : { ...page, items: page.items.map(toEntry) }
}

function toEntry({
  type,
  id,
  at,
  title,
  merchantId,
  voucherId,
  outletId,
  requestId,
  ...row
}: TimelineRow): Entry {
  return {
    ...{ type, id, at, merchantId, voucherId, outletId, requestId },
    title: title === null ? 'Unknown voucher' : plainText(title),
    description: describe({ type, ...row }),
    refusalCode: type === 'refusal' ? (row.state as Entry['refusalCode']) : null,
    deliveryState: type === 'delivery' ? (row.state as Entry['deliveryState']) : null,
  }
}

const DELIVERY_STATES: Record<string, string> = {
  PENDING: 'The webhook waits for its next attempt.',
  DELIVERED: 'The webhook was delivered.',
  FAILED: 'The webhook failed; no attempts are left.',
}

function describe({
  type,
  place,
  state,
  details,
}: Pick<TimelineRow, 'type' | 'place' | 'state' | 'details'>): string {
  switch (type) {
    case 'claim':
      return 'Claimed the voucher.'
    case 'favorite':
      return 'Added the merchant to the favorites.'
    case 'redemption':
      return `Redeemed at ${place}${state === 'FLAGGED' ? ', flagged for review' : ''}.`
    case 'void':
      return `The redemption at ${place} was voided: ${state}`
    case 'refusal':
      return `Refused at ${place ?? 'an unknown outlet'}: ${reasonInWords(state as RedemptionRefusal, details)}`
    case 'delivery':
      return DELIVERY_STATES[state ?? ''] ?? ''
  }
}
