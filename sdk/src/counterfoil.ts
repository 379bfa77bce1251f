import { Events } from './events.ts'
import { Merchants } from './merchants.ts'
import { OwnPartner } from './own-partner.ts'
import { Sandbox } from './sandbox.ts'
import { Secret } from './secret.ts'
import { Support } from './support.ts'
import { Transport } from './transport.ts'
import { Users } from './users.ts'
import { Webhook } from './webhook-endpoint.ts'
import { Webhooks } from './webhooks.ts'

export type CounterfoilOptions = {
  /** The address of the service, for example `https://vouchers.example.com`. */
  baseUrl: string
  slug: string
  /** Signs your requests and verifies our webhooks. */
  secret?: string | undefined
  /** Several secrets during a rotation. The first one signs; webhooks may be signed with any of them. */
  secrets?: readonly string[]
  /** An API key of role `partner`. `support`, `secret` and `webhook` need it. */
  apiKey?: string | undefined
  fetch?: typeof globalThis.fetch
  /** How often a failed call is repeated; 3 by default. */
  retries?: number
  /** The maximum duration of one attempt; 10 seconds by default. */
  timeoutMs?: number
  /** How far the timestamp of a webhook may be from the clock; 300 by default. */
  toleranceSeconds?: number
  /** Gets what is probably a mistake, although a call succeeds; `console.warn` by default. */
  onWarning?: (message: string) => void
  /** For tests: the clock, and the wait before a retry. */
  now?: () => Date
  sleep?: (ms: number) => Promise<void>
}

const DEFAULT_RETRIES = 3
const DEFAULT_TIMEOUT_MS = 10_000

export class Counterfoil {
  readonly users: Users
  readonly events: Events
  readonly merchants: Merchants
  /** Receives the webhooks that we send you. */
  readonly webhooks: Webhooks
  /** For the slug and secret of your test twin: clock, scenarios, simulators, reset. */
  readonly sandbox: Sandbox
  /** Look-ups for your support desk. */
  readonly support: Support
  /** Rotates your secret. */
  readonly secret: Secret
  /** Your endpoint as we see it: test, resume, replay. */
  readonly webhook: Webhook

  constructor(options: CounterfoilOptions) {
    const { baseUrl, slug, now = () => new Date() } = options
    const secrets = secretsOf(options)
    const transport = new Transport({
      baseUrl,
      slug,
      secret: secrets[0],
      apiKey: options.apiKey,
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      retries: options.retries ?? DEFAULT_RETRIES,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      now,
      sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      // biome-ignore lint/suspicious/noConsole: the only output that every runtime has
      warn: options.onWarning ?? ((message) => console.warn(message)),
    })
    this.users = new Users(transport)
    this.events = new Events(transport)
    this.merchants = new Merchants(transport)
    this.webhooks = new Webhooks({ secrets, toleranceSeconds: options.toleranceSeconds, now })
    const partner = new OwnPartner(transport, slug)
    this.sandbox = new Sandbox(transport, partner)
    this.support = new Support(transport, partner)
    this.secret = new Secret(transport, partner)
    this.webhook = new Webhook(transport, partner)
  }
}

function secretsOf({ secret, secrets = [] }: CounterfoilOptions): [string, ...string[]] {
  const [first, ...others] = [...(secret === undefined ? [] : [secret]), ...secrets]
  if (!first || others.includes('')) {
    throw new TypeError('Counterfoil needs `secret` or `secrets`, and none of them may be empty')
  }
  return [first, ...others]
}
