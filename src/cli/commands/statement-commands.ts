import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineStatements(program: Command): void {
  const statements = program
    .command('statements')
    .description('what merchants and partners settle for a month')

  statements
    .command('list')
    .description('list the rows of a month, with the sums by currency')
    .requiredOption('--month <month>', 'such as 2026-11')
    .addHelpText(
      'after',
      `
An open month is counted now. The rows of a closed one never change.

Example:
  $ counterfoil statements list --month 2026-10 --json`,
    )
    .action(commandAction(async () => (await import('./statements.ts')).list))

  statements
    .command('close')
    .description('close a month: number its statements and freeze them')
    .requiredOption('--month <month>', 'such as 2026-10; the oldest open month comes first')
    .addHelpText(
      'after',
      `
The service can be running. A second close prints the result of the first. Exit code 3 if the month is not over, or an
earlier one is open.

Example:
  $ counterfoil statements close --month 2026-10`,
    )
    .action(commandAction(async () => (await import('./statements.ts')).close))
}
