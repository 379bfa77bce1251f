import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { run, startCommand } from './command.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test('exit code 0: --help lists every command and the exit codes; the help of a command has an example', async () => {
  const { code, stdout, stderr } = await run({}, ['--help'])
  expect([code, stderr]).toEqual([0, ''])
  for (const name of [
    'serve',
    'migrate',
    'check-config',
    'support-bundle',
    'maintenance',
    'key',
    'partner',
    'bulk',
    'merchant',
    'outlet',
    'codes',
    'listen',
    'trigger',
    'audit-ledger',
    'verify-audit',
    'erase-audit',
    'demo',
  ])
    expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  expect(stdout).toContain(
    '0 success, 1 wrong configuration or unexpected error, 2 wrong usage, 3 refused,\n4 finished with some rows or records refused.',
  )
  const helps = [
    ['key', 'create'],
    ['partner', 'create'],
    ['partner', 'rotate-secret'],
    ['outlet', 'import'],
  ]
  for (const words of helps) {
    const help = await run({}, [...words, '--help'])
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining(`$ counterfoil ${words.join(' ')}`)])
  }
})

test.each([
  [['bogus'], "unknown command 'bogus'"],
  [['key', 'creat'], "unknown command 'creat' (Did you mean create?)"],
  [['partner', 'list', '--jsno'], "unknown option '--jsno' (Did you mean --json?)"],
  [
    ['key', 'create', '--name', 'x', '--role', 'boss'],
    'Allowed choices are admin, support, viewer, merchant, partner, partner-support.',
  ],
  [['partner', 'show'], "missing required argument 'id|slug'"],
  [['merchant', 'import', 'no-such-file.csv'], 'cannot read no-such-file.csv: no such file'],
  [['outlet', 'import', 'src'], 'cannot read src: it is a folder'],
])('exit code 2: %j prints one line that says what is wrong, or JSON', async (args, message) => {
  const [plain, json] = await Promise.all([run({}, args), run({}, [...args, '--json'])])
  expect([plain.code, plain.stdout, json.code, json.stderr]).toEqual([2, '', 2, ''])
  expect(plain.stderr).toMatch(/^counterfoil: .+\n$/)
  expect(plain.stderr).toContain(message)
  expect(json.json).toEqual({ error: 'usage', message: expect.stringContaining(message) })
})

test('exit code 2: a group without a command shows the help of the group', async () => {
  const { code, stdout, stderr } = await run({}, ['key'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('Usage: counterfoil key')
})

test('exit code 1: a missing setting, an unreachable database; neither message contains the password', async () => {
  const SECRETS_KEY = randomBytes(32).toString('base64')
  const DATABASE_URL = 'postgres://user:hush@127.0.0.1:1/none'
  const [misconfigured, unreachable] = await Promise.all([
    run({ DATABASE_URL }, ['key', 'list', '--json']),
    run({ DATABASE_URL, SECRETS_KEY }, ['key', 'list']),
  ])
  expect(misconfigured.json).toEqual({
    error: 'configuration',
    message: expect.stringContaining('SECRETS_KEY is missing'),
  })
  expect([misconfigured.code, unreachable.code]).toEqual([1, 1])
  expect(unreachable.stderr).toMatch(/^counterfoil: DATABASE_URL cannot be reached \(ECONNREFUSED.+\n$/)
  expect(misconfigured.stdout + unreachable.stderr).not.toContain('hush')
})

test('bin/counterfoil.mjs runs the command: --version prints the version and the commit', async () => {
  const { done, child } = startCommand({}, ['--version'], 'bin/counterfoil.mjs')
  child.stdin?.end()
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' })
  const commit = stdout ? ` (${stdout.trim()})` : ''
  expect(await done).toMatchObject({ code: 0, stdout: `${version}${commit}\n`, stderr: '' })
})

const older = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return stdout && Number.parseInt(stdout.slice(1), 10) < 26
})

test.skipIf(!older)('bin/counterfoil.mjs started by an older Node runs the command on Node 26', async () => {
  const { done, child } = startCommand({}, ['key', 'creat', '--json'], 'bin/counterfoil.mjs', older)
  child.stdin?.end()
  expect(await done).toMatchObject({ code: 2, json: { error: 'usage' } })
})
