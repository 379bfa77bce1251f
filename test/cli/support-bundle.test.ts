import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { describeSettings, secretsIn } from '../../src/cli/support/describe-settings.ts'
import { redact } from '../../src/cli/support/redact.ts'
import { connect } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { freePort } from '../support/process.ts'
import { onboard } from '../support/signing.ts'
import { tokenIn } from '../support/staff-scene.ts'
import { type Env, run } from './command.ts'

const secretsKey = randomBytes(32)
const metricsToken = 'canary-metrics-token'
const { admin, db, databaseUrl, server } = await createHarness({ secretsKey, metricsToken })
const { host, port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
const folder = await temporaryFolder('support')
afterAll(() => rm(folder, { recursive: true }))
const closed = `127.0.0.1:${await freePort()}`
let bundles = 0

/** Makes a bundle, unpacks it with tar, and returns its files by name. */
async function bundle(env: Env) {
  bundles += 1
  const output = join(folder, `${bundles}.tar.gz`)
  const ran = await run(env, ['support-bundle', '--output', output])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect(ran.stdout).toMatch(/^Wrote \S+\.tar\.gz \(\d+ KiB\)\. Read it before you send it\.\n$/)
  expect(statSync(output).mode & 0o777).toBe(0o600)
  const unpacked = join(folder, String(bundles))
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', output, '--strip-components=1', '-C', unpacked])
  const names = readdirSync(unpacked)
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(unpacked, name), 'utf8')]))
  const json = (name: string) => JSON.parse(files[name] ?? 'null')
  return { output, names, files, json, text: Object.values(files).join('\n') }
}

/** Stores secrets in every place that could leak into a bundle. Returns the secrets that do not contain the word canary. */
async function plantCanaries(): Promise<string[]> {
  const market = openMarket(admin)
  const partner = await onboard(admin, { slug: 'kopi-bank' })
  const merchant = await market.merchant()
  await market.outlet(merchant.id, { name: 'Outlet', pin: '0739' })
  const voucher = await market.draft(merchant.id, { codeSource: 'MANUAL' })
  const plain = { 'content-type': 'text/plain' }
  const codes = await admin('POST', `/admin/vouchers/${voucher.id}/codes`, 'CANARY-CODE-1\n', plain)
  const key = await admin('POST', '/admin/keys', { name: 'canary-key-name', role: 'admin' })
  const invite = { email: 'canary-staff@kopi.example', name: 'Canary Staff', role: 'admin' }
  const staff = await admin('POST', '/admin/staff/invite', invite)
  expect([codes.status, key.status, staff.status]).toEqual([200, 201, 201])

  await db`update partners set webhook_url = 'https://canary:canary@hooks.example/canary?token=canary',
    public_key = null, jwks_url = 'https://keys.example/canary.json?token=canary' where id = ${partner.id}`
  await db`insert into endpoints (partner_id, failing_since, failures) values (${partner.id}, now(), 7)`
  await db`insert into key_set_failures (partner_id, url, failing_since, error)
    values (${partner.id}, 'https://canary.example', now(), 'canary 198.51.100.9')`
  await db`insert into users (id, partner_id, external_user_id, email, display_name, phone, created_at, updated_at)
    values (${randomUUID()}, ${partner.id}, 'canary-user', 'canary@mail.example', 'Canary', '+60canary', now(), now())`
  await db`insert into staff_sessions (token_hash, id, staff_id, method, address, created_at, last_used_at, expires_at, device)
    select sha256('canary'), gen_random_uuid(), id, 'PASSWORD', '198.51.100.7', now(), now(), now() + interval '1 hour', 'canary'
    from staff`
  await db`insert into sign_in_failures (subject, failures, failed_at) values ('address:198.51.100.8', 1, now())`
  await db`insert into request_log (at, request_id, partner_id, is_authentic, surface, method, route, status, code,
      duration_ms, external_user_id, reason)
    values (now(), ${REQUEST_ID}, ${partner.id}, true, 'consumer', 'POST', '/me/redemptions', 503, 'unavailable', 12,
      'canary-user', 'canary reason 0739')`
  await db`insert into nodes (id, name, schema_version, key_ids, writing_key_id, seen_at)
    values (${randomUUID()}, 'ip-10-1-2-3:3000 (process 7)', 58, '{canary}', 'canary', now())`
  return [partner.secret, key.body.key, tokenIn(staff.body.url), '0739']
}

const REQUEST_ID = randomUUID()

/** Settings with a secret in each place that can hold one. */
const canarySettings: Env = {
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL:
    'postgres://canary:canary-replica@db.example:5432,db2.example/canary?sslmode=verify-full',
  SECRETS_KEY: secretsKey.toString('base64'),
  ADMIN_API_KEY: 'canary-admin-key-0123',
  METRICS_TOKEN: metricsToken,
  PORT: port,
  PUBLIC_URL: `http://canary:canary-public@${host}`,
  TRUSTED_PROXIES: '203.0.113.77,2001:db8::77',
  DATA_DIR: '/tmp/canary-data',
  SMTP_URL: 'smtps://canary%40mail.example:canary-mail@mail.example:465',
  SMTP_FROM: 'Canary <canary-from@mail.example>',
  OIDC_ISSUER: 'https://id.example/canary-tenant',
  OIDC_CLIENT_ID: 'canary-client',
  OIDC_CLIENT_SECRET: 'canary-client-secret',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://canary:canary-otel@127.0.0.1:4318/canary',
  IMAGES_URL: `s3://canary-bucket?endpoint=http://${closed}`,
  AWS_ACCESS_KEY_ID: 'canary-access',
  AWS_SECRET_ACCESS_KEY: 'canary-aws',
  AWS_SESSION_TOKEN: 'canary-session',
}

