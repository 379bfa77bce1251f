import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'
import { cellOption } from './cell-option.ts'

export function defineLedger(program: Command): void {
  program
    .command('audit-ledger')
    .description(
      'check every redemption against counters, codes, events and statements; exit code 3 if they differ',
    )
    .option('--month <month>', 'only the redemptions of this month, by UTC; repeat it for several', collect)
    .option('--since <month>', 'only the redemptions since the beginning of this month')
    .addHelpText(
      'after',
      `
Reads all data, or that of some months, and changes nothing. Safe to run beside a running service.
The audit of a month checks its redemptions, and the counters that they changed against all of their redemptions.

Examples:
  $ counterfoil audit-ledger
  The ledger is exact.
  $ counterfoil audit-ledger --month 2026-10 --month 2026-11
  The ledger of these months is exact.`,
    )
    .action(commandAction(async () => (await import('./audit-ledger.ts')).audit))

  program
    .command('archive')
    .description('write old months of redemptions to files and remove them from the database')
    .requiredOption('--before <month>', 'archive the months before this one, by UTC')
    .option('--to <folder>', 'where to write the files (default: archive in DATA_DIR)')
    .option('--even-unreviewed', 'also archive months with flagged redemptions that nobody has reviewed')
    .addOption(cellOption('archive this cell, to a folder of its name in that folder (default: home)'))
    .addHelpText(
      'after',
      `
For each month, oldest first: writes a compressed CSV file with a manifest, compares every row with the database, and
then drops the month. This month and the 12 before it stay. The service can be running. If the command is
interrupted, run it again: a month is either still in the database, or archived.

Example:
  $ counterfoil archive --before 2025-02 --to /archive
  archived 81204 redemptions to /archive/redemptions-2025-01.csv.gz
  1 file, each compared with the table. Keep them: these redemptions are no longer in the database.`,
    )
    .action(commandAction(async () => (await import('./archive.ts')).archive))
}

function collect(month: string, months: string[] = []): string[] {
  return [...months, month]
}
