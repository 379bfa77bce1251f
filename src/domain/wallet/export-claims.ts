import type { Readable } from 'node:stream'
import type { exportClaims as route } from '@counterfoil/contract/admin/claims.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { rowsAfter } from '../../platform/input/sorted-list.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { type AdminClaimRecord, CLAIM_LIST, listAllClaims } from './claim-list-queries.ts'

const COLUMNS: CsvColumn<AdminClaimRecord>[] = [
  ['id', ({ id }) => id],
  ['claimedAt', ({ claimedAt }) => claimedAt],
  ['voucherTitle', ({ voucherTitle }) => plainText(voucherTitle)],
  ['externalUserId', ({ externalUserId }) => externalUserId],
  ['partnerId', ({ partnerId }) => partnerId],
  ['userId', ({ userId }) => userId],
  ['merchantId', ({ merchantId }) => merchantId],
  ['voucherId', ({ voucherId }) => voucherId],
]

/** Streams all matching claims. */
export function exportClaims(
  deps: Runtime,
  caller: Caller,
  { sort, ...filter }: Input<typeof route>['query'],
): Readable {
  const rows = rowsAfter(CLAIM_LIST, sort, (page) =>
    listSortedInCells(deps, page, ({ db }) => listAllClaims(db, caller, filter, page)),
  )
  return streamCsv(COLUMNS, rows)
}
