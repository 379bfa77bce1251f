import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config.ts'
import { ConfigError } from '../../src/platform/config-error.ts'
import { warningsAbout } from '../../src/platform/config-warnings.ts'
import { findUnknownSettings } from '../../src/platform/settings.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const URL_OF_DATABASE = 'postgres://user:password@db.example.com:5432/counterfoil'

function lineOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'no error'
}

test('defaults: embedded database, demo data, private targets allowed, listens on this machine only', () => {
  expect(loadConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: null,
    secretsKey: null,
    adminApiKey: null,
    role: 'all',
    demo: true,
    allowPrivateTargets: true,
    webhookRetryDelaysSeconds: null,
    merchantImages: 1000,
    merchantImageBytes: 2 * 1024 ** 3,
    merchantPublicationsPerHour: 20,
    keptDays: { events: 30, refusals: 30, refusalCounts: 401 },
    logLevel: 'info',
  })
})

test('with DATABASE_URL: no demo data, no private targets, SECRETS_KEY required', () => {
  expect(loadConfig({ DATABASE_URL: URL_OF_DATABASE, SECRETS_KEY: KEY })).toMatchObject({
    demo: false,
    allowPrivateTargets: false,
    secretsKey: Buffer.alloc(32, 7),
  })
})

test.each([
  [{ EVENTS_KEPT_DAYS: '29' }, /^EVENTS_KEPT_DAYS is "29": .*30 to 3650/],
  [{ REFUSALS_KEPT_DAYS: '0' }, /^REFUSALS_KEPT_DAYS is "0": .*1 to 3650/],
  [{ REFUSAL_COUNTS_KEPT_DAYS: '400' }, /^REFUSAL_COUNTS_KEPT_DAYS is "400": .*401 to 3650/],
])('a retention that is too short: one line (%j)', (env, line) => {
  expect(lineOf(env)).toMatch(line)
})

test('IMAGES_URL: bucket, prefix, endpoint, region, and the usual variables for the keys', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(loadConfig({ IMAGES_URL: 's3://pictures', ...keys }).bucket).toEqual({
    ...{
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'pictures',
      prefix: '',
      region: 'us-east-1',
    },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  const url = 's3://pictures/of/shops/?endpoint=http://store:9000/&region=eu'
  expect(loadConfig({ IMAGES_URL: url, AWS_SESSION_TOKEN: 't', ...keys }).bucket).toMatchObject({
    ...{ endpoint: 'http://store:9000', prefix: 'of/shops/', region: 'eu', sessionToken: 't' },
  })
})

test.each([
  [{ IMAGES_URL: 'pictures' }, /^IMAGES_URL is not the address of a bucket: /],
  [{ IMAGES_URL: 's3://pictures?endpoint=store' }, /^IMAGES_URL is not the address of a bucket: /],
  [{ IMAGES_URL: 's3://pictures' }, /^IMAGES_URL is set without keys: /],
  [{ IMAGES_PUBLIC_URL: 'images.example.com' }, /^IMAGES_PUBLIC_URL is not an http\(s\) address: /],
])('images: a wrong value, one line (%j)', (env, line) => {
  expect(lineOf(env)).toMatch(line)
})

test.each([
  [{ DATABASE_REPLICA_URL: URL_OF_DATABASE }, /^DATABASE_REPLICA_URL is set without DATABASE_URL: /],
  [
    { DATABASE_URL: URL_OF_DATABASE, SECRETS_KEY: KEY, DATABASE_REPLICA_URL: 'standby' },
    /^DATABASE_REPLICA_URL is not a PostgreSQL address: /,
  ],
])('a wrong DATABASE_REPLICA_URL: one line (%j)', (env, line) => {
  expect(lineOf(env)).toMatch(line)
})

test.each([
  [{ SECRETS_KEY_PREVIOUS: KEY }, /^SECRETS_KEY_PREVIOUS is set without SECRETS_KEY: /],
  [{ SECRETS_KEY: KEY, SECRETS_KEY_PREVIOUS: 'short' }, /^SECRETS_KEY_PREVIOUS is not 32 bytes of base64: /],
  [{ SECRETS_KEY: KEY, SECRETS_KEY_PREVIOUS: KEY }, /^SECRETS_KEY_PREVIOUS is the same key as SECRETS_KEY: /],
])('a wrong SECRETS_KEY_PREVIOUS: one line (%j)', (env, line) => {
  expect(lineOf(env)).toMatch(line)
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT is not an http\(s\) address: /,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_SAMPLER_ARG: '2' },
    /^OTEL_TRACES_SAMPLER_ARG is "2": /,
  ],
  [{ TRACE_URL: 'https://traces.example.com/' }, /^TRACE_URL is not an http\(s\) address with \{traceId\}: /],
  [{ TRACE_URL: 'javascript:alert({traceId})' }, /^TRACE_URL is not an http\(s\) address with \{traceId\}: /],
])('wrong settings of traces: one line (%j)', (env, line) => {
  expect(lineOf(env)).toMatch(line)
})

