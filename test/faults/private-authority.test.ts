import { execFileSync } from 'node:child_process'
import { chmod, chown, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { ConfigError } from '../../src/platform/config-error.ts'
import { connect } from '../../src/platform/database/db.ts'
import { type EmbeddedServer, startEmbedded } from '../../src/platform/embedded/server.ts'
import { connectionError, describeConnectionFailure } from '../../src/process/connection-failure.ts'
import { spawnNode, untilUp } from '../support/process.ts'
import { newSecretsKey } from './empty-database.ts'

const folder = await temporaryFolder('authority')
const file = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
let postgres: EmbeddedServer

/** Writes `<name>.pem` with a new key in `<name>.key`. */
function createCertificate(name: string, ...more: string[]): void {
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    file(`${name}.key`),
  ]
  const subject = ['-days', '30', '-subj', `/CN=${name}`]
  openssl('req', '-x509', ...key, ...subject, ...more, '-out', file(`${name}.pem`))
}

beforeAll(async () => {
  createCertificate('ours')
  createCertificate('another')
  const signer = ['-CA', file('ours.pem'), '-CAkey', file('ours.key')]
  createCertificate('server', ...signer, '-addext', 'subjectAltName=IP:127.0.0.1')
  // PostgreSQL refuses a key that others can read. As root, it runs as another user, who needs the file.
  const plain = await startEmbedded({ directory: file('postgres') })
  await plain.stop()
  const { uid, gid } = await stat(plain.directory)
  await chmod(folder, 0o755)
  await chown(file('server.key'), uid, gid)
  await chmod(file('server.key'), 0o600)
  const ssl = { ssl: 'on', ssl_cert_file: file('server.pem'), ssl_key_file: file('server.key') }
  postgres = await startEmbedded({ directory: file('postgres'), settings: { ...ssl, fsync: 'off' } })
}, 120_000)
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (parameters: string) =>
  spawnNode({
    DATABASE_URL: `${postgres.url}?${parameters}`,
    ...{ SECRETS_KEY: newSecretsKey(), PORT: '0', DATA_DIR: file('data') },
  })

test('sslmode=verify-full with sslrootcert: every session is encrypted', { timeout: 120_000 }, async () => {
  const node = await untilUp(start(`sslmode=verify-full&sslrootcert=${file('ours.pem')}`))
  const db = await connect(postgres.url, { max: 1, name: 'test' })
  // The test's own session, and the one that holds the server, are not encrypted.
  const sessions = await db<{ ssl: boolean }[]>`
    select ssl from pg_stat_ssl join pg_stat_activity using (pid)
    where application_name in ('counterfoil', 'counterfoil sentinel')`
  await db.end()
  node.child.kill('SIGTERM')
  expect(await node.exited).toBe(0)
  expect(sessions.length).toBeGreaterThan(0)
  expect(sessions.every(({ ssl }) => ssl)).toBe(true)
})

const UNTRUSTED =
  "the server's certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): " +
  'set sslrootcert to the certificate of the authority that signed it'

test.each([
  ['sslmode=verify-full', UNTRUSTED],
  ['sslmode=verify-full&sslrootcert=ANOTHER', UNTRUSTED],
  ['sslmode=verify-ca&sslrootcert=ANOTHER', UNTRUSTED],
  ['sslmode=require&sslrootcert=ANOTHER', UNTRUSTED],
  ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert, the certificate of the authority'],
  [
    'sslmode=verify-full&sslrootcert=/missing.pem',
    "a certificate file cannot be read (ENOENT: no such file or directory, open '/missing.pem'): " +
      'check sslrootcert, sslcert and sslkey',
  ],
])('refused with one line: %s', async (parameters, line) => {
  const url = `${postgres.url}?${parameters.replace('ANOTHER', file('another.pem'))}`
  // A ConfigError: waiting for the database would not help.
  expect(await connect(url).catch(connectionError)).toEqual(new ConfigError(`DATABASE_URL: ${line}`))
})

test('refused with one line: a host name that the certificate does not contain', async () => {
  const url = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${file('ours.pem')}`
  expect(await connect(url).catch(describeConnectionFailure)).toBe(
    "DATABASE_URL: the server's certificate is for another host: use a host name that the certificate contains",
  )
})

test('exit code 78 and only that line: a start with another authority', { timeout: 60_000 }, async () => {
  const node = start(`sslmode=verify-full&sslrootcert=${file('another.pem')}`)
  expect(await node.exited).toBe(78)
  expect(node.output().trim()).toBe(`counterfoil: DATABASE_URL: ${UNTRUSTED}`)
})

test('refused with one line: sslmode=require, and a server without TLS', async () => {
  const url = `${inject('serverUrl')}?sslmode=require`
  expect(await connect(url).catch(describeConnectionFailure)).toBe(
    'DATABASE_URL: sslmode requires TLS, and the server has none: turn on ssl in PostgreSQL',
  )
})
