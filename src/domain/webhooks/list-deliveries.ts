import type { Readable } from 'node:stream'
import type * as contract from '@counterfoil/contract/admin/deliveries.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { countInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { listSorted, rowsAfter, type SortedResult } from '../../platform/input/sorted-list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import {
  countDeliveries,
  DELIVERY_LIST,
  type DeliveryRecord,
  listDeliveries,
} from './delivery-list-queries.ts'

export function viewDeliveries(
  deps: Runtime,
  caller: Caller,
  query: Input<typeof contract.listDeliveries>['query'],
): Promise<SortedResult<DeliveryRecord> | Refusal> {
  return listSorted(DELIVERY_LIST, query, {
    rows: (page) => listSortedInCells(deps, page, ({ db }) => listDeliveries(db, caller, query, page)),
    count: () => countInCells(deps, ({ db }) => countDeliveries(db, caller, query)),
  })
}

const COLUMNS: CsvColumn<DeliveryRecord>[] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['type', ({ type }) => type],
  ['state', ({ state }) => state],
  ['attemptCount', ({ attemptCount }) => attemptCount],
  ['lastStatus', ({ lastStatus }) => lastStatus],
  ['nextAttemptAt', ({ nextAttemptAt }) => nextAttemptAt],
  ['deliveredAt', ({ deliveredAt }) => deliveredAt],
  ['partnerId', ({ partnerId }) => partnerId],
  ['userId', ({ userId }) => userId],
  ['eventId', ({ eventId }) => eventId],
]

/** Streams all matching deliveries. Events and responses may contain personal data or secrets, so they are left out. */
export function exportDeliveries(
  deps: Runtime,
  caller: Caller,
  { sort, ...filter }: Input<typeof contract.exportDeliveries>['query'],
): Readable {
  const rows = rowsAfter(DELIVERY_LIST, sort, (page) =>
    listSortedInCells(deps, page, ({ db }) => listDeliveries(db, caller, filter, page)),
  )
  return streamCsv(COLUMNS, rows)
}