test.each(['0', '99', 'abc', '-1', '2.5', '1e1'])('PROCESSES=%s: one line', (PROCESSES) => {
  expect(lineOf({ PROCESSES })).toBe(
    `PROCESSES is "${PROCESSES}": set it to a whole number from 1 to 64, or to auto for one per core`,
  )
})

test('PROCESSES: 1 by default, auto is one per core', () => {
  expect(loadConfig({}).processes).toBe(1)
  expect(loadConfig({ PROCESSES: '3' }).processes).toBe(3)
  expect(loadConfig({ PROCESSES: 'auto' }).processes).toBe(availableParallelism())
})

test.runIf(process.platform === 'linux')('PROCESSES=auto on one core: one process', () => {
  const program = `
    import { loadConfig } from './src/platform/config.ts'
    console.log(loadConfig({ PROCESSES: 'auto' }).processes)`
  const node = [process.execPath, '--input-type=module', '--eval', program]
  expect(execFileSync('taskset', ['--cpu-list', '0', ...node], { encoding: 'utf8' })).toBe('1\n')
})

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.5', false],
  ['vouchers.example.com', false],
  ['127.0.0.1.example.com', false],
])('HOST=%s with the embedded database: private targets allowed: %s', (HOST, allowed) => {
  expect(loadConfig({ HOST }).allowPrivateTargets).toBe(allowed)
  expect(loadConfig({ HOST, ALLOW_PRIVATE_TARGETS: 'true' }).allowPrivateTargets).toBe(true)
  expect(loadConfig({ HOST, ALLOW_PRIVATE_TARGETS: 'false' }).allowPrivateTargets).toBe(false)
  expect(loadConfig({ HOST, DATABASE_URL: URL_OF_DATABASE, SECRETS_KEY: KEY }).allowPrivateTargets).toBe(
    false,
  )
})

test.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_URL_FILE', 'DATABASE_URL'],
  ['SECRET_KEY', 'SECRETS_KEY'],
  ['OIDC_CLIENT', 'OIDC_CLIENT_ID'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['public_url', 'PUBLIC_URL'],
])('a warning: %s is not a setting, %s was probably meant', (name, likely) => {
  expect(warningsAbout(loadConfig({ [name]: 'hush' }))).toEqual([
    `${name} is not a setting and has no effect: did you mean ${likely}?`,
  ])
  expect(warningsAbout(loadConfig({ [name]: ' ' }))).toEqual([])
})

