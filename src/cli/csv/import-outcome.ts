import type { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The last line of every import, as text. */
export function outcomeOf(summary: string, dryRun: boolean): string {
  return dryRun ? `Dry run, nothing was changed. The result would be: ${summary}` : summary
}

/** Prints what ended the import early. With --json, the report itself contains it. */
export function noteFailure(terminal: Terminal, { message }: Failure, dryRun: boolean): void {
  const kept = dryRun ? '' : '. Rows added so far are kept; run the same command again to add the rest'
  if (!terminal.json) terminal.note(`${message}${kept}`)
}
