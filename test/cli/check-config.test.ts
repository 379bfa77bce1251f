import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { describeSkew } from '../../src/cli/checks/check-database.ts'
import type { Finding } from '../../src/cli/checks/finding.ts'
import { CLIENT, openTestIssuer } from '../support/issuer.ts'
import { openMailbox } from '../support/mailbox.ts'
import { freePort } from '../support/process.ts'
import { createCommandHarness, type Env, run } from './command.ts'

const { db, env, server, command } = await createCommandHarness()
const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
const dataDir = await temporaryFolder('check-config')
afterAll(() => rm(dataDir, { recursive: true }))
const closed = `127.0.0.1:${await freePort()}`

/** The findings by part, as `level: message`. */
async function check(settings: Env) {
  const { code, json, stdout, stderr } = await run(settings, ['check-config', '--json'])
  const findings: Finding[] = json.findings
  const found = Object.fromEntries(findings.map(({ part, level, message }) => [part, `${level}: ${message}`]))
  return { code, isUsable: json.isUsable, found, output: stdout + stderr }
}

test('exit code 0: everything works; no mail is sent, and nothing is left in DATA_DIR', async () => {
  const mailbox = await openMailbox()
  const { issuer } = await openTestIssuer('http://127.0.0.1/console/')
  const { code, isUsable, found } = await check({
    ...env,
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    PUBLIC_URL: address.origin,
    TRUSTED_PROXIES: '10.0.0.0/8',
  })
  expect(found).toEqual({
    settings: 'ok: all can be read',
    proxies: 'ok: 10.0.0.0/8 trusted',
    database: expect.stringMatching(/^ok: PostgreSQL \d+\.\d+$/),
    schema: expect.stringMatching(/^ok: version \d+$/),
    'secrets key': 'ok: fits the database',
    clock: 'ok: agrees with the database',
    'data folder': `ok: ${dataDir} can be written to`,
    bucket: 'ok: IMAGES_URL is not set: images are files in DATA_DIR',
    mail: `ok: ${new URL(mailbox.url).host} accepts us`,
    'single sign-on': 'ok: the issuer answers',
    'public URL': `ok: ${address.origin} answers`,
  })
  expect([code, isUsable, mailbox.mails, await readdir(dataDir)]).toEqual([0, true, [], []])
})

