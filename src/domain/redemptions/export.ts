import type { Readable } from 'node:stream'
import type { REDEMPTION_SORTS } from '@counterfoil/contract/admin/redemptions.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { listSortedInCells } from '../../platform/cells/merge.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { rowsAfter } from '../../platform/input/sorted-list.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import {
  type AdminRedemptionRecord,
  listRedemptions,
  REDEMPTION_LIST,
  type RedemptionFilter,
} from './admin-queries.ts'

const COLUMNS: CsvColumn<AdminRedemptionRecord>[] = [
  ['id', ({ id }) => id],
  ['redeemedAt', ({ redeemedAt }) => redeemedAt],
  ['voucherTitle', ({ voucherTitle }) => plainText(voucherTitle)],
  ['outletName', ({ outletName }) => outletName],
  ['status', ({ status, voidedAt }) => (voidedAt === null ? status : 'VOIDED')],
  ['flagReason', ({ flagReason }) => flagReason],
  ['code', ({ code }) => code],
  ['cycleKey', ({ cycleKey }) => cycleKey],
  ['externalUserId', ({ externalUserId }) => externalUserId],
  ['partnerId', ({ partnerId }) => partnerId],
  ['userId', ({ userId }) => userId],
  ['merchantId', ({ merchantId }) => merchantId],
  ['voucherId', ({ voucherId }) => voucherId],
  ['outletId', ({ outletId }) => outletId],
  ['gpsAvailable', ({ gpsAvailable }) => gpsAvailable],
  ['gpsDistanceMeters', ({ gpsDistanceMeters }) => gpsDistanceMeters],
  ['gpsAccuracyMeters', ({ gpsAccuracyMeters }) => gpsAccuracyMeters],
  ['consumerLat', ({ consumerLat }) => consumerLat],
  ['consumerLng', ({ consumerLng }) => consumerLng],
  ['voidedAt', ({ voidedAt }) => voidedAt],
  ['voidReason', ({ voidReason }) => voidReason],
  ['reviewOutcome', ({ review }) => review?.outcome ?? null],
  ['reviewNote', ({ review }) => review?.note ?? null],
  ['reviewedBy', ({ review }) => review?.reviewedBy ?? null],
  ['reviewedByName', ({ review }) => review?.reviewedByName ?? null],
  ['reviewedAt', ({ review }) => review?.reviewedAt ?? null],
  ['redemptionValue', ({ redemptionValue }) => redemptionValue?.amount ?? null],
  ['redemptionCurrency', ({ redemptionValue }) => redemptionValue?.currency ?? null],
  ['statementMonth', ({ statementMonth }) => statementMonth],
  ['method', ({ method }) => method],
]

/** Streams all matching rows. */
export function exportRedemptions(
  deps: Runtime,
  caller: Caller,
  filter: RedemptionFilter,
  sort: (typeof REDEMPTION_SORTS)[number] | undefined,
): Readable {
  const rows = rowsAfter(REDEMPTION_LIST, sort, (page) =>
    listSortedInCells(deps, page, ({ db }) => listRedemptions(db, caller, filter, page)),
  )
  return streamCsv(COLUMNS, rows)
}
