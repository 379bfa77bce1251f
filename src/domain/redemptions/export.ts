import { Readable } from 'node:stream'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { ListRequest } from '../../platform/input/paging.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { type AdminRedemptionRecord, listRedemptions, type RedemptionFilter } from './admin-queries.ts'
import { type Cell, csvLine } from './csv-line.ts'

const PAGE_SIZE = 1000

type Column = [name: string, cell: (redemption: AdminRedemptionRecord) => Cell]

const COLUMNS: Column[] = [
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
  ['reviewedAt', ({ review }) => review?.reviewedAt ?? null],
]

/** Streams all matching rows. Only one page is in memory; the next is fetched once the client has read it. */
export function exportRedemptions(deps: Deps, caller: Caller, filter: RedemptionFilter): Readable {
  return Readable.from(listPages(deps, caller, filter), { objectMode: false })
}

/** Pages instead of a database cursor: a slow client must not keep a transaction open. */
async function* listPages(deps: Deps, caller: Caller, filter: RedemptionFilter): AsyncGenerator<string> {
  let header = csvLine(COLUMNS.map(([name]) => name))
  let before: ListRequest['before'] | null = { time: null, id: null }
  while (before) {
    const rows: AdminRedemptionRecord[] = await listRedemptions(deps.db, caller, filter, {
      limit: PAGE_SIZE,
      before,
    })
    const page = rows.slice(0, PAGE_SIZE)
    // The header is sent with the first rows: until then, an error can still be answered with its status.
    yield header + page.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join('')
    header = ''
    const last = page.at(-1)
    before = last && rows.length > page.length ? { time: last.redeemedAt, id: last.id } : null
  }
}
