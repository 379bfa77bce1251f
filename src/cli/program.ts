import { Command } from 'commander'
import { VERSION } from '../platform/version.ts'
import { acting } from './acting.ts'
import { defineImports } from './import-commands.ts'
import { defineKeys } from './key-commands.ts'
import { definePartners } from './partner-commands.ts'
import { defineWebhooks } from './webhook-commands.ts'

/** Every command and its help. What a command does is loaded when it runs, so that help answers at once. */
export function buildProgram(): Command {
  const program = new Command('counterfoil')
    .description('Runs and tends a Counterfoil voucher service.')
    .version(VERSION)
    .option('--json', 'answer as JSON on stdout')
    .configureHelp({ showGlobalOptions: true })
    // Whoever runs it says what went wrong, as text or as JSON.
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText('after', ABOUT)

  program
    .command('serve')
    .description('start the service, as "npm start" does once everything is built')
    .addHelpText('after', '\nExample:\n  $ PORT=8080 counterfoil serve')
    .action(async () => {
      const { main, reportFailure } = await import('../main.ts')
      await main().catch(reportFailure)
    })

  program
    .command('migrate')
    .description('bring the schema of the database up to date, and say what was done')
    .addHelpText('after', '\nExample:\n  $ counterfoil migrate\n  applied 0001_foundation\n  …')
    .action(acting(async () => (await import('./migrate.ts')).migrate))

  defineKeys(program)
  definePartners(program)
  defineImports(program)
  defineWebhooks(program)

  program
    .command('audit-ledger')
    .description('hold all redemptions against counters, codes and events; exit code 3 when they differ')
    .addHelpText(
      'after',
      '\nReads everything, changes nothing, and does not disturb a running service.\n\n' +
        'Example:\n  $ counterfoil audit-ledger\n  The ledger is exact.',
    )
    .action(acting(async () => (await import('./ledger.ts')).audit))

  program
    .command('demo')
    .description('load the demo data into an empty database')
    .addHelpText('after', '\nRefused when there are partners or merchants.\n\nExample:\n  $ counterfoil demo')
    .action(acting(async () => (await import('./demo.ts')).demo))

  return program
}

const ABOUT = `
Commands work on the database of DATABASE_URL (with its SECRETS_KEY), or else on the embedded one under
DATA_DIR (.data in the current folder), whether the service is running or not.

Exit codes: 0 done, 1 wrong configuration or unforeseen, 2 wrong usage, 3 refused, 4 imported but for some
rows. More in docs/cli.md; "counterfoil <command> --help" has examples.`
