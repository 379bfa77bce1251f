import type { Readable } from 'node:stream'
import type { exportRefusals as route } from '@counterfoil/contract/admin/refusals.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { rowsAfter } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { listRefusals, REFUSAL_LIST, type RefusalRow } from './queries.ts'
import { reasonOfRefusal } from './reason-of-refusal.ts'
import { flushRefusals, type RefusalsDeps } from './refusal-log.ts'

const COLUMNS: CsvColumn<RefusalRow>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['code', ({ code }) => code],
  ['reason', ({ code, details }) => reasonInEnglish(reasonOfRefusal(code, details))],
  ['voucherTitle', ({ voucherTitle }) => voucherTitle && plainText(voucherTitle)],
  ['outletName', ({ outletName }) => outletName],
  ['distanceMeters', ({ distanceMeters }) => distanceMeters],
  ['externalUserId', ({ externalUserId }) => externalUserId],
  ['partnerId', ({ partnerId }) => partnerId],
  ['userId', ({ userId }) => userId],
  ['merchantId', ({ merchantId }) => merchantId],
  ['voucherId', ({ voucherId }) => voucherId],
  ['outletId', ({ outletId }) => outletId],
  ['requestId', ({ requestId }) => requestId],
]

/** Streams all matching refusals, including those of this node that are not written yet. */
export async function exportRefusals(
  deps: RefusalsDeps,
  caller: Caller,
  { sort, ...filter }: Input<typeof route>['query'],
): Promise<Readable> {
  await flushRefusals(deps)
  const rows = rowsAfter(REFUSAL_LIST, sort, (page) =>
    listSortedInCells(deps, page, ({ db }) => listRefusals(db, caller, filter, page)),
  )
  return streamCsv(COLUMNS, rows)
}