test('a missing setting that is misspelled: the line names both', () => {
  expect(lineOf({ DATABASE_URL: URL_OF_DATABASE, SECRET_KEY: KEY, TRUSTED_PROXY: 'x' })).toMatch(
    /^SECRETS_KEY is missing.*`\. SECRET_KEY is not a setting and has no effect: did you mean SECRETS_KEY\?$/,
  )
})

test('no warning: our settings, and variables of other programs', () => {
  const table = readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z][^|]*)/gm)
  const ours = [...table].flatMap(([, names = '']) => names.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(ours).toContain('PUBLIC_URL')
  const others =
    'PATH HOME HOSTNAME HOSTS PORTS MODE PGHOST POSTGRES_PASSWORD DATABASE_PORT DATABASE_USER DATABASE_HOST SMTP_PORT ' +
    'SMTP_SERVICE_HOST METRICS_PORT COUNTERFOIL_PORT COUNTERFOIL_SERVICE_HOST AWS_DEFAULT_REGION AWS_SESSION_EXPIRATION ' +
    'OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_HEADERS NODE_OPTIONS NODE_EXTRA_CA_CERTS LOGNAME LANGUAGE PUBLIC DATABASE'
  const env = Object.fromEntries([...ours, ...others.split(' ')].map((name) => [name, 'x']))
  expect(findUnknownSettings(env)).toEqual([])
})

test('a warning: private targets allowed on a host that accepts other machines', () => {
  const warningsOf = (env: Record<string, string>) => warningsAbout(loadConfig(env))
  expect(warningsOf({ HOST: '0.0.0.0', ALLOW_PRIVATE_TARGETS: 'true' })).toEqual([
    'ALLOW_PRIVATE_TARGETS is true and HOST 0.0.0.0 accepts other machines: partners can point webhook and JWKS URLs into your network',
  ])
  expect(warningsOf({ HOST: '127.0.0.1', ALLOW_PRIVATE_TARGETS: 'true' })).toEqual([])
  expect(warningsOf({ HOST: '0.0.0.0' })).toEqual([])
})

test.each<[string, Record<string, string>, number]>([
  ['embedded database: nobody balances load, 0', {}, 0],
  ['DATABASE_URL: longer than the three checks of HAProxy, 8', { DATABASE_URL: URL_OF_DATABASE }, 8],
  ['a worker has no load balancer: 0', { DATABASE_URL: URL_OF_DATABASE, ROLE: 'worker' }, 0],
  ['set: as set', { DATABASE_URL: URL_OF_DATABASE, DRAIN_SECONDS: '0' }, 0],
  ['set with the embedded database: as set', { DRAIN_SECONDS: '35' }, 35],
])('DRAIN_SECONDS, %s', (_title, env, seconds) => {
  expect(loadConfig({ SECRETS_KEY: KEY, ...env }).drainSeconds).toBe(seconds)
})

test.each([
  ['smtp://mail.example.com', undefined, true],
  ['smtp://10.0.0.25', undefined, true],
  ['smtp://127.0.0.1.example.com', undefined, true],
  ['smtp://mail.example.com', 'true', false],
  ['smtp://localhost:1025', undefined, false],
  ['smtp://127.0.0.2', undefined, false],
  ['smtp://user:password@[::1]:1025', undefined, false],
])('mail needs TLS, %s with SMTP_ALLOW_PLAINTEXT=%s: %s', (SMTP_URL, SMTP_ALLOW_PLAINTEXT, needsTls) => {
  expect(loadConfig({ SMTP_URL, SMTP_ALLOW_PLAINTEXT }).smtpRequiresTls).toBe(needsTls)
})

test('an empty value counts as unset', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test('the default PUBLIC_URL is made from HOST and PORT', () => {
  expect(loadConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(loadConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
  expect(loadConfig({ PUBLIC_URL: 'https://vouchers.example.com/' }).publicUrl).toBe(
    'https://vouchers.example.com',
  )
})

test.each<[string, Record<string, string>, RegExp]>([
  ['PORT', { PORT: '80a' }, /whole number from 0 to 65535/],
  ['PORT', { PORT: '65536' }, /whole number from 0 to 65535/],
  ['DRAIN_SECONDS', { DRAIN_SECONDS: '601' }, /whole number from 0 to 600/],
  ['MERCHANT_IMAGES', { MERCHANT_IMAGES: '-1' }, /whole number from 0 to 100000000/],
  ['MERCHANT_IMAGES_MIB', { MERCHANT_IMAGES_MIB: '2 GiB' }, /whole number from 0 to 100000000/],
  ['MERCHANT_PUBLICATIONS_PER_HOUR', { MERCHANT_PUBLICATIONS_PER_HOUR: '1.5' }, /whole number from 0/],
  ['PUBLIC_URL', { PUBLIC_URL: 'vouchers.example.com' }, /https:\/\/vouchers\.example\.com/],
  [
    'DATABASE_URL',
    { DATABASE_URL: 'mysql://db/x', SECRETS_KEY: KEY },
    /postgres:\/\/user:password@host:5432\/database/,
  ],
  ['SECRETS_KEY', { DATABASE_URL: URL_OF_DATABASE }, /openssl rand -base64 32/],
  ['SECRETS_KEY', { SECRETS_KEY: 'c2hvcnQ=' }, /openssl rand -base64 32/],
  ['SECRETS_KEY', { SECRETS_KEY: `${KEY}!` }, /openssl rand -base64 32/],
  ['ADMIN_API_KEY', { ADMIN_API_KEY: 'short' }, /at least 16/],
  ['ROLE', { ROLE: 'web' }, /all, api or worker/],
  ['DEMO', { DEMO: 'yes' }, /true or false/],
  ['ALLOW_PRIVATE_TARGETS', { ALLOW_PRIVATE_TARGETS: '1' }, /true or false/],
  ['WEBHOOK_RETRY_DELAYS', { WEBHOOK_RETRY_DELAYS: '5,five' }, /5,300,1800/],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.5,proxy.example' }, /172\.16\.0\.0\/12/],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }, /172\.16\.0\.0\/12/],
  ['SMTP_URL', { SMTP_URL: 'mail.example.com:25' }, /smtps:/],
  ['SMTP_ALLOW_PLAINTEXT', { SMTP_ALLOW_PLAINTEXT: '1' }, /true or false/],
  ['SMTP_FROM', { SMTP_FROM: 'Counterfoil' }, /Name <name@example\.com>/],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }, /https:/],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    /https:/,
  ],
  ['OIDC_CLIENT_SECRET', { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a' }, /together, or none/],
  ['OIDC_ONLY', { OIDC_ONLY: 'true' }, /set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, /info/],
  ['BASE_LANGUAGE', { BASE_LANGUAGE: 'English!' }, /en or zh-Hans/],
])('a wrong %s : one line that names it and how to fix it: %j', (name, env, fix) => {
  const line = lineOf(env)
  expect(line).toMatch(new RegExp(`^${name} `))
  expect(line).toMatch(fix)
  expect(line).not.toContain('\n')
})
