import { Command, CommanderError } from 'commander'
import { findCommit, VERSION } from '../platform/version.ts'
import { commandAction } from './command-action.ts'
import { defineApprovals } from './commands/approval-commands.ts'
import { defineAudit } from './commands/audit-commands.ts'
import { defineBackups } from './commands/backup-commands.ts'
import { defineBulk } from './commands/bulk-commands.ts'
import { defineCells } from './commands/cell-commands.ts'
import { defineImages } from './commands/image-commands.ts'
import { defineImports } from './commands/import-commands.ts'
import { defineKeys } from './commands/key-commands.ts'
import { defineLedger } from './commands/ledger-commands.ts'
import { defineMaintenance } from './commands/maintenance-commands.ts'
import { definePartners } from './commands/partner-commands.ts'
import { defineSecrets } from './commands/secret-commands.ts'
import { defineService } from './commands/service-commands.ts'
import { defineStaff } from './commands/staff-commands.ts'
import { defineStatements } from './commands/statement-commands.ts'
import { defineUsers } from './commands/user-commands.ts'
import { defineWebhooks } from './commands/webhook-commands.ts'

/** Every command and its help. The code of a command is loaded when it runs, so that help prints at once. */
export function buildProgram(): Command {
  const program = new Command('counterfoil')
    .description('Runs and manages a Counterfoil voucher service.')
    .option('-V, --version', 'print the version and the commit')
    .on('option:version', printVersion)
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    // `run` in cli.ts reports errors, as text or as JSON.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText('after', ABOUT)

  defineService(program)
  defineMaintenance(program)
  defineKeys(program)
  defineStaff(program)
  definePartners(program)
  defineUsers(program)
  defineImports(program)
  defineImages(program)
  defineWebhooks(program)
  defineSecrets(program)
  defineBackups(program)
  defineCells(program)

  defineApprovals(program)
  defineBulk(program)
  defineStatements(program)
  defineLedger(program)
  defineAudit(program)

  program
    .command('demo')
    .description('load the demo data into an empty database')
    .addHelpText(
      'after',
      '\nRefused if there are partners or merchants already.\n\nExample:\n  $ counterfoil demo',
    )
    .action(commandAction(async () => (await import('./commands/demo.ts')).demo))

  return program
}

/** Finds the commit only here, so that other commands start faster. */
function printVersion(): never {
  const commit = findCommit()
  process.stdout.write(`${VERSION}${commit ? ` (${commit.slice(0, 12)})` : ''}\n`)
  throw new CommanderError(0, 'commander.version', VERSION)
}

const ABOUT = `
Commands use the database of DATABASE_URL (with its SECRETS_KEY), or else the embedded one in DATA_DIR
(default: .data in the current folder). The service may be running or not.

Exit codes: 0 success, 1 wrong configuration or unexpected error, 2 wrong usage, 3 refused,
4 finished with some rows or records refused. "counterfoil <command> --help" has examples; docs/cli.md has more.`
