import { ROLES } from '@counterfoil/contract/define-route.ts'
import { type Command, Option } from 'commander'
import { commandAction } from '../command-action.ts'
import { merchantOption, partnerOption } from './owner-options.ts'

export function defineStaff(program: Command): void {
  const staff = program
    .command('staff')
    .description('people who sign in to the console: invite, reset a password')

  staff
    .command('invite')
    .description('add a staff member and print the link with which they create their sign-in')
    .requiredOption('--email <address>', 'the e-mail address with which they sign in')
    .requiredOption('--name <name>', 'shown in the console and in the audit log')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .addOption(merchantOption())
    .addOption(partnerOption())
    .addHelpText(
      'after',
      `
The link works once, for 7 days. It starts with PUBLIC_URL.

Examples:
  $ counterfoil staff invite --email aina@kopi.example --name "Aina Rahman" --role support
  $ counterfoil staff invite --email lim@kopi.example --name "Lim" --role merchant --merchant kopi-corner \\
      --merchant teh-house`,
    )
    .action(commandAction(async () => (await import('./staff.ts')).inviteStaff))

  staff
    .command('reset')
    .description('print a link with which a staff member chooses a new password')
    .requiredOption('--email <address>', 'the e-mail address of the staff member')
    .addHelpText(
      'after',
      `
The link works once, for 7 days. The current password works until the link is used.

Example:
  $ counterfoil staff reset --email aina@kopi.example`,
    )
    .action(commandAction(async () => (await import('./staff.ts')).resetStaff))
}
