import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineCells(program: Command): void {
  const cells = program
    .command('cells')
    .description('further databases for merchants, when one primary is no longer enough')

  cells
    .command('list')
    .description('list the databases that merchants live in')
    .addHelpText('after', '\nExample:\n  $ counterfoil cells list')
    .action(commandAction(async () => (await import('./cells.ts')).listCells))

  cells
    .command('create')
    .argument('<name>', 'such as east: small letters, digits and hyphens')
    .description('create a cell; new merchants then go to it')
    .addHelpText(
      'after',
      `
The cell is a database in the cluster of DATABASE_URL. For one in another cluster, set CELL_URLS on every node first.
Creating it needs a role that may create databases and the extension postgres_fdw. Running nodes use it within a second.

Examples:
  $ counterfoil cells create east
  $ CELL_URLS="east=postgres://user:password@db2:5432/counterfoil_east" counterfoil cells create east`,
    )
    .action(commandAction(async () => (await import('./cells.ts')).create))

  cells
    .command('move')
    .option('--merchant <id|slug>', 'the merchant')
    .option('--to <cell>', 'where it shall live: a cell, or home')
    .option('--abort', 'keep the merchant that is moving where it is')
    .description('move a merchant to another database while it is in use')
    .addHelpText(
      'after',
      `
Its customers redeem meanwhile; at the end, requests wait for less than two seconds. The merchant gets no new vouchers,
outlets and imports of codes until then. Workers of the service go on if this command ends. Give the same command again to
watch the move.

Examples:
  $ counterfoil cells move --merchant kopi-corner --to east
  $ counterfoil cells move --abort`,
    )
    .action(commandAction(async () => (await import('./move-merchant.ts')).move))
}
