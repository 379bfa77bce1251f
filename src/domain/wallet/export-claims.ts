import type { Readable } from 'node:stream'
import { plainText } from '@counterfoil/contract/markup.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { type AdminClaimRecord, type ClaimFilter, listAllClaims } from './claim-list-queries.ts'

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

/** Streams all matching claims, newest first. */
export function exportClaims(deps: Runtime, caller: Caller, filter: ClaimFilter): Readable {
  return streamCsv(COLUMNS, (last: AdminClaimRecord | null, limit) => {
    const before = last ? { time: last.claimedAt, id: last.id } : { time: null, id: null }
    return listAllClaims(deps.db, caller, filter, { limit, before })
  })
}
