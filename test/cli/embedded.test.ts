import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { listeningAt, spawnNode, until, untilUp } from '../support/process.ts'
import { run, startCommand } from './command.ts'

const root = await temporaryFolder('cli')
afterAll(() => rm(root, { recursive: true, force: true }))

const env = { DATA_DIR: join(root, 'data') }

async function postmasterPid(): Promise<number | null> {
  const file = join(env.DATA_DIR, 'postgres', 'postmaster.pid')
  return readFile(file, 'utf8').then(
    (text) => Number(text.split('\n')[0]),
    () => null,
  )
}

test('an empty DATA_DIR: the database is created without demo data and keys, and nothing is left running', async () => {
  const unplanned = await run(env, ['migrate', '--dry-run'])
  expect([unplanned.code, unplanned.stderr]).toEqual([2, expect.stringContaining('there is no database in')])
  const migrated = await run(env, ['migrate'])
  expect([migrated.code, migrated.stdout]).toEqual([0, expect.stringMatching(/^applied 0001_\w+\n/)])
  expect(migrated.stderr).toBe(`counterfoil: created a new database in ${join(env.DATA_DIR, 'postgres')}\n`)
  const planned = await run(env, ['migrate', '--dry-run'])
  expect([planned.code, planned.stdout]).toEqual([
    0,
    expect.stringMatching(/^No migrations to apply\. .+\n$/),
  ])
  expect(await postmasterPid()).toBe(null)
  const [keys, partners] = await Promise.all([
    run({ ...env, DEMO: 'true' }, ['key', 'list', '--json']),
    run({ ...env, DEMO: 'true' }, ['partner', 'list', '--json']),
  ])
  expect([keys.json, partners.json]).toEqual([{ items: [] }, { items: [] }])
  expect(await postmasterPid()).toBe(null)
})

test('a cell reaches home after each start, although PostgreSQL has another port each time', async () => {
  expect((await run(env, ['cells', 'create', 'east'])).code).toBe(0)
  expect(await run(env, ['audit-ledger'])).toMatchObject({ code: 0, stderr: '' })
})

test('while the service runs, commands use its database and leave it running', async () => {
  const service = spawnNode({ ...env, PORT: '0' }, 'src/cli.ts', ['serve'])
  onTestFinished(async () => {
    service.child.kill('SIGTERM')
    await service.exited
  })
  await untilUp(service)
  const running = await postmasterPid()
  const [created, listed] = await Promise.all([
    run(env, ['key', 'create', '--name', 'Ops', '--role', 'admin', '--json']),
    run(env, ['partner', 'list', '--json']),
  ])
  expect([created.code, listed.code]).toEqual([0, 0])
  const headers = { authorization: `Bearer ${created.json.key}` }
  expect((await fetch(`${listeningAt(service)}/admin/keys`, { headers })).status).toBe(200)
  const bundle = await run(env, [
    'support-bundle',
    '--output',
    join(env.DATA_DIR, 'support.tar.gz'),
    '--json',
  ])
  expect([bundle.code, bundle.json.files.at(-1)]).toEqual([0, expect.stringMatching(/\/postgres\.log$/)])
  expect(await postmasterPid()).toBe(running)
  service.child.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})

test('the next command cleans up after a killed one', async () => {
  const killed = startCommand(env, ['merchant', 'import', '-'])
  killed.child.stdin?.write('name,slug,category\nOne,one,F_AND_B\nTwo,two,')
  await until(() => killed.stdout().includes('added'))
  killed.child.kill('SIGKILL')
  await killed.done
  const next = await run(env, ['merchant', 'import', '-', '--json'], 'name,slug,category\nOne,one,F_AND_B\n')
  expect([next.code, next.json.totals]).toEqual([0, { added: 0, exists: 1, rejected: 0 }])
  expect(await postmasterPid()).toBe(null)
})

test('exit code 3 not_empty: demo data into a database that has merchants', async () => {
  const { code, json } = await run(env, ['demo', '--json'])
  expect([code, json.error]).toEqual([3, 'not_empty'])
})

test('exit code 0: demo loads its data into an empty database', { timeout: 90_000 }, async () => {
  const fresh = { DATA_DIR: join(root, 'demo') }
  const { code, stdout } = await run(fresh, ['demo'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Demo data loaded\./)])
  const { json } = await run(fresh, ['partner', 'list', '--json'])
  expect(json.items).toHaveLength(1)
})

test('exit code 130: Ctrl-C ends a command, the one waiting for it continues, and nothing is left running', async () => {
  const first = startCommand(env, ['outlet', 'import', '-'])
  first.child.stdin?.write('merchant,name,addressLine,city,countryCode\none,x,y,z,MY\n')
  await until(() => first.stdout().includes('added'))
  const second = startCommand(env, ['key', 'list'])
  await until(() => second.stderr() === 'counterfoil: waiting for another command to finish\n')
  first.child.kill('SIGINT')
  expect(await first.done).toMatchObject({
    code: 130,
    stderr:
      'counterfoil: interrupted. Rows added so far are kept; run the same command again to add the rest\n',
  })
  expect((await second.done).code).toBe(0)
  expect(await postmasterPid()).toBe(null)
})
