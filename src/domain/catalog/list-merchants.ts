import type { Readable } from 'node:stream'
import type * as contract from '@counterfoil/contract/admin/merchants.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { countInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { containing } from '../../platform/input/paging.ts'
import { listSorted, rowsAfter, type SortedResult } from '../../platform/input/sorted-list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import {
  countMerchants,
  listMerchants,
  MERCHANT_LIST,
  type MerchantFilter,
  type MerchantRecord,
} from './merchant-queries.ts'

type ExportQuery = Input<typeof contract.exportMerchants>['query']

export function viewMerchants(
  deps: Runtime,
  caller: Caller,
  query: Input<typeof contract.listMerchants>['query'],
): Promise<SortedResult<MerchantRecord> | Refusal> {
  const filter = filterOf(query)
  return listSorted(MERCHANT_LIST, query, {
    rows: (page) => listSortedInCells(deps, page, ({ db }) => listMerchants(db, caller, page, filter)),
    count: () => countInCells(deps, ({ db }) => countMerchants(db, caller, filter)),
  })
}

const COLUMNS: CsvColumn<MerchantRecord>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['slug', ({ slug }) => slug],
  ['category', ({ category }) => category],
  ['isActive', ({ isActive }) => isActive],
  ['isNew', ({ isNew }) => isNew],
  ['mode', ({ mode }) => mode],
  ['timezone', ({ timezone }) => timezone],
  ['description', ({ description }) => description],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
]

/** Streams all matching merchants. */
export function exportMerchants(deps: Runtime, caller: Caller, query: ExportQuery): Readable {
  const filter = filterOf(query)
  const rows = rowsAfter(MERCHANT_LIST, query.sort, (page) =>
    listSortedInCells(deps, page, ({ db }) => listMerchants(db, caller, page, filter)),
  )
  return streamCsv(COLUMNS, rows)
}

function filterOf({ q, category, isActive, mode = 'live' }: ExportQuery): MerchantFilter {
  return { pattern: containing(q), category: category ?? null, isActive: isActive ?? null, mode }
}
