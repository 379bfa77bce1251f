import { visible } from '../../platform/visible-text.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import type { Failure } from '../terminal/failure.ts'
import { bold } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { noteFailure, outcomeOf } from './import-outcome.ts'

export type RowStatus = 'added' | 'exists' | 'rejected'

export type RowReport = {
  row(line: number, status: RowStatus, reason: string | null): void
  /** Prints the totals, and the failure that ended the import early, if any. Returns the exit code. */
  end(failure: Failure | null): number
}

/** Prints row by row, as one JSON object or one table, so that a long report does not fill the memory. */
export function openRowReport(terminal: Terminal, dryRun: boolean): RowReport {
  const totals = { added: 0, exists: 0, rejected: 0 }
  let rows = 0
  const begin = () => terminal.print(terminal.json ? `{"dryRun":${dryRun},"rows":[` : bold(COLUMNS))
  return {
    row(line, status, reason) {
      if (rows === 0) begin()
      const row = { line, status, ...(reason !== null && { reason }) }
      terminal.print(
        terminal.json ? `${rows > 0 ? ',' : ''}${JSON.stringify(row)}` : lineOf(line, status, reason),
      )
      rows += 1
      totals[status] += 1
    },
    end(failure) {
      if (rows === 0 && failure) return terminal.fail(failure)
      if (rows === 0 && terminal.json) begin()
      if (terminal.json) {
        const rest = JSON.stringify({ totals, ...failure?.body })
        terminal.print(`],${rest.slice(1)}`)
      } else {
        terminal.print(`${rows > 0 ? '\n' : ''}${outcomeOf(sumUp(totals), dryRun)}`)
      }
      if (failure) noteFailure(terminal, failure, dryRun)
      return failure?.exitCode ?? (totals.rejected > 0 ? EXIT.rowsRejected : EXIT.done)
    },
  }
}

const COLUMNS = `${'line'.padStart(8)}  ${'status'.padEnd(8)}  reason`

function lineOf(line: number, status: RowStatus, reason: string | null): string {
  return `${String(line).padStart(8)}  ${status.padEnd(8)}  ${visible(reason ?? '')}`.trimEnd()
}

function sumUp({ added, exists, rejected }: Record<RowStatus, number>): string {
  return `${added} added, ${exists} already existed, ${rejected} rejected.`
}