test('exit code 1: nothing can be reached; each line says what to fix, and none has a secret', async () => {
  const { code, isUsable, found, output } = await check({
    DATABASE_URL: `postgres://user:hush@${closed}/none`,
    DATABASE_REPLICA_URL: `postgres://user:hush@${closed}/none`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtp://user:hush@${closed}`,
    OIDC_ISSUER: `http://${closed}`,
    OIDC_CLIENT_ID: 'counterfoil',
    OIDC_CLIENT_SECRET: 'hush',
    PUBLIC_URL: `http://user:hush@${closed}`,
    PORT: address.port,
    DATA_DIR: '/dev/null/data',
  })
  expect(found).toMatchObject({
    database: expect.stringMatching(
      /^wrong: DATABASE_URL cannot be reached \(ECONNREFUSED.*: check the addr/,
    ),
    replica: expect.stringMatching(/^wrong: DATABASE_REPLICA_URL cannot be reached \(ECONNREFUSED/),
    'data folder': expect.stringMatching(
      /^wrong: \/dev\/null\/data cannot be written to \(ENOTDIR\): set DATA_D/,
    ),
    mail: expect.stringMatching(/^wrong: \S+ cannot be used \(.*ECONNREFUSED.*\): check SMTP_URL$/),
    'single sign-on': expect.stringMatching(
      /^wrong: .* OIDC_ISSUER \(.*ECONNREFUSED.*\): check the address$/,
    ),
    'public URL': expect.stringMatching(/^wrong: \S+ does not lead to the service that runs here \(/),
  })
  expect([code, isUsable]).toEqual([1, false])
  expect(output).not.toContain('hush')
})

test('a bucket that cannot be reached is wrong; a service that does not run yet is a warning', async () => {
  const { code, found, output } = await check({
    ...env,
    IMAGES_URL: `s3://pictures?endpoint=http://${closed}`,
    AWS_ACCESS_KEY_ID: 'shop',
    AWS_SECRET_ACCESS_KEY: 'hush',
    PUBLIC_URL: `http://${closed}`,
    PORT: new URL(`http://${closed}`).port,
  })
  expect(found).toMatchObject({
    bucket: 'wrong: IMAGES_URL: the image bucket pictures cannot be reached (ECONNREFUSED)',
    'data folder': 'ok: not used',
    'public URL': expect.stringMatching(/^warning: .* no service runs here: start it and check again$/),
  })
  expect(code).toBe(1)
  expect(output).not.toContain('hush')
})

test('exit code 1: a setting that cannot be read, as the only line', async () => {
  const { code, stdout } = await run({ TRUSTED_PROXIES: 'ingress' }, ['check-config'])
  expect([code, stdout.trimEnd().split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^result +part +details$/),
      expect.stringMatching(/^wrong +settings +TRUSTED_PROXIES is not a list of addresses: /),
    ],
  ])
})

test('exit code 0 with warnings: a misspelled setting, a proxy that is not trusted, a database to create', async () => {
  const { code, found } = await check({
    DATA_DIR: `${dataDir}/new`,
    TRUSTED_PROXY: '10.0.0.0/8',
    PUBLIC_URL: `https://${closed}`,
    PORT: new URL(`http://${closed}`).port,
  })
  expect(found).toMatchObject({
    settings: 'warning: TRUSTED_PROXY is not a setting and has no effect: did you mean TRUSTED_PROXIES?',
    proxies: expect.stringMatching(/^warning: PUBLIC_URL is https/),
    database: `ok: embedded in ${dataDir}/new, not running: the service starts it`,
    'data folder': `ok: ${dataDir}/new can be created`,
  })
  expect([code, await readdir(dataDir)]).toEqual([0, []])
})

test('wrong: the key of another database, a read-only database, a schema that is newer or of an earlier build', async () => {
  // Any command records the key in the database.
  await command('key', 'list')
  const [{ name } = { name: '' }] = await db<{ name: string }[]>`select current_database() as name`
  await db`insert into schema_migrations (version, name) values (9999, 'a later release')`
  const newer = await check(env)
  await db`update oldest_release set schema_version = 9999`
  const tooNew = await check(env)
  await db`delete from schema_migrations where version = 9999`
  await db`update schema_migrations set name = '0001_foundation' where version = 1`
  const earlier = await check(env)
  await db`update schema_migrations set name = '0001_baseline' where version = 1`
  const otherKey = await check({ ...env, SECRETS_KEY: randomBytes(32).toString('base64') })
  await db.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  const readOnly = await check(env)
  expect([newer.code, newer.found.schema]).toEqual([
    0,
    expect.stringMatching(/^warning: version 9999, newer than this release \(\d+\), which may still serve$/),
  ])
  expect([tooNew.code, tooNew.found.schema]).toEqual([
    1,
    expect.stringMatching(/^wrong: version 9999.* start a newer release$/),
  ])
  expect([earlier.code, earlier.found.schema]).toEqual([
    1,
    expect.stringMatching(/^wrong: The database was set up by an earlier build/),
  ])
  expect([otherKey.code, otherKey.found['secrets key']]).toEqual([
    1,
    'wrong: SECRETS_KEY is not the key that this database was made with: set it to that key',
  ])
  expect([readOnly.code, readOnly.found.database]).toEqual([
    1,
    expect.stringMatching(/^wrong: PostgreSQL \S+ does not commit: set DATABASE_URL to the primary/),
  ])
})

test.each([
  [900, 'ok'],
  [1100, 'warning'],
  [31_000, 'wrong'],
])('a clock that differs by %i ms: %s', (skewMs, level) => {
  expect(describeSkew(skewMs).level).toBe(level)
})
