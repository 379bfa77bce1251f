import type { Readable } from 'node:stream'
import type * as contract from '@counterfoil/contract/admin/outlets.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { writeHours } from '@counterfoil/contract/hours-text.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { containing } from '../../platform/input/paging.ts'
import { listSorted, rowsAfter, type SortedResult } from '../../platform/input/sorted-list.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findMerchant } from './merchant-queries.ts'
import { countOutlets, listOutlets, OUTLET_LIST, type OutletRecord } from './outlet-queries.ts'

/** Answers 404 for a merchant that the caller cannot see: an empty list would look like a merchant without outlets. */
export async function viewOutletsOf(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  query: Input<typeof contract.listOutlets>['query'],
): Promise<SortedResult<OutletRecord> | Refusal> {
  if (!(await findMerchant(deps.db, caller, merchantId))) return refuse('not_found')
  const filter = { merchantId, pattern: containing(query.q) }
  return listSorted(OUTLET_LIST, query, {
    rows: (page) => listOutlets(deps.db, caller, page, filter),
    count: () => countOutlets(deps.db, caller, filter),
  })
}

const COLUMNS: CsvColumn<OutletRecord>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['addressLine', ({ addressLine }) => addressLine],
  ['addressFull', ({ addressFull }) => addressFull],
  ['city', ({ city }) => city],
  ['state', ({ state }) => state],
  ['postalCode', ({ postalCode }) => postalCode],
  ['countryCode', ({ countryCode }) => countryCode],
  ['latitude', ({ latitude }) => latitude],
  ['longitude', ({ longitude }) => longitude],
  ['timezone', ({ timezone }) => timezone],
  ['openingHours', ({ openingHours }) => openingHours && writeHours(openingHours)],
  ['redeemBy', ({ redeemBy }) => redeemBy],
  ['isActive', ({ isActive }) => isActive],
  ['hasPin', ({ hasPin }) => hasPin],
  ['merchantId', ({ merchantId }) => merchantId],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
]

/** Streams all matching outlets of a merchant. */
export async function exportOutletsOf(
  deps: Runtime,
  caller: Caller,
  merchantId: string,
  { sort, q }: Input<typeof contract.exportOutlets>['query'],
): Promise<Readable | Refusal> {
  if (!(await findMerchant(deps.db, caller, merchantId))) return refuse('not_found')
  const filter = { merchantId, pattern: containing(q) }
  const rows = rowsAfter(OUTLET_LIST, sort, (page) => listOutlets(deps.db, caller, page, filter))
  return streamCsv(COLUMNS, rows)
}
