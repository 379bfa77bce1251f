import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineApprovals(program: Command): void {
  const approvals = program.command('approvals').description('changes that wait for a second person')

  approvals
    .command('list')
    .description('list the requests that wait, newest first')
    .addHelpText('after', '\nExample:\n  $ counterfoil approvals list --json')
    .action(commandAction(async () => (await import('./approvals.ts')).list))

  approvals
    .command('emergency')
    .description('make a requested change without a second person, and raise an alert')
    .argument('<id>', 'the request')
    .requiredOption('--reason <text>', 'why there is no second person; kept with the request')
    .addHelpText(
      'after',
      `
Requests are approved in the console. This command is for an installation with one admin left. It is recorded in the audit
log and in the history of the record, logged as an error, and counted in a metric.

Example:
  $ counterfoil approvals emergency 0199a808-5d93-7c27-b6e0-f48a13d7c913 --reason "the other admin has left"`,
    )
    .action(commandAction(async () => (await import('./approvals.ts')).emergency))
}
