import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineBackups(program: Command): void {
  program
    .command('backup')
    .description('copy the embedded database, its key and the images into a new folder')
    .argument('<folder>', 'a folder that is empty or does not exist yet')
    .addHelpText(
      'after',
      `
The service may be running. The folder holds the secrets key too: keep it as safe as the key.
With DATABASE_URL, use pg_dump or pg_basebackup instead (docs/operations.md, Backups).

Example:
  $ counterfoil backup /backups/2026-11-16
  1042 files (38.2 MiB) backed up to /backups/2026-11-16.`,
    )
    .action(commandAction(async () => (await import('./backup.ts')).backup))

  program
    .command('restore')
    .description('restore a backup into a DATA_DIR that has no database')
    .argument('<folder>', 'the folder that "counterfoil backup" has written')
    .addHelpText(
      'after',
      `
Checks every file against its checksum first. Never overwrites a database. The restored service holds all
webhooks until "counterfoil deliveries release".

Example:
  $ DATA_DIR=restored counterfoil restore /backups/2026-11-16
  $ DATA_DIR=restored npm start`,
    )
    .action(commandAction(async () => (await import('./backup.ts')).restore))
}
