import type { Command } from 'commander'
import { acting } from './acting.ts'

export function definePartners(program: Command): void {
  const partner = program.command('partner').description('partners: create, list, show, rotate their secret')
  defineCreate(partner)

  partner
    .command('list')
    .description('list the partners, newest first')
    .option('--q <text>', 'only those with this in their slug or name')
    .addHelpText('after', '\nExample:\n  $ counterfoil partner list --q acme')
    .action(acting(async () => (await import('./partners.ts')).listPartners))

  partner
    .command('show')
    .description('show one partner; its secret is not shown')
    .argument('<id|slug>', 'which one')
    .addHelpText('after', '\nExample:\n  $ counterfoil partner show acme-pay')
    .action(acting(async () => (await import('./partners.ts')).showPartner))

  partner
    .command('rotate-secret')
    .description('change the HMAC secret in two steps: make the next one, later promote it')
    .argument('<id|slug>', 'whose secret')
    .option('--promote', 'the second step: sign webhooks with the secret that the first step made')
    .addHelpText(
      'after',
      `
The first step prints a new secret, this once; from then on calls to us may be signed with either. When the
partner knows the new one, promote it: webhooks are signed with it, and the old one is accepted for 24 hours.

Examples:
  $ counterfoil partner rotate-secret acme-pay
  $ counterfoil partner rotate-secret acme-pay --promote`,
    )
    .action(acting(async () => (await import('./partners.ts')).rotateSecret))
}

function defineCreate(partner: Command): void {
  partner
    .command('create')
    .description('onboard a partner and print its HMAC secret, this once')
    .option('--from <file.json>', 'the fields as the API takes them; flags go over it')
    .option('--slug <slug>', 'a-z, 0-9 and hyphens; cannot be changed later')
    .option('--name <name>', 'its name')
    .option('--display-name <name>', 'the name that consumers see')
    .option('--logo-path <path>', 'an https URL, or a path under /uploads/')
    .option('--jwt-issuer <iss>', 'the iss of the tokens that it mints')
    .option('--jwks-url <url>', 'where its public keys are; or give a key:')
    .option('--public-key-file <file>', 'its public key, SPKI PEM or JWK')
    .option('--next-public-key-file <file>', 'the key that is to follow')
    .option('--jwt-audience <aud>', 'the aud that its tokens must have')
    .option('--max-token-lifetime-seconds <n>', 'the longest lifetime of a token')
    .option('--webhook-url <url>', 'where its webhooks go')
    .option('--accent-color <#rrggbb>', 'the colour of its webview')
    .option('--frame-ancestor <origin...>', 'https origins that may frame its webview')
    .option('--require-v2', 'refuse calls without a v2 signature')
    .option('--disabled', 'let nobody in yet')
    .option('--secret-file <file>', 'a secret that it has already, 32 characters or more')
    .addHelpText(
      'after',
      `
Examples:
  $ counterfoil partner create --slug acme-pay --name "Acme Pay Sdn Bhd" --display-name "Acme Pay" \\
      --logo-path https://acme.example/logo.png --jwt-issuer https://id.acme.example \\
      --public-key-file acme.pem --webhook-url https://api.acme.example/hooks
  $ counterfoil partner create --from acme.json --disabled`,
    )
    .action(acting(async () => (await import('./partners.ts')).createPartner))
}
