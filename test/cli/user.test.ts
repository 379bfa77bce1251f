import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { onboardIssuer } from '../support/tokens.ts'
import { createCommandHarness } from './command.ts'

const harness = await createCommandHarness()
const { as, db, command } = harness
const issuer = await onboardIssuer(harness)
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-user-'))
afterAll(() => rm(folder, { recursive: true }))
const { id } = (await as(issuer.mint({ sub: 'u-1042', email: 'mei@mail.example' }))('GET', '/me')).body
const named = ['--partner', issuer.slug, '--external-id', 'u-1042']

test.each([
  ['neither id', ['--partner', issuer.slug], 2, 'give either --external-id or --user-id'],
  ['an unknown partner', ['--partner', 'nobody', '--external-id', 'u-1042'], 3, 'not_found: partner nobody'],
  [
    'an unknown user',
    ['--partner', issuer.slug, '--external-id', 'u-1'],
    3,
    `${issuer.slug} has no user u-1. A user who was erased has no external id: use --user-id`,
  ],
  ['a folder without an archive', [...named, '--archive', tmpdir()], 3, `${tmpdir()} has no archive: choose`],
])('refused: %s', async (_, args, exitCode, message) => {
  const { code, stdout, stderr } = await command('user', 'export', ...args)
  expect([code, stdout, stderr]).toEqual([exitCode, '', expect.stringContaining(message)])
})

test('exported: to stdout, or to a new file that only the owner can read', async () => {
  const printed = await command('user', 'export', ...named)
  expect([printed.code, printed.json.user]).toEqual([
    0,
    expect.objectContaining({ id, email: 'mei@mail.example' }),
  ])
  const output = join(folder, 'u-1042.json')
  expect(await command('user', 'export', ...named, '--output', output)).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(output, 'utf8')).user).toEqual(printed.json.user)
  expect((await stat(output)).mode & 0o777).toBe(0o600)
})

test('erased: asks first; says what stays for how long; the user id finds the user again', async () => {
  await db`select add_partition('redemptions', 'month', '2024-12-01T00:00Z')`
  await db`update stats_progress set days_until = utc_day(now())`
  expect((await command('archive', '--before', '2025-01', '--to', folder)).code).toBe(0)
  const archive = ['--archive', folder]

  const unconfirmed = await command('user', 'erase', ...named, ...archive)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('Add --yes to confirm')])
  expect(await db`select from users where external_user_id = 'u-1042'`).toHaveLength(1)

  // Anonymized before, as by the partner's DELETE. Otherwise the command waits for requests in flight.
  await db`update users set email = null, anonymized_at = now()`
  const { code, stdout } = await command('user', 'erase', ...named, ...archive, '--yes')
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      `Erased user ${id}.`,
      'The user was anonymized before.',
      'Removed the external id.',
      expect.stringContaining('Removed 0 favorites'),
      'Still held for a time: request log 7 days, refused redemptions 30 days, events at most 37 days.',
      '',
    ],
  ])
  expect(await db`select email, external_user_id from users`).toEqual([
    { email: null, externalUserId: `erased-${id}` },
  ])
  expect((await command('user', 'erase', ...named, '--yes')).code).toBe(3)
  const again = await command('user', 'erase', '--partner', issuer.slug, '--user-id', id, ...archive, '--yes')
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining(`User ${id} was erased before: nothing was left to erase.`),
  ])
})
