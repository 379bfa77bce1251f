import type { Failure } from './failure.ts'
import type { Terminal } from './terminal.ts'

/** What an import of any kind says at its end, as text. */
export function outcomeOf(figures: string, dryRun: boolean): string {
  return dryRun ? `Dry run, nothing was changed. It would be: ${figures}` : figures
}

/** What cut it short. JSON has it in the report itself. */
export function noteFailure(terminal: Terminal, { message }: Failure, dryRun: boolean): void {
  const kept = dryRun ? '' : '. What was added stays; the same command again adds the rest'
  if (!terminal.json) terminal.note(`${message}${kept}`)
}
