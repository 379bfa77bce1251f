import type { Deps } from '../domain/deps.ts'
import type { Tx } from '../platform/database/db.ts'
import { isUnreachable } from '../platform/database/failures.ts'
import { refusalOf } from '../platform/http/errors.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Columns, type CsvRow, readRows } from './csv-rows.ts'
import { failureOf, wordsOf } from './failure.ts'
import { openInput } from './input.ts'
import type { Given } from './perform.ts'
import { inOneTransaction } from './rehearsal.ts'
import { openRowReport } from './row-report.ts'

/** What the rows of a file stand for. */
export type RowKind = {
  columns: Columns
  /** What tells two of them apart. */
  identityOf(cells: Record<string, string>): string
  /** Adds what the row stands for, through the operation of the back office, unless it is there. */
  add(deps: Deps, tx: Tx, cells: Record<string, string>): Promise<'added' | 'exists' | Refusal>
}

/** Row by row, each a transaction of its own: what is added stays, whatever becomes of the rest. */
export async function importRows(
  { terminal, signal, open }: Given,
  path: string,
  { dryRun = false }: { dryRun?: boolean },
  kind: RowKind,
): Promise<number> {
  const { stream } = await openInput(path, signal)
  const report = openRowReport(terminal, dryRun)
  /** In a rehearsal the table does not know what earlier rows would have added. */
  const imagined = new Set<string>()
  let deps: Deps | null = null
  try {
    for await (const row of readRows(stream, kind.columns)) {
      signal.throwIfAborted()
      if (row.problem !== null) {
        report.row(row.line, 'rejected', row.problem)
        continue
      }
      deps ??= (await open()).deps
      const result = await addRow(deps, dryRun, kind, row)
      if (result instanceof Refusal) {
        report.row(row.line, 'rejected', wordsOf(result))
        continue
      }
      const identity = kind.identityOf(row.cells)
      report.row(row.line, imagined.has(identity) ? 'exists' : result, null)
      if (dryRun && result === 'added') imagined.add(identity)
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
    return await inOneTransaction(deps, dryRun, (within, tx) => kind.add(within, tx, cells))
  } catch (error) {
    if (isUnreachable(error)) throw error
    const refusal = refusalOf(error as Parameters<typeof refusalOf>[0])
    // A value that its column cannot hold is this row's trouble; anything else is everybody's.
    if (refusal.code === 'validation_failed') return refusal
    throw error
  }
}
