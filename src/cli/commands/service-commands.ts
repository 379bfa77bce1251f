import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineService(program: Command): void {
  program
    .command('serve')
    .description('start the service (what "npm start" runs after building)')
    .addHelpText('after', '\nExample:\n  $ PORT=8080 counterfoil serve')
    .action(async () => {
      const { main, reportFailure } = await import('../../main.ts')
      await main().catch(reportFailure)
    })

  program
    .command('migrate')
    .description('update the database schema and list the applied migrations')
    .option('--dry-run', 'list the pending migrations and the tables that they touch, and change nothing')
    .addHelpText('after', '\nExample:\n  $ counterfoil migrate\n  applied 0001_baseline\n  …')
    .action(commandAction(async () => (await import('./migrate.ts')).migrate))

  program
    .command('check-config')
    .description('try the settings as the service would; exit code 1 if something is wrong')
    .addHelpText(
      'after',
      `
Tries the database, the mail server, the bucket, single sign-on, PUBLIC_URL and DATA_DIR. Creates no database and sends no
mail. An object that it writes to the bucket is removed again. Prints no secret.

Example:
  $ counterfoil check-config
  result  part      details
  ok      settings  all can be read
  …`,
    )
    .action(commandAction(async () => (await import('./check-config.ts')).checkConfig))

  program
    .command('support-bundle')
    .description(
      'collect versions, settings, health, errors and statistics in one archive for a support case',
    )
    .option('--output <file.tar.gz>', 'the archive to write (default: counterfoil-support-<time>.tar.gz)')
    .addHelpText(
      'after',
      `
The archive contains no secrets and no personal data. The command works while the database or the service is down, and changes nothing.

Example:
  $ counterfoil support-bundle --output /tmp/support.tar.gz
  Wrote /tmp/support.tar.gz (14 KiB). Read it before you send it.`,
    )
    .action(commandAction(async () => (await import('./support-bundle.ts')).supportBundle))
}
