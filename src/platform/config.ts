import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { cellUrlsFrom, databaseUrlFrom, replicaUrlFrom } from './database-settings.ts'
import { canonicalTag } from './input/language-tag.ts'
import { isLoopback, isNetwork } from './input/network.ts'
import { describeUnknown, findUnknownSettings, type SettingName, type UnknownSetting } from './settings.ts'

const PROCESS_ROLES = ['all', 'api', 'worker'] as const
/**
 * HAProxy needs up to 6 s to notice (by default 3 failed checks, one every 2 s). Kubernetes removes a pod from its
 * Services within a few seconds, and kills it after 30 s: requests in flight still have time to finish.
 */
const DEFAULT_DRAIN_SECONDS = 8
/** Each process has up to 18 database connections. Beyond this number, add machines instead of processes. */
const MAX_PROCESSES = 64
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A bucket of an S3-compatible store, addressed by path. */
export type BucketConfig = {
  endpoint: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The value of a setting; null if it is unset. */
type Read = (name: SettingName) => string | null

export type Config = {
  host: string
  port: number
  publicUrl: string
  /** Null for the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** A standby of the database, for reads of the catalog and the back office. */
  databaseReplicaUrl: string | null
  /** The addresses of cells in other clusters, by name. A cell in the cluster of home needs none. */
  cellUrls: Record<string, string>
  dataDir: string
  /** Null if the key is generated in `dataDir`, which only the embedded database allows. */
  secretsKey: Buffer | null
  /** The key that `counterfoil secrets rotate` replaces; null outside of a rotation. */
  previousSecretsKey: Buffer | null
  adminApiKey: string | null
  role: (typeof PROCESS_ROLES)[number]
  /** How many processes share the port. */
  processes: number
  /** How long a node that shuts down keeps serving while /readyz fails. */
  drainSeconds: number
  demo: boolean
  allowPrivateTargets: boolean
  webhookRetryDelaysSeconds: number[] | null
  metricsToken: string | null
  /** The language of all texts that are not translations. */
  baseLanguage: string
  /** Addresses and networks whose X-Forwarded-For header is trusted. */
  trustedProxies: string[]
  /** Whether TRUSTED_PROXIES is still the placeholder of deploy/kubernetes. */
  isProxyPlaceholder: boolean
  /** Null if no e-mail is sent. */
  smtpUrl: string | null
  smtpFrom: string
  /** Whether an e-mail is sent over TLS only. */
  smtpRequiresTls: boolean
  /** Single sign-on (OpenID Connect). */
  oidc: { issuer: string; clientId: string; clientSecret: string } | null
  /** Whether staff sign in by single sign-on only, without passwords and passkeys. */
  oidcOnly: boolean
  /** Null if nothing is traced. */
  tracing: { endpoint: string; sampleRatio: number } | null
  /** Where people view a trace: a URL with `{traceId}`. */
  traceUrl: string | null
  /** Null if images are files in `dataDir`. */
  bucket: BucketConfig | null
  /** Where browsers load images from; null if they load them from this service. */
  imagesPublicUrl: string | null
  /** Limits for a merchant's own keys. Admins have no limits. */
  merchantImages: number
  merchantImageBytes: number
  merchantPublicationsPerHour: number
  /** After how many days workers delete old rows. */
  keptDays: { events: number; refusals: number; refusalCounts: number }
  logLevel: (typeof LOG_LEVELS)[number]
  /** Variables that resemble a setting, such as TRUSTED_PROXY. */
  unknownSettings: UnknownSetting[]
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const unknownSettings = findUnknownSettings(env)
  try {
    return { ...readSettings(env), unknownSettings }
  } catch (error) {
    // A setting that seems to be missing may only be misspelled.
    const misspelled = unknownSettings.find(({ likely }) => (error as Error).message.startsWith(likely))
    if (misspelled) throw new ConfigError(`${(error as Error).message}. ${describeUnknown(misspelled)}`)
    throw error
  }
}

function readSettings(env: NodeJS.ProcessEnv): Omit<Config, 'unknownSettings'> {
  // An empty value means unset: compose files and CI systems leave a variable out in this way.
  const read: Read = (name) => env[name]?.trim() || null
  const limit = (name: SettingName, fallback: string) =>
    wholeNumber(name, read(name) ?? fallback, 0, 100_000_000)
  const days = (name: SettingName, fallback: string, min: number) =>
    wholeNumber(name, read(name) ?? fallback, min, 3650)
  const databaseUrl = databaseUrlFrom('DATABASE_URL', read('DATABASE_URL'))
  const embedded = databaseUrl === null
  const host = read('HOST') ?? '127.0.0.1'
  const port = wholeNumber('PORT', read('PORT') ?? '3000', 0, 65535)
  const publicUrl =
    httpUrlFrom('PUBLIC_URL', read('PUBLIC_URL'), 'https://vouchers.example.com') ??
    defaultPublicUrl(host, port)
  const smtpUrl = smtpUrlFrom(read('SMTP_URL'))
  const role = oneOf('ROLE', read('ROLE') ?? 'all', PROCESS_ROLES)
  // The embedded database has one node, and a worker serves no callers, so neither has a load balancer.
  const drainSeconds = embedded || role === 'worker' ? 0 : DEFAULT_DRAIN_SECONDS
  return {
    host,
    port,
    publicUrl,
    databaseUrl,
    databaseReplicaUrl: replicaUrlFrom(read('DATABASE_REPLICA_URL'), databaseUrl),
    cellUrls: cellUrlsFrom(read('CELL_URLS')),
    dataDir: resolve(read('DATA_DIR') ?? '.data'),
    secretsKey: secretsKeyFrom(read('SECRETS_KEY'), embedded),
    previousSecretsKey: previousSecretsKeyFrom(read('SECRETS_KEY_PREVIOUS'), read('SECRETS_KEY')),
    adminApiKey: adminApiKeyFrom(read('ADMIN_API_KEY')),
    role,
    processes: processesFrom(read('PROCESSES')),
    drainSeconds: wholeNumber('DRAIN_SECONDS', read('DRAIN_SECONDS') ?? String(drainSeconds), 0, 600),
    demo: flag('DEMO', read('DEMO')) ?? embedded,
    allowPrivateTargets:
      flag('ALLOW_PRIVATE_TARGETS', read('ALLOW_PRIVATE_TARGETS')) ?? (embedded && isLoopback(host)),
    webhookRetryDelaysSeconds: retryDelaysFrom(read('WEBHOOK_RETRY_DELAYS')),
    metricsToken: read('METRICS_TOKEN'),
    baseLanguage: baseLanguageFrom(read('BASE_LANGUAGE') ?? 'en'),
    ...trustedProxiesFrom(read('TRUSTED_PROXIES')),
    smtpUrl,
    smtpFrom: smtpFromFrom(read('SMTP_FROM')) ?? `Counterfoil <no-reply@${new URL(publicUrl).hostname}>`,
    smtpRequiresTls:
      !flag('SMTP_ALLOW_PLAINTEXT', read('SMTP_ALLOW_PLAINTEXT')) && isRemoteMailServer(smtpUrl),
    ...singleSignOnFrom(read),
    tracing: tracingFrom(read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_TRACES_SAMPLER_ARG')),
    traceUrl: traceUrlFrom(read('TRACE_URL')),
    bucket: bucketFrom(read),
    imagesPublicUrl: httpUrlFrom(
      'IMAGES_PUBLIC_URL',
      read('IMAGES_PUBLIC_URL'),
      'https://images.example.com',
    ),
    merchantImages: limit('MERCHANT_IMAGES', '1000'),
    merchantImageBytes: limit('MERCHANT_IMAGES_MIB', '2048') * 1024 * 1024,
    merchantPublicationsPerHour: limit('MERCHANT_PUBLICATIONS_PER_HOUR', '20'),
    keptDays: {
      // The feed promises 30 days, and the stats go back 400 days: less would break what callers rely on.
      events: days('EVENTS_KEPT_DAYS', '30', 30),
      refusals: days('REFUSALS_KEPT_DAYS', '30', 1),
      refusalCounts: days('REFUSAL_COUNTS_KEPT_DAYS', '401', 401),
    },
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  }
}

/** Whether a person reads the output. This is not a setting, but only this file reads the environment. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true
}

/** Returns the environment, for a report of the settings. */
export const readEnvironment = () => process.env

/** Whether `npx counterfoil` started this process, which it does through a shell. */
export function isRunByNpx(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_lifecycle_event === 'npx' && /counterfoil/.test(env.npm_lifecycle_script ?? '')
}

/** The URL at which a service with these settings can be reached on its machine. */
export function defaultPublicUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function httpUrlFrom(name: string, value: string | null, example: string): string | null {
  if (value === null) return null
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return value.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} is not an http(s) address: set it to the address that callers use, such as ${example}`,
  )
}

function bucketFrom(read: Read): BucketConfig | null {
  const value = read('IMAGES_URL')
  if (value === null) return null
  const url = URL.parse(value)
  const region = url?.searchParams.get('region') ?? read('AWS_REGION') ?? 'us-east-1'
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (url?.protocol !== 's3:' || !url.hostname || !endpoint || !/^https?:$/.test(endpoint.protocol)) {
    throw new ConfigError(
      'IMAGES_URL is not the address of a bucket: set it to s3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1',
    )
  }
  const [accessKeyId, secretAccessKey] = [read('AWS_ACCESS_KEY_ID'), read('AWS_SECRET_ACCESS_KEY')]
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError(
      'IMAGES_URL is set without keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to those of the bucket',
    )
  }
  const folder = url.pathname.replace(/^\/+|\/+$/g, '')
  const sessionToken = read('AWS_SESSION_TOKEN')
  return {
    ...{ endpoint: endpoint.href.replace(/\/+$/, ''), bucket: url.hostname, prefix: folder && `${folder}/` },
    ...{ region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
  }
}

function secretsKeyFrom(value: string | null, embedded: boolean): Buffer | null {
  if (value === null) {
    if (embedded) return null
    throw new ConfigError(
      'SECRETS_KEY is missing, and DATABASE_URL requires it: create one with `openssl rand -base64 32`',
    )
  }
  const key = keyFrom(value)
  if (key) return key
  throw new ConfigError('SECRETS_KEY is not 32 bytes of base64: create one with `openssl rand -base64 32`')
}

function previousSecretsKeyFrom(value: string | null, secretsKey: string | null): Buffer | null {
  if (value === null) return null
  if (secretsKey === null) {
    throw new ConfigError('SECRETS_KEY_PREVIOUS is set without SECRETS_KEY: set SECRETS_KEY to the new key')
  }
  const key = keyFrom(value)
  if (!key) {
    throw new ConfigError(
      'SECRETS_KEY_PREVIOUS is not 32 bytes of base64: set it to the key that was in SECRETS_KEY before',
    )
  }
  if (keyFrom(secretsKey)?.equals(key)) {
    throw new ConfigError(
      'SECRETS_KEY_PREVIOUS is the same key as SECRETS_KEY: set SECRETS_KEY to a new key, or remove SECRETS_KEY_PREVIOUS',
    )
  }
  return key
}

function keyFrom(base64: string): Buffer | null {
  const key = Buffer.from(base64, 'base64')
  return key.length === 32 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(base64) ? key : null
}

function processesFrom(value: string | null): number {
  if (value === null) return 1
  if (value === 'auto') return Math.min(availableParallelism(), MAX_PROCESSES)
  if (/^[1-9]\d?$/.test(value) && Number(value) <= MAX_PROCESSES) return Number(value)
  throw new ConfigError(
    `PROCESSES is ${JSON.stringify(value)}: set it to a whole number from 1 to ${MAX_PROCESSES}, or to auto for one per core`,
  )
}

function adminApiKeyFrom(value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new ConfigError(
    'ADMIN_API_KEY is too weak: use at least 16 visible ASCII characters, for example from `openssl rand -base64 32`',
  )
}

function retryDelaysFrom(value: string | null): number[] | null {
  if (value === null) return null
  const delays = value.split(',').map((part) => part.trim())
  if (delays.every((part) => /^\d{1,7}$/.test(part))) return delays.map(Number)
  throw new ConfigError(
    'WEBHOOK_RETRY_DELAYS is not a list of seconds: set it to whole seconds separated by commas, such as 5,300,1800',
  )
}

function baseLanguageFrom(value: string): string {
  const tag = canonicalTag(value)
  if (tag !== null) return tag
  throw new ConfigError(
    `BASE_LANGUAGE is ${JSON.stringify(value)}: set it to the language tag of your texts, such as en or zh-Hans`,
  )
}

/** A start with the placeholder trusts no proxy, which is safe, and warns. */
const PROXY_PLACEHOLDER = 'REPLACE-WITH-THE-NETWORK-OF-YOUR-INGRESS-CONTROLLER'

function trustedProxiesFrom(value: string | null): Pick<Config, 'trustedProxies' | 'isProxyPlaceholder'> {
  if (value === PROXY_PLACEHOLDER) return { trustedProxies: [], isProxyPlaceholder: true }
  const proxies = value?.split(',').map((part) => part.trim()) ?? []
  if (proxies.every(isNetwork)) return { trustedProxies: proxies, isProxyPlaceholder: false }
  throw new ConfigError(
    'TRUSTED_PROXIES is not a list of addresses: write IP addresses or networks with commas, as in 10.0.0.5,172.16.0.0/12',
  )
}

function smtpUrlFrom(value: string | null): string | null {
  if (value === null || (/^smtps?:$/.test(URL.parse(value)?.protocol ?? '') && URL.parse(value)?.hostname))
    return value
  throw new ConfigError(
    'SMTP_URL is not the address of a mail server: set it to smtps://user:password@mail.example.com',
  )
}

/** An e-mail to this machine crosses no network. */
function isRemoteMailServer(smtpUrl: string | null): boolean {
  return smtpUrl !== null && !isLoopback(new URL(smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1'))
}

function smtpFromFrom(value: string | null): string | null {
  if (value === null || /^(?:[^<>@]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value)) return value
  throw new ConfigError(
    'SMTP_FROM is not a sender: set it to an e-mail address, or to Name <name@example.com>',
  )
}

function singleSignOnFrom(read: Read): Pick<Config, 'oidc' | 'oidcOnly'> {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const [issuer, clientId, clientSecret] = names.map(read)
  const oidcOnly = flag('OIDC_ONLY', read('OIDC_ONLY')) ?? false
  if (!issuer && !clientId && !clientSecret) {
    if (!oidcOnly) return { oidc: null, oidcOnly }
    throw new ConfigError(
      'OIDC_ONLY is true without an issuer: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    )
  }
  if (!issuer || !clientId || !clientSecret) {
    const missing = names.find((name) => read(name) === null)
    throw new ConfigError(`${missing} is missing: set ${names.join(', ')} together, or none of them`)
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const isLocal = url?.protocol === 'http:' && isLoopback(url.hostname)
  if (url?.protocol !== 'https:' && !isLocal)
    throw new ConfigError(
      'OIDC_ISSUER is not an https address: set it to the issuer that your provider names, such as https://id.example.com',
    )
  return { oidc: { issuer, clientId, clientSecret }, oidcOnly }
}

function tracingFrom(endpoint: string | null, ratio: string | null): Config['tracing'] {
  if (endpoint === null) return null
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not an http(s) address: set it to your collector, such as http://localhost:4318',
    )
  }
  const sampleRatio = Number(ratio ?? '1')
  if (sampleRatio >= 0 && sampleRatio <= 1) return { endpoint, sampleRatio }
  throw new ConfigError(
    `OTEL_TRACES_SAMPLER_ARG is ${JSON.stringify(ratio)}: set it to the share of requests to trace, from 0 to 1`,
  )
}

function traceUrlFrom(value: string | null): string | null {
  if (value === null || /^https?:\/\/[^\s]*\{traceId\}[^\s]*$/.test(value)) return value
  throw new ConfigError(
    'TRACE_URL is not an http(s) address with {traceId}: set it to a page of your traces, such as https://grafana.example.com/trace/{traceId}',
  )
}

function flag(name: string, value: string | null): boolean | null {
  return value === null ? null : oneOf(name, value, ['true', 'false']) === 'true'
}

function oneOf<const V extends readonly string[]>(name: string, value: string, values: V): V[number] {
  if (values.includes(value)) return value
  throw new ConfigError(
    `${name} is ${JSON.stringify(value)}: set it to ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  )
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
  throw new ConfigError(`${name} is ${JSON.stringify(value)}: set it to a whole number from ${min} to ${max}`)
}
