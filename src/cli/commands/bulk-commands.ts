import { BULK_ACTIONS, BULK_OUTCOMES } from '@counterfoil/contract/admin/bulk-names.ts'
import { Argument, type Command, Option } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineBulk(program: Command): void {
  const bulk = program.command('bulk').description('one action on many records: start, watch, results')
  defineStart(bulk)

  bulk
    .command('list')
    .description('list the bulk jobs of this command in the last 30 days, newest first')
    .addHelpText('after', '\nExample:\n  $ counterfoil bulk list')
    .action(commandAction(async () => (await import('./bulk.ts')).list))

  bulk
    .command('show')
    .description('show a bulk job with its progress, of this command or of a person')
    .argument('<id>', 'the job')
    .option('--wait', 'show the progress until the job ends')
    .addHelpText('after', '\nExample:\n  $ counterfoil bulk show 0199a808-5d93-7c27-b6e0-f48a13d7c913 --wait')
    .action(commandAction(async () => (await import('./bulk.ts')).show))

  bulk
    .command('results')
    .description('list the outcome for each record of a bulk job')
    .argument('<id>', 'the job')
    .addOption(new Option('--outcome <outcome>', 'only records with this outcome').choices(BULK_OUTCOMES))
    .addHelpText(
      'after',
      '\nExample:\n  $ counterfoil bulk results 0199a808-5d93-7c27-b6e0-f48a13d7c913 --outcome REFUSED',
    )
    .action(commandAction(async () => (await import('./bulk.ts')).results))

  bulk
    .command('cancel')
    .description('cancel a bulk job; records that are done stay done')
    .argument('<id>', 'the job')
    .addHelpText('after', '\nExample:\n  $ counterfoil bulk cancel 0199a808-5d93-7c27-b6e0-f48a13d7c913')
    .action(commandAction(async () => (await import('./bulk.ts')).cancel))
}

function defineStart(bulk: Command): void {
  bulk
    .command('start')
    .description('start an action on many records and show its progress')
    .addArgument(new Argument('<action>', 'what happens to each record').choices(BULK_ACTIONS))
    .argument('[ids...]', 'the ids of the records')
    .option('--ids-file <file>', 'read the ids from a file, one per line; - for stdin')
    .option('--filter <name=value>', 'all records of the list that match; repeat it to narrow', collect)
    .option('--expected-total <n>', 'start only if the filter matches exactly so many records')
    .option('--outcome <outcome>', 'for REVIEW: ACCEPTED or REJECTED')
    .option('--note <text>', 'for REVIEW and REJECT_AND_VOID')
    .option('--reason <text>', 'for VOID and REJECT_AND_VOID')
    .option('--dry-run', 'print how many records the filter matches, and start nothing')
    .option('--yes', 'do not ask for confirmation')
    .option('--no-wait', 'return as soon as the job has started')
    .addHelpText(
      'after',
      `
A filter has the names of the list in the API (GET /admin/redemptions, /admin/deliveries or /admin/vouchers). The records
are fixed at the start, at most 100,000. A worker of the running service then changes one after the other, with the checks of
a single change; what needs approval is only requested. Ctrl-C stops watching, not the job.

Exit code 4 if a record was refused, failed or was left out.

Examples:
  $ counterfoil bulk start VOID 0199a7f9-e4a0-7d17-9e28-b3c60f75a106 --reason "The till was tested."
  $ counterfoil bulk start REVIEW --filter status=FLAGGED --filter reviewed=false --outcome ACCEPTED
  $ counterfoil bulk start UNPUBLISH --filter state=LIVE --filter q=kopi --dry-run`,
    )
    .action(commandAction(async () => (await import('./bulk.ts')).start))
}

function collect(text: string, texts: string[] = []): string[] {
  return [...texts, text]
}
