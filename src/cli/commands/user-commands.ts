import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineUsers(program: Command): void {
  const user = program.command('user').description('personal data of one end user: export, erase')

  nameUser(user.command('export').description('write everything that is held on a user as one JSON document'))
    .option('--output <file>', 'write to a new file that only you can read (default: stdout)')
    .addHelpText(
      'after',
      `
Reads the database and the archives, and changes nothing. docs/privacy.md lists what the document has.

Examples:
  $ counterfoil user export --partner acme-pay --external-id u-1042 --output u-1042.json
  $ counterfoil user export --partner acme-pay --external-id u-1042 --archive /archive > u-1042.json`,
    )
    .action(commandAction(async () => (await import('./user-export.ts')).exportUser))

  nameUser(
    user.command('erase').description('erase the personal data of a user, in the database and in archives'),
  )
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `
Anonymizes the user, as DELETE /integrations/users/{externalUserId} does. Then removes the external id, the favorites, and
from redemptions the positions, the reasons of voids and the notes of reviews. Files of archives are rewritten. Redemptions
stay in the ledger without personal data. This cannot be undone. Safe to repeat.

First let the partner end the user's account: a token that is still valid creates a new user.
Keep the user id that the command prints: with --user-id it finds the user again, for an archive or after a restore.

Examples:
  $ counterfoil user erase --partner acme-pay --external-id u-1042 --archive /archive
  $ counterfoil user erase --partner acme-pay --user-id 01998d05-c1a8-7e92-9b46-d20f5c73e80b --archive /old --yes`,
    )
    .action(commandAction(async () => (await import('./user-erase.ts')).eraseUser))
}

function nameUser(command: Command): Command {
  return command
    .requiredOption('--partner <id|slug>', 'the partner of the user')
    .option('--external-id <id>', "the partner's id of the user")
    .option('--user-id <id>', 'our id of the user, instead of the external id')
    .option('--archive <folder>', 'also the archives in this folder; repeat it for several', collect)
}

function collect(folder: string, folders: string[] = []): string[] {
  return [...folders, folder]
}
