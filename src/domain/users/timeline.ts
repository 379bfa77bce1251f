import type { TimelineEntry } from '@counterfoil/contract/admin/timeline.ts'
import type { RedemptionRefusal } from '@counterfoil/contract/errors.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import { listNewestInCells } from '../../platform/cells/merge.ts'
import { type ListKey, listByTime, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { reasonOfRefusal } from '../refusals/reason-of-refusal.ts'
import { flushRefusals, type RefusalsDeps } from '../refusals/refusal-log.ts'
import { listTimeline, type TimelineRow } from './timeline-queries.ts'
import { findUser } from './user-search-queries.ts'

type Entry = Static<typeof TimelineEntry>
type DeliveryState = NonNullable<Entry['deliveryState']>

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
  await flushRefusals(deps)
  const page = await listByTime(
    'timeline',
    { limit, ...(cursor !== undefined && { cursor }) },
    keyOf,
    (request) => listNewestInCells(deps, request, keyOf, ({ db }) => listTimeline(db, user, request)),
  )
  return page instanceof Refusal ? page : { ...page, items: page.items.map(toEntry) }
}

const keyOf = ({ at, id }: TimelineRow): ListKey => ({ time: at, id })

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
  const facts = readEntry({ type, ...row })
  return {
    ...{ type, id, at, merchantId, voucherId, outletId, requestId },
    title: title === null ? 'Unknown voucher' : plainText(title),
    ...{ description: facts.map(reasonInEnglish).join(' '), facts },
    refusalCode: type === 'refusal' ? (row.state as Entry['refusalCode']) : null,
    deliveryState: type === 'delivery' ? (row.state as Entry['deliveryState']) : null,
  }
}

/** What happened; after a refusal, its reason follows. */
function readEntry({
  type,
  place,
  state,
  details,
}: Pick<TimelineRow, 'type' | 'place' | 'state' | 'details'>): Reason[] {
  const at = { place: place ?? '' }
  switch (type) {
    case 'claim':
    case 'favorite':
      return [reasonWith(`timeline.${type}`)]
    case 'redemption':
      return [reasonWith(state === 'FLAGGED' ? 'timeline.redemption:flagged' : 'timeline.redemption', at)]
    case 'void':
      return [reasonWith('timeline.void', { ...at, reason: state ?? '' })]
    case 'refusal':
      return [
        place === null ? reasonWith('timeline.refusal:unknown') : reasonWith('timeline.refusal', at),
        reasonOfRefusal(state as RedemptionRefusal, details),
      ]
    case 'delivery':
      return [reasonWith(`timeline.delivery.${state as DeliveryState}`)]
  }
}
