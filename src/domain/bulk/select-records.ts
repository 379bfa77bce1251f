import { MAX_BULK_ROWS, type startBulk } from '@counterfoil/contract/admin/bulk.ts'
import { listDeliveries as deliveriesRoute } from '@counterfoil/contract/admin/deliveries.ts'
import { listRedemptions as redemptionsRoute } from '@counterfoil/contract/admin/redemptions.ts'
import { listAllVouchers as vouchersRoute } from '@counterfoil/contract/admin/voucher-list.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { listSortedInCells } from '../../platform/cells/merge.ts'
import { rowsAfter } from '../../platform/input/sorted-list.ts'
import { compile } from '../../platform/input/validation.ts'
import { invalid, issueAt, Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { listRedemptions, REDEMPTION_LIST } from '../redemptions/admin-queries.ts'
import { readFilter } from '../redemptions/read-filter.ts'
import { vouchersAfter } from '../vouchers/list-vouchers.ts'
import { DELIVERY_LIST, listDeliveries } from '../webhooks/delivery-list-queries.ts'
import type { BulkList } from './actions.ts'

type Filter = NonNullable<Input<typeof startBulk>['body']['filter']>
type Fetch = (last: { id: string } | null, limit: number) => Promise<{ id: string }[]>

const LISTS = {
  redemptions: redemptionsRoute.query,
  deliveries: deliveriesRoute.query,
  vouchers: vouchersRoute.query,
}

const PAGE_SIZE = 2000

/** The ids of the records that the filter matches now, in the order of their list. */
export async function selectRecords(
  deps: Runtime,
  caller: Caller,
  list: BulkList,
  filter: Filter,
): Promise<string[] | Refusal> {
  const wrong = checkFilter(list, filter)
  if (wrong) return wrong
  const fetch = fetchOf(deps, caller, list, filter)
  return fetch instanceof Refusal ? fetch : collect(fetch)
}

/** The filter of the request has the names of all lists. */
function checkFilter(list: BulkList, filter: Filter): Refusal | null {
  const { properties } = LISTS[list]
  const foreign = Object.keys(filter).filter((name) => !(name in properties))
  if (foreign.length > 0)
    return invalid(...foreign.map((name) => issueAt(`/filter/${name}`, 'issue.filter', { list })))
  const isRight = compile(LISTS[list])
  return isRight(filter) ? null : invalid(issueAt('/filter/state', 'issue.state', { list }))
}

function fetchOf(deps: Runtime, caller: Caller, list: BulkList, filter: Filter): Fetch | Refusal {
  if (list === 'vouchers') {
    type VoucherState = NonNullable<Input<typeof vouchersRoute>['query']['state']>
    const { state, ...rest } = filter
    return vouchersAfter(deps, caller, {
      ...rest,
      ...(state !== undefined && { state: state as VoucherState }),
    }) as Fetch
  }
  if (list === 'deliveries')
    return rowsAfter(DELIVERY_LIST, undefined, (page) =>
      listSortedInCells(deps, page, ({ db }) => listDeliveries(db, caller, filter, page)),
    ) as Fetch
  const read = readFilter(filter)
  if (read instanceof Refusal) return read
  return rowsAfter(REDEMPTION_LIST, undefined, (page) =>
    listSortedInCells(deps, page, ({ db }) => listRedemptions(db, caller, read, page)),
  ) as Fetch
}

async function collect(fetch: Fetch): Promise<string[] | Refusal> {
  const ids: string[] = []
  let last: { id: string } | null = null
  for (;;) {
    // A list returns one more than the limit if there are more.
    const rows: { id: string }[] = await fetch(last, PAGE_SIZE)
    const page = rows.slice(0, PAGE_SIZE)
    ids.push(...page.map(({ id }) => id))
    last = page.at(-1) ?? null
    if (ids.length > MAX_BULK_ROWS)
      return invalid(issueAt('/filter', 'issue.tooManyRecords', { limit: MAX_BULK_ROWS }))
    if (last === null || rows.length <= PAGE_SIZE) return ids
  }
}
