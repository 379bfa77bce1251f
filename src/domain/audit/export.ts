import type { Readable } from 'node:stream'
import { type CsvColumn, streamCsv } from '../../platform/csv/csv-stream.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { type AuditQuery, prepareSearch } from './list-audit.ts'
import { type EntryInWords, putIntoWords } from './put-into-words.ts'

const json = (state: Record<string, unknown> | null) => (state === null ? null : JSON.stringify(state))

const COLUMNS: CsvColumn<EntryInWords>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['actorKind', ({ actor }) => actor.kind],
  ['actorId', ({ actor }) => actor.id],
  ['actorName', ({ actor }) => actor.name],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['before', ({ before }) => json(before)],
  ['after', ({ after }) => json(after)],
  ['targetName', ({ targetName }) => targetName],
  ['summary', ({ summary }) => summary],
]

/** Streams all matching entries, newest first. */
export async function exportAudit(deps: Runtime, query: AuditQuery): Promise<Readable> {
  const { find } = await prepareSearch(deps, query)
  return streamCsv(COLUMNS, async (last: EntryInWords | null, limit) =>
    putIntoWords(deps, await find({ limit, before: last?.id ?? null })),
  )
}
