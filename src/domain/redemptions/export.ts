import { Readable } from 'node:stream'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { type AdminRedemptionRecord, listRedemptions, type RedemptionFilter } from './admin-queries.ts'
import { type Cell, csvLine } from './csv-line.ts'

const ROWS_AT_ONCE = 1000

type Column = [name: string, cell: (redemption: AdminRedemptionRecord) => Cell]

const COLUMNS: Column[] = [
  ['id', ({ id }) => id],
  ['redeemedAt', ({ redeemedAt }) => redeemedAt],
  ['voucherTitle', ({ voucherTitle }) => voucherTitle],
  ['outletName', ({ outletName }) => outletName],
  ['status', ({ status }) => status],
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
  ['reviewedAt', ({ review }) => review?.reviewedAt ?? null],
]

/** As many as there are, in memory for one page; a page is fetched when the client has taken the one before. */
export function exportRedemptions(deps: Deps, caller: Caller, filter: RedemptionFilter): Readable {
  return Readable.from(pagesOf(deps, caller, filter), { objectMode: false })
}

/** Pages rather than a cursor: no transaction stays open for as long as a slow client reads. */
async function* pagesOf(deps: Deps, caller: Caller, filter: RedemptionFilter): AsyncGenerator<string> {
  let heading = csvLine(COLUMNS.map(([name]) => name))
  let before: ListRequest['before'] | null = { time: null, id: null }
  while (before) {
    const rows: AdminRedemptionRecord[] = await listRedemptions(deps.db, caller, filter, {
      limit: ROWS_AT_ONCE,
      before,
    })
    const page = rows.slice(0, ROWS_AT_ONCE)
    // Not before the first rows are there: until then a failure can still be told by its status.
    yield heading + page.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join('')
    heading = ''
    const last = page.at(-1)
    before = last && rows.length > page.length ? { time: last.redeemedAt, id: last.id } : null
  }
}
