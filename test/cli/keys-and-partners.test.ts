import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { insertion } from '../../src/platform/database/sql.ts'
import { createCommandHarness, run } from './command.ts'

const { admin, as, command, db, deps, env } = await createCommandHarness()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = await file('acme.pem', publicKey.export({ type: 'spki', format: 'pem' }) as string)
const jwk = await file('bolt.jwk', JSON.stringify(publicKey.export({ format: 'jwk' })))

const ACME = [
  '--slug',
  'acme-pay',
  '--name',
  'Acme \u001b[31mPay',
  '--display-name',
  'Acme',
  '--jwt-issuer',
  'https://id.acme.example',
]
const LOGO = ['--logo-path', 'https://acme.example/logo.png']

async function audited(action: string) {
  const rows =
    await db`select actor_kind, actor_name, before, after from audit_log where action = ${action} order by id`
  return rows.map(({ actorKind, actorName, ...change }) => ({
    actorKind,
    actorName,
    change: JSON.stringify(change),
  }))
}

test('partner create: from flags and a PEM; the secret is shown once and signs from then on', async () => {
  const created = await command(
    'partner',
    'create',
    ...ACME,
    ...LOGO,
    '--public-key-file',
    pem,
    '--webhook-url',
    'https://api.acme.example/hooks',
    '--frame-ancestor',
    'https://a.example',
    'https://b.example',
    '--max-token-lifetime-seconds',
    '3600',
    '--consumer-requests-per-minute',
    '6000',
    '--json',
  )
  expect([created.code, created.stderr]).toEqual([0, expect.stringMatching(/^$|created a new database/)])
  const { secret, ...partner } = created.json
  expect((await admin('GET', `/admin/partners/${partner.id}`)).body).toMatchObject(partner)
  expect(partner).toMatchObject({
    maxTokenLifetimeSeconds: 3600,
    consumerRequestsPerMinute: 6000,
    frameAncestors: ['https://a.example', 'https://b.example'],
  })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await deps.partners.bySlug('acme-pay'))?.secrets.signing).toBe(secret)
  const entries = await audited('partner.create')
  expect(entries).toEqual([
    { actorKind: 'cli', actorName: 'counterfoil command', change: expect.any(String) },
  ])
  expect(entries[0]?.change).not.toContain(secret)
  const { stdout: shown } = await command('partner', 'show', 'acme-pay')
  expect(shown).not.toContain(secret)
  expect(shown).toMatch(/^publicKey +-----BEGIN PUBLIC KEY-----\n +\S{64}$/m)
})

test('partner update: changes only the named fields, with an audit entry; off removes a limit; a wrong limit is refused', async () => {
  const update = (...flags: string[]) => command('partner', 'update', 'acme-pay', ...flags, '--json')
  const { json } = await update('--integration-requests-per-minute', '600', '--disabled')
  const changed = { integrationRequestsPerMinute: 600, consumerRequestsPerMinute: 6000, disabled: true }
  expect(json).toMatchObject({ ...changed, displayName: 'Acme', version: 2 })
  const off = await update('--consumer-requests-per-minute', 'off', '--no-disabled')
  expect(off.json).toMatchObject({ consumerRequestsPerMinute: null, disabled: false, version: 3 })
  expect(await audited('partner.update')).toHaveLength(2)
  const wrong = await update('--consumer-requests-per-minute', '0')
  expect([wrong.code, wrong.json]).toMatchObject([
    3,
    {
      error: 'validation_failed',
      issues: [{ path: '/consumerRequestsPerMinute', message: 'must be 1 or more' }],
    },
  ])
})

test('partner create: flags override the JSON file; a JWK and an existing secret are accepted; readable output', async () => {
  const own = 's'.repeat(40)
  const from = await file(
    'bolt.json',
    JSON.stringify({
      slug: 'bolt',
      name: 'Bolt',
      displayName: 'Bolt',
      logoPath: 'https://bolt.example/l.png',
      jwtIssuer: 'https://id.bolt.example',
      disabled: false,
    }),
  )
  const created = await command(
    'partner',
    'create',
    '--from',
    from,
    '--public-key-file',
    jwk,
    '--disabled',
    '--secret-file',
    await file('secret', `${own}\n`),
  )
  expect([created.code, created.stderr]).toEqual([0, ''])
  expect(created.stdout).toContain(`secret  ${own}\nStore the secret now: it is not shown again.\n`)
  expect(created.stdout).toMatch(/^disabled +true$/m)
  expect((await deps.partners.bySlug('bolt'))?.secrets.signing).toBe(own)
})

test('exit code 3: an invalid field, a taken slug and a bad key, on one line or as the JSON of the API', async () => {
  const [missing, conflict, badKey] = await Promise.all([
    command('partner', 'create', '--slug', 'Not A Slug', '--json'),
    command('partner', 'create', ...ACME, ...LOGO, '--public-key-file', pem),
    command(
      'partner',
      'create',
      '--slug',
      'crow',
      '--name',
      'c',
      '--display-name',
      'c',
      '--jwt-issuer',
      'https://c.example',
      ...LOGO,
      '--public-key-file',
      await file('bad.pem', 'no key'),
    ),
  ])
  expect([missing.code, missing.json.error, missing.stderr]).toEqual([3, 'validation_failed', ''])
  const paths = missing.json.issues.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/slug', '/name', '/displayName', '/logoPath', '/jwtIssuer']))
  expect([conflict.code, conflict.stdout, conflict.stderr]).toEqual([
    3,
    '',
    'counterfoil: slug_taken: The slug is already in use.\n',
  ])
  expect([badKey.code, badKey.stderr]).toEqual([
    3,
    expect.stringMatching(/^counterfoil: validation_failed: --public-key-file .+\n$/),
  ])
})

