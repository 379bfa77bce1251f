import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function defineWebhooks(program: Command): void {
  program
    .command('listen')
    .description('receive, verify and print webhooks on this machine (for development)')
    .option('--partner <id|slug>', 'the partner; optional if there is only one')
    .option('--forward-to <url>', 'forward each webhook to this URL and return its response')
    .option('--port <n>', 'the port to listen on; 0 picks a free one', '4242')
    .option('--print-body', 'print the body of each event')
    .option('--secret <secret>', 'only verify with this secret, without the service')
    .option('--secret-file <file>', 'like --secret, from a file')
    .addHelpText(
      'after',
      `
While it runs, the partner's webhook URL points here; Ctrl-C restores the previous URL. With a secret it needs
neither the service nor the database, and changes nothing.

Examples:
  $ counterfoil listen
  $ counterfoil listen --partner acme-pay --forward-to http://localhost:8080/hooks
  $ counterfoil listen --secret-file acme.secret --port 9000 --json`,
    )
    .action(commandAction(async () => (await import('./listen.ts')).listen))

  program
    .command('trigger')
    .description('send a signed sample event to a partner and print the response')
    .argument('<type>', 'CLAIM_CREATED, REDEMPTION_CREATED, REDEMPTION_VOIDED or VOUCHER_PUBLISHED')
    .option('--partner <id|slug>', 'the partner; optional if there is only one')
    .addHelpText(
      'after',
      `
The sample is sent once and not recorded. Exit code 3 if it was not accepted.

Example:
  $ counterfoil trigger CLAIM_CREATED --partner acme-pay`,
    )
    .action(commandAction(async () => (await import('./trigger.ts')).trigger))

  const deliveries = program
    .command('deliveries')
    .description('send undelivered webhooks now; hold and release webhooks on a restored copy of a database')

  deliveries
    .command('release')
    .description('send the webhooks that a start on a restored database holds')
    .addHelpText(
      'after',
      `
A start on a restored database sends nothing until this command, so that a copy cannot deliver to real partners.

Example:
  $ counterfoil deliveries release`,
    )
    .action(commandAction(async () => (await import('./deliveries.ts')).release))

  deliveries
    .command('hold')
    .description('hold webhooks before the first start on a database that was restored in place')
    .addHelpText('after', '\nExample:\n  $ counterfoil deliveries hold')
    .action(commandAction(async () => (await import('./deliveries.ts')).hold))

  deliveries
    .command('deliver-now')
    .description('send all undelivered webhooks of a partner now')
    .option('--partner <id|slug>', 'the partner; optional if there is only one')
    .addHelpText(
      'after',
      `
Undelivered webhooks wait after a failure, or failed. A paused endpoint is resumed. A running worker sends them.

Example:
  $ counterfoil deliveries deliver-now --partner acme-pay`,
    )
    .action(commandAction(async () => (await import('./deliveries.ts')).deliverUndelivered))
}
