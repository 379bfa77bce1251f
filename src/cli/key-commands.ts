import { ROLES } from '@counterfoil/contract/route.ts'
import { type Command, Option } from 'commander'
import { acting } from './acting.ts'

export function defineKeys(program: Command): void {
  const key = program.command('key').description('API keys of the back office: create, list, revoke')

  key
    .command('create')
    .description('make an API key and print it, this once')
    .requiredOption('--name <name>', 'what it is for, as lists and the audit log show it')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
    .option('--merchant <id|slug>', 'for role merchant: whose key it is')
    .option('--partner <id|slug>', 'for role partner: whose key it is')
    .addHelpText(
      'after',
      `
Examples:
  $ counterfoil key create --name "Deployment" --role admin
  $ counterfoil key create --name "Till" --role merchant --merchant kopi-corner
  $ KEY=$(counterfoil key create --name CI --role support --json | jq -r .key)`,
    )
    .action(acting(async () => (await import('./keys.ts')).createKey))

  key
    .command('list')
    .description('list the keys that work, newest first; the keys themselves are not kept')
    .addHelpText('after', '\nExample:\n  $ counterfoil key list')
    .action(acting(async () => (await import('./keys.ts')).listKeys))

  key
    .command('revoke')
    .description('end a key; it stops working at once')
    .argument('<id>', 'its id, as "counterfoil key list" shows it')
    .addHelpText('after', '\nExample:\n  $ counterfoil key revoke 0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d')
    .action(acting(async () => (await import('./keys.ts')).revokeKey))
}
