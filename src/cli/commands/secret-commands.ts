import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineSecrets(program: Command): void {
  const secrets = program.command('secrets').description('replace SECRETS_KEY without downtime')

  secrets
    .command('status')
    .description('show whether a rotation is under way and what still needs the previous key')
    .addHelpText('after', '\nExample:\n  $ counterfoil secrets status')
    .action(commandAction(async () => (await import('./secrets.ts')).secretsStatus))

  secrets
    .command('rotate')
    .description('make SECRETS_KEY the key of the database and encrypt partner secrets again')
    .addHelpText(
      'after',
      `
First restart every node with the new key in SECRETS_KEY and the old one in SECRETS_KEY_PREVIOUS. Refused while a
running node does not have the new key. Safe to repeat after an interruption. PINs move when they are used.

Example:
  $ export SECRETS_KEY_PREVIOUS="$SECRETS_KEY" SECRETS_KEY="$(openssl rand -base64 32)"
  $ counterfoil secrets rotate`,
    )
    .action(commandAction(async () => (await import('./secrets.ts')).rotateSecrets))
}
