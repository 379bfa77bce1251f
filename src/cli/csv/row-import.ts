import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import type { Deps } from '../../domain/deps.ts'
import { type Columns, type CsvRow, readRows } from '../../platform/csv/csv-rows.ts'
import type { Tx } from '../../platform/database/db.ts'
import { isUnreachable } from '../../platform/database/failures.ts'
import type { Pools } from '../../platform/database/open-pools.ts'
import { refusalOf } from '../../platform/http/refusal-of-error.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CommandContext } from '../run-command.ts'
import { failureOf, messageOf } from '../terminal/failure.ts'
import { openInput } from '../terminal/input.ts'
import { inOneTransaction } from './dry-run.ts'
import { openRowReport } from './row-report.ts'

/** The kind of record that the rows of a file describe. */
export type RowKind = {
  columns: Columns
  /** Identifies a record, to find duplicates within the file. */
  identityOf(cells: Record<string, string>): string
  /** The database that the record is added to. */
  placeOf(deps: Deps, cells: Record<string, string>): Promise<Pools>
  /** Adds the record through the back-office operation, unless it exists. `added` may say what is still missing. */
  add(
    deps: Deps,
    tx: Tx,
    cells: Record<string, string>,
  ): Promise<'added' | 'exists' | { added: string } | Refusal>
}

/** Imports each row in its own transaction: added rows stay, even if the import ends early. */
export async function importRows(
  { terminal, signal, open }: CommandContext,
  path: string,
  { dryRun = false }: { dryRun?: boolean },
  kind: RowKind,
): Promise<number> {
  const { stream } = await openInput(path, signal)
  const report = openRowReport(terminal, dryRun)
  /** The rows that earlier rows of a dry run would have added. The database does not contain them. */
  const wouldExist = new Set<string>()
  let deps: Deps | null = null
  try {
    for await (const row of readRows(stream, kind.columns)) {
      signal.throwIfAborted()
      if (row.problem !== null) {
        report.row(row.line, 'rejected', reasonInEnglish(row.problem))
        continue
      }
      deps ??= (await open()).deps
      const result = await addRow(deps, dryRun, kind, row)
      if (result instanceof Refusal) {
        report.row(row.line, 'rejected', messageOf(result))
        continue
      }
      const identity = kind.identityOf(row.cells)
      const [status, remark] =
        typeof result === 'object' ? (['added', result.added] as const) : [result, null]
      const exists = wouldExist.has(identity)
      report.row(row.line, exists ? 'exists' : status, exists ? null : remark)
      if (dryRun && status === 'added') wouldExist.add(identity)
    }
    return report.end(null)
  } catch (error) {
    return report.end(failureOf(signal.aborted ? signal.reason : error))
  } finally {
    stream.destroy()
  }
}

async function addRow(deps: Deps, dryRun: boolean, kind: RowKind, { cells }: CsvRow) {
  try {
    const parts = deps.depsIn(await kind.placeOf(deps, cells))
    return await inOneTransaction(parts, dryRun, (within, tx) => kind.add(within, tx, cells))
  } catch (error) {
    if (isUnreachable(error)) throw error
    const refusal = refusalOf(error as Parameters<typeof refusalOf>[0])
    // A value that the column cannot hold rejects this row; any other error ends the import.
    if (refusal.code === 'validation_failed') return refusal
    throw error
  }
}
