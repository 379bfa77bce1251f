import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCommandHarness } from './command.ts'

const { db, command } = await createCommandHarness()
const folder = await mkdtemp(join(tmpdir(), 'counterfoil-archive-'))
afterAll(() => rm(folder, { recursive: true }))
await db`select add_partition('redemptions', 'month', '2024-12-01T00:00Z')`
await db`update stats_progress set days_until = utc_day(now())`

test.each([
  [['--before', '2025-1'], '--before 2025-1 is not a month: write it like 2025-01'],
  [
    ['--before', new Date().toISOString().slice(0, 7)],
    'is too recent: this month and the 12 before it stay. Use ',
  ],
  [['--before', '2025-01', '--to', '/dev/null/archive'], 'cannot write to /dev/null/archive (ENOTDIR)'],
])('exit code 2: %j', async (args, message) => {
  const { code, stderr } = await command('archive', ...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('exit code 0 and then 3: a month is archived once', async () => {
  const first = await command('archive', '--before', '2025-01', '--to', folder)
  expect(first.code).toBe(0)
  expect(first.stdout).toContain(
    `archived 0 redemptions to ${folder}/redemptions-2024-12.csv.gz\n1 file, each compared`,
  )
  const second = await command('archive', '--before', '2025-01', '--to', folder)
  expect(second).toMatchObject({
    code: 3,
    stderr: 'counterfoil: already archived: every month before 2025-01, last 2024-12\n',
  })
})

test('only the owner can read the files', async () => {
  const modes = (await readdir(folder)).sort().map(async (name) => {
    const { mode } = await stat(join(folder, name))
    return [name, (mode & 0o777).toString(8)]
  })
  expect(await Promise.all(modes)).toEqual([
    ['redemptions-2024-12.csv.gz', '600'],
    ['redemptions-2024-12.json', '600'],
  ])
})

test('exit code 3: another archive is running; one line says so', async () => {
  const refused = await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('counterfoil archive'))`
    return command('archive', '--before', '2025-01', '--to', folder)
  })
  expect(refused).toMatchObject({
    code: 3,
    stdout: '',
    stderr:
      'counterfoil: another archive of this database is running: wait until it ends, then run the command again\n',
  })
})