test('a bundle has what support needs; no secret, PIN, code, token, e-mail, address or external id is inside', async () => {
  const canaries = [...(await plantCanaries()), secretsKey.toString('base64')]
  const { password } = new URL(databaseUrl)
  if (password) canaries.push(password)
  // An idle session keeps the text of its last statement and its name.
  const session = await connect(databaseUrl, { name: 'canary-program', max: 1 })
  await session`select 'canary statement' as text`
  const { names, files, json, text, output } = await bundle(canarySettings).finally(() => session.end())

  expect(names).toEqual([
    ...['README.txt', 'cells.json', 'database.json', 'errors.json', 'health.json', 'metrics.txt'],
    ...['migrations.json', 'nodes.json', 'settings.json', 'tables.json', 'versions.json'],
  ])
  expect(text).not.toMatch(/canary/i)
  for (const canary of canaries) {
    expect(canary.length).toBeGreaterThan(3)
    expect(text).not.toMatch(new RegExp(`(?<![\\d.])${RegExp.escape(canary)}(?!\\d)`))
  }
  expect(text.match(/(?<![\d.])\d{1,3}([.-]\d{1,3}){3}(?![\d.])/g) ?? []).toSatisfy((found: string[]) =>
    found.every((address) => ['127.0.0.1', '0.0.0.0'].includes(address)),
  )
  expect(text).not.toMatch(/2001:db8|\S@\S/)

  expect(json('errors.json')).toMatchObject({
    serverErrors: [{ route: '/me/redemptions', status: 503, requests: 1, lastRequestId: REQUEST_ID }],
    failingEndpoints: [{ partner: 'kopi-bank', failures: 7 }],
    failingKeySets: [{ partner: 'kopi-bank' }],
  })
  expect(json('settings.json').settings).toEqual(
    expect.arrayContaining([
      { name: 'PORT', isSet: true, shown: port },
      { name: 'SECRETS_KEY', isSet: true },
      { name: 'DATABASE_REPLICA_URL', isSet: true, shown: '2 hosts, sslmode=verify-full' },
      { name: 'SMTP_URL', isSet: true, shown: 'smtps://mail.example' },
      { name: 'ROLE', isSet: false },
    ]),
  )
  expect(json('health.json')['this machine']['/readyz?for=writes']).toMatchObject({ status: 200 })
  expect(json('nodes.json').nodes).toMatchObject([{ name: 'ip-<address>:3000 (process 7)' }])
  expect(json('migrations.json')).toMatchObject({ pending: [], state: { oldestRelease: expect.any(Number) } })
  expect(json('database.json').server.version).toMatch(/^\d+\.\d+/)
  expect(files['metrics.txt']).toMatch(/^counterfoil_/m)
  for (const [name, content] of Object.entries(files))
    if (name !== 'README.txt') expect(content, name).not.toContain('missing')

  const again = await run(canarySettings, ['support-bundle', '--output', output])
  expect([again.code, again.stderr]).toEqual([2, `counterfoil: cannot write ${output}: it exists already\n`])
})

test('database and service down: each file says why, and the rest is there; exit code 0', async () => {
  const { json, files, text } = await bundle({
    DATABASE_URL: `postgres://user:canary-password@${closed}/none`,
    SECRETS_KEY: secretsKey.toString('base64'),
    METRICS_TOKEN: 'canary-token',
    PORT: new URL(`http://${closed}`).port,
  })
  expect(json('errors.json').missing).toMatch(/^DATABASE_URL cannot be reached \(ECONNREFUSED/)
  expect(json('health.json')['this machine']['/readyz'].failure).toContain('ECONNREFUSED')
  expect(files['metrics.txt']).toMatch(/^# The service on this machine cannot be reached: /)
  expect(json('versions.json').counterfoil).toBe('1.0.0')
  expect(text).not.toMatch(/canary/i)
})

test('a setting that cannot be read: named without its value, with versions and settings', async () => {
  const { json, names } = await bundle({ PORT: 'canary-in-the-wrong-place' })
  expect(names).toEqual(['README.txt', 'settings.json', 'versions.json'])
  expect(json('settings.json').wrong).toBe('PORT')
})

test('a password with reserved characters is neither shown as a host nor left in a text', () => {
  const show = (value: string) => describeSettings(['SMTP_URL'], new Map([['SMTP_URL', value]]))[0]?.shown
  expect(show('smtp://user:12/34@mail.example')).toBe(undefined)
  expect(show('smtp://us/er@mail.example')).toBe(undefined)
  expect(show('smtp://user@mail.example:25')).toBe('smtp://mail.example')
  const secrets = secretsIn(
    new Map([
      ['DATABASE_URL', 'postgres://u:p%20ss/w@rd@one:1,two:2/db?options=opaque'],
      ['CELL_URLS', 'home=postgres://u:first-word@one/db east=postgres://u:second-word@two/db'],
    ]),
  )
  expect(redact('"p%20ss/w@rd" "p ss/w@rd" opaque', secrets)).toBe('"<secret>" "<secret>" <secret>')
  expect(redact('first-word second-word', secrets)).toBe('<secret> <secret>')
})

test.each([
  ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED <address>:5432'],
  ['to 2001:db8::1 and fe80::1:2, not ::1', 'to <address> and <address>, not ::1'],
  [
    'at 2026-11-18T02:02:27.498Z, 18.4, 7.5.0-3, 127.0.0.1:80',
    'at 2026-11-18T02:02:27.498Z, 18.4, 7.5.0-3, 127.0.0.1:80',
  ],
  ['aina.b+c@kopi.example at http://a:b@host/x', '<e-mail> at http://host/x'],
])('redacts %j', (text, expected) => {
  expect(redact(text, [])).toBe(expected)
})