test('partner list and show: aligned columns, search, lookup by id or slug, control characters replaced', async () => {
  const [all, some, none] = await Promise.all([
    command('partner', 'list'),
    command('partner', 'list', '--q', 'BOLT', '--json'),
    command('partner', 'show', 'nobody', '--json'),
  ])
  const lines = all.stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^id {36}slug +state +issuer +name$/)
  expect(lines).toHaveLength(3)
  expect(new Set(lines.map((line) => line.search(/slug|bolt|acme-pay/))).size).toBe(1)
  expect(all.stdout).not.toContain('\u001b')
  expect(some.json.items.map(({ slug }: { slug: string }) => slug)).toEqual(['bolt'])
  expect([none.code, none.json]).toEqual([3, { error: 'not_found', details: { partner: 'nobody' } }])
  const { id } = some.json.items[0]
  expect((await command('partner', 'show', id, '--json')).json).toEqual(some.json.items[0])
})

test('partner rotate-secret: creates a second secret, then promotes it; the audit log does not contain it', async () => {
  const early = await command('partner', 'rotate-secret', 'acme-pay', '--promote', '--json')
  expect([early.code, early.json]).toEqual([3, { error: 'no_next_secret' }])
  const rotated = await command('partner', 'rotate-secret', 'acme-pay', '--json')
  const before = (await deps.partners.bySlug('acme-pay'))?.secrets.signing
  expect([rotated.code, rotated.json]).toEqual([0, { secret: expect.stringMatching(/^whsec_/) }])
  expect(before).not.toBe(rotated.json.secret)
  const promoted = await command('partner', 'rotate-secret', 'acme-pay', '--promote')
  expect([promoted.code, promoted.stdout]).toEqual([
    0,
    expect.stringContaining('The old one stays accepted for 24 hours.'),
  ])
  deps.partners.changed(null)
  expect((await deps.partners.bySlug('acme-pay'))?.secrets.signing).toBe(rotated.json.secret)
  const trail = [...(await audited('partner.secret.rotate')), ...(await audited('partner.secret.promote'))]
  expect(trail.map(({ actorKind }) => actorKind)).toEqual(['cli', 'cli'])
  expect(JSON.stringify(trail)).not.toContain(rotated.json.secret)
})

test('key create, list and revoke: the key works at once, is shown only once, and stops working at once', async () => {
  const created = await command(
    'key',
    'create',
    '--name',
    'Partner key',
    '--role',
    'partner',
    '--partner',
    'acme-pay',
    '--expires',
    '2099-01-31',
    '--json',
  )
  expect(created.code).toBe(0)
  const { key, ...row } = created.json
  expect(row.expiresAt).toBe('2099-01-31T00:00:00.000Z')
  expect((await as(key)('GET', '/admin/partners')).body.items).toHaveLength(1)
  const listed = await command('key', 'list', '--json')
  expect(listed.json).toEqual({
    items: [{ ...row, lastUsedAt: expect.any(String), lastUsedAddress: '127.0.0.1' }],
  })
  expect((await command('key', 'list')).stdout).toMatch(
    /command line +2099-01-31T00:00:00.000Z +\S+ 127.0.0.1 /,
  )
  expect(
    (await audited('key.create')).map(({ actorKind, change }) => [actorKind, change.includes(key)]),
  ).toEqual([['cli', false]])
  const revoked = await command('key', 'revoke', row.id)
  expect([revoked.code, revoked.stdout]).toEqual([0, `The key ${row.id} is revoked.\n`])
  expect((await as(key)('GET', '/admin/partners')).status).toBe(401)
  expect((await audited('key.revoke')).map(({ actorKind }) => actorKind)).toEqual(['cli'])
})

test('exit code 3: a key for an unknown merchant, a merchant key without a merchant, an unknown key id', async () => {
  const [unknownMerchant, ownerless, unknownKey] = await Promise.all([
    command('key', 'create', '--name', 'x', '--role', 'merchant', '--merchant', 'no-such', '--json'),
    command('key', 'create', '--name', 'x', '--role', 'merchant', '--json'),
    command('key', 'revoke', 'no-uuid'),
  ])
  expect(unknownMerchant.json).toEqual({
    error: 'validation_failed',
    issues: [{ path: '/merchant', message: 'no-such is not the id or slug of a merchant' }],
  })
  expect(ownerless.json).toMatchObject({ error: 'validation_failed', issues: [{ path: '/role' }] })
  expect([unknownMerchant.code, ownerless.code, unknownKey.code]).toEqual([3, 3, 3])
  expect(unknownKey.stderr).toBe('counterfoil: not_found: key no-uuid\n')
})

test('migrate --dry-run lists what it would apply; migrate on a current schema applies nothing', async () => {
  const [row] =
    await db`delete from schema_migrations where version = (select max(version) from schema_migrations) returning *`
  const planned = await command('migrate', '--dry-run')
  await db`insert into schema_migrations ${insertion(row as never)}`
  expect([planned.code, planned.stdout.split('\n')[0]]).toEqual([0, `would apply ${row?.name}`])
  expect(planned.stdout).toMatch(
    /^The schema is at version \d+, this release needs \d+\. Nothing was changed\.$/m,
  )
  const done = await run(env, ['migrate', '--json'])
  expect([done.code, done.json]).toEqual([0, { applied: [], version: row?.version }])
})
