import { ROLES } from '@counterfoil/contract/define-route.ts'
import { type Command, Option } from 'commander'
import { commandAction } from '../command-action.ts'
import { merchantOption, partnerOption } from './owner-options.ts'

export function defineKeys(program: Command): void {
  const key = program.command('key').description('back-office API keys: create, list, revoke')

  key
    .command('create')
    .description('create an API key; it is shown only once')
    .requiredOption('--name <name>', 'what it is for; shown in lists and in the audit log')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
    .addOption(merchantOption())
    .addOption(partnerOption())
    .option('--expires <time>', 'when it ends, as 2027-01-31 or 2027-01-31T17:00:00Z; by default never')
    .addHelpText(
      'after',
      `
Examples:
  $ counterfoil key create --name "Deployment" --role admin
  $ counterfoil key create --name "Migration" --role admin --expires 2027-01-31
  $ counterfoil key create --name "Till" --role merchant --merchant kopi-corner
  $ KEY=$(counterfoil key create --name CI --role support --json | jq -r .key)`,
    )
    .action(commandAction(async () => (await import('./keys.ts')).createKey))

  key
    .command('list')
    .description(
      'list the keys that are not revoked, newest first (without the keys themselves, which are not stored)',
    )
    .addHelpText('after', '\nExample:\n  $ counterfoil key list')
    .action(commandAction(async () => (await import('./keys.ts')).listKeys))

  key
    .command('revoke')
    .description('revoke a key; it stops working at once')
    .argument('<id>', 'the id from "counterfoil key list"')
    .addHelpText('after', '\nExample:\n  $ counterfoil key revoke 0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d')
    .action(commandAction(async () => (await import('./keys.ts')).revokeKey))
}
