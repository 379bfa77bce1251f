import type { Command } from 'commander'
import { acting } from './acting.ts'

export function defineWebhooks(program: Command): void {
  program
    .command('listen')
    .description('receive the webhooks of a partner here, verify and show them: for development')
    .option('--partner <id|slug>', 'whose; needless where there is only one')
    .option('--forward-to <url>', 'pass each on to this URL, and answer what it answers')
    .option('--port <n>', 'where to listen; 0 for whichever is free', '4242')
    .option('--print-body', 'show the events themselves')
    .option('--secret <secret>', 'verify with this secret and leave the service alone')
    .option('--secret-file <file>', 'the same, from a file')
    .addHelpText(
      'after',
      `
While it runs, it is the webhook URL of the partner; Ctrl-C puts the former one back. With a secret it needs
neither service nor database, and changes nothing.

Examples:
  $ counterfoil listen
  $ counterfoil listen --partner acme-pay --forward-to http://localhost:8080/hooks
  $ counterfoil listen --secret-file acme.secret --port 9000 --json`,
    )
    .action(acting(async () => (await import('./listen.ts')).listen))

  program
    .command('trigger')
    .description('send a signed sample to the webhook URL of a partner, and say what it answered')
    .argument('<type>', 'CLAIM_CREATED, REDEMPTION_CREATED or VOUCHER_PUBLISHED')
    .option('--partner <id|slug>', 'whose; needless where there is only one')
    .addHelpText(
      'after',
      `
Nothing has happened, so nothing is recorded: it is sent once, whatever comes of it. Exit code 3 when it was
not accepted.

Example:
  $ counterfoil trigger CLAIM_CREATED --partner acme-pay`,
    )
    .action(acting(async () => (await import('./trigger.ts')).trigger))
}
