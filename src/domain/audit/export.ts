import type { Readable } from 'node:stream'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type AuditFilter, type AuditRecord, listAuditEntries } from './queries.ts'

const json = (state: Record<string, unknown> | null) => (state === null ? null : JSON.stringify(state))

const COLUMNS: CsvColumn<AuditRecord>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorId', ({ actor }) => actor.id],
  ['actorName', ({ actor }) => actor.name],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['before', ({ before }) => json(before)],
  ['after', ({ after }) => json(after)],
]

/** Streams all matching entries, newest first. */
export function exportAudit(deps: Runtime, filter: AuditFilter): Readable {
  return streamCsv(COLUMNS, (last: AuditRecord | null, limit) =>
    listAuditEntries(deps.db, { limit, before: last?.id ?? null }, filter),
  )
}
