import type { Readable } from 'node:stream'
import type * as contract from '@counterfoil/contract/admin/users.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import { transaction } from '../../platform/database/db.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { listSorted, rowsAfter, type SortedResult } from '../../platform/input/sorted-list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { countUsers, listUsers, USER_LIST, type UserRecord } from './user-search-queries.ts'

export async function viewUsers(
  deps: ReadingDeps,
  caller: Caller,
  { q, partnerId, ...query }: Input<typeof contract.listUsers>['query'],
): Promise<SortedResult<UserRecord> | Refusal> {
  const { db } = await forReading(deps)
  return listSorted(USER_LIST, query, {
    rows: (page) => listUsers(db, caller, page, { partnerId, q }),
    count: () => countUsers(db, caller, { partnerId, q }),
  })
}

const COLUMNS: CsvColumn<UserRecord>[] = [
  ['id', ({ id }) => id],
  ['externalUserId', ({ externalUserId }) => externalUserId],
  ['displayName', ({ displayName }) => displayName],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['countryCode', ({ countryCode }) => countryCode],
  ['locale', ({ locale }) => locale],
  ['partnerId', ({ partnerId }) => partnerId],
  ['anonymizedAt', ({ anonymizedAt }) => anonymizedAt],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
]

/** Streams all matching users. It is recorded first: nobody takes personal data in bulk without a trace. */
export async function exportUsers(
  deps: ReadingDeps,
  caller: Caller,
  { q, partnerId, sort }: Input<typeof contract.exportUsers>['query'],
): Promise<Readable> {
  await recordExport(deps, caller, partnerId ?? caller.partnerId, q !== undefined)
  const { db } = await forReading(deps)
  return streamCsv(
    COLUMNS,
    rowsAfter(USER_LIST, sort, (page) => listUsers(db, caller, page, { partnerId, q })),
  )
}

/** The text of a search may be a name or an e-mail address, so the entry says only that there was one. */
async function recordExport(
  deps: ReadingDeps,
  caller: Caller,
  partnerId: string | null,
  isSearch: boolean,
): Promise<void> {
  await transaction(deps.db, (tx) =>
    record(tx, {
      caller,
      at: deps.now(),
      action: 'users.export',
      target: partnerId === null ? 'installation' : `partner:${partnerId}`,
      after: { partnerId, isSearch },
    }),
  )
}
