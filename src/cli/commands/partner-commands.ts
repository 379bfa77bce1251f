import type { Command } from 'commander'
import { commandAction } from '../command-action.ts'

export function definePartners(program: Command): void {
  const partner = program
    .command('partner')
    .description('partners: create, update, list, show, rotate-secret')
  defineCreate(partner)
  defineUpdate(partner)

  partner
    .command('list')
    .description('list the partners, newest first')
    .option('--q <text>', 'filter by slug or name')
    .addHelpText('after', '\nExample:\n  $ counterfoil partner list --q acme')
    .action(commandAction(async () => (await import('./partners.ts')).listPartners))

  partner
    .command('show')
    .description('show one partner, without its secret')
    .argument('<id|slug>', 'the partner')
    .addHelpText('after', '\nExample:\n  $ counterfoil partner show acme-pay')
    .action(commandAction(async () => (await import('./partners.ts')).showPartner))

  partner
    .command('rotate-secret')
    .description('change the HMAC secret in two steps: create the next one, then promote it')
    .argument('<id|slug>', 'the partner')
    .option('--promote', 'step 2: sign webhooks with the new secret')
    .addHelpText(
      'after',
      `
Step 1 prints a new secret, only once. From then on the partner may sign with either secret. When the partner
has the new one, run step 2 (--promote): webhooks are signed with it, and the old one is accepted for 24 hours.

Examples:
  $ counterfoil partner rotate-secret acme-pay
  $ counterfoil partner rotate-secret acme-pay --promote`,
    )
    .action(commandAction(async () => (await import('./partners.ts')).rotateSecret))
}

function defineCreate(partner: Command): void {
  const create = partner
    .command('create')
    .description('create a partner and print its HMAC secret; it is shown only once')
    .option('--from <file.json>', 'the fields as in the API; flags override it')
    .option('--slug <slug>', 'a-z, 0-9 and hyphens; cannot be changed later')
  addFieldOptions(create)
    .option('--require-v2', 'reject requests without a v2 signature')
    .option('--disabled', 'create it disabled')
    .option('--secret-file <file>', 'an existing secret, 32 characters or more')
    .addHelpText(
      'after',
      `
Examples:
  $ counterfoil partner create --slug acme-pay --name "Acme Pay Sdn Bhd" --display-name "Acme Pay" \\
      --logo-path https://acme.example/logo.png --jwt-issuer https://id.acme.example \\
      --public-key-file acme.pem --webhook-url https://api.acme.example/hooks
  $ counterfoil partner create --from acme.json --disabled`,
    )
    .action(commandAction(async () => (await import('./partners.ts')).createPartner))
}

function defineUpdate(partner: Command): void {
  const update = partner
    .command('update')
    .description('change fields of a partner; all others stay as they are')
    .argument('<id|slug>', 'the partner')
    .option('--from <file.json>', 'the fields as in the API, null clears one; flags override it')
  addFieldOptions(update)
    .option('--require-v2', 'reject requests without a v2 signature')
    .option('--no-require-v2', 'accept them again')
    .option('--disabled', 'disable it')
    .option('--no-disabled', 'enable it again')
    .addHelpText(
      'after',
      `
Examples:
  $ counterfoil partner update acme-pay --consumer-requests-per-minute 6000
  $ counterfoil partner update acme-pay --consumer-requests-per-minute off`,
    )
    .action(commandAction(async () => (await import('./partners.ts')).updatePartner))
}

function addFieldOptions(command: Command): Command {
  return command
    .option('--name <name>', 'the legal name')
    .option('--display-name <name>', 'the name that users see')
    .option('--logo-path <path>', 'an https URL, or a path under /uploads/')
    .option('--jwt-issuer <iss>', 'the iss claim of its tokens')
    .option('--jwks-url <url>', 'the URL of its public keys (JWKS), or use --public-key-file')
    .option('--public-key-file <file>', 'its public key: SPKI PEM or JWK')
    .option('--next-public-key-file <file>', 'the key to accept next, for a rotation')
    .option('--jwt-audience <aud>', 'the aud claim that its tokens must have')
    .option('--max-token-lifetime-seconds <n>', 'the maximum lifetime of a token, or off')
    .option('--webhook-url <url>', 'the URL for webhooks')
    .option('--accent-color <#rrggbb>', 'the color of its webview')
    .option('--share-url <url>', 'where a shared voucher opens, with {path} in the place of its path')
    .option('--frame-ancestor <origin...>', 'https origins that may embed its webview')
    .option('--integration-requests-per-minute <n>', 'its limit on /integrations/*, or off')
    .option('--consumer-requests-per-minute <n>', 'the limit of all its users together, or off')
}
