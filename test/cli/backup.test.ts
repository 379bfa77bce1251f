import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { listeningAt, type Node, spawnNode, untilUp } from '../support/process.ts'
import { run } from './command.ts'

const ADMIN_KEY = 'an-admin-key-of-the-environment'
const root = await temporaryFolder('backup')
const env = { DATA_DIR: join(root, 'data'), ADMIN_API_KEY: ADMIN_KEY }
const backup = join(root, 'backup')
const written: string[] = []
let service: Node

async function start(dataDir: string): Promise<{ node: Node; url: string }> {
  const node = await untilUp(spawnNode({ ...env, DATA_DIR: dataDir, PORT: '0' }))
  return { node, url: listeningAt(node) }
}

async function stop({ child, exited }: Node): Promise<void> {
  child.kill('SIGTERM')
  await exited
}

// biome-ignore lint/suspicious/noExplicitAny: the contract says what it is
async function call(url: string, method: string, path: string, body?: object): Promise<any> {
  const headers = {
    authorization: `Bearer ${ADMIN_KEY}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** The service writes merchants for as long as the backup runs. */
beforeAll(async () => {
  const { node, url } = await start(env.DATA_DIR)
  service = node
  await mkdir(join(env.DATA_DIR, 'uploads'), { recursive: true })
  await writeFile(join(env.DATA_DIR, 'uploads', 'picture.webp'), 'bytes of a picture')
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n += 1) {
      await call(url, 'POST', '/admin/merchants', {
        name: `Shop ${n}`,
        slug: `shop-${n}`,
        category: 'F_AND_B',
      })
      written.push(`shop-${n}`)
    }
  })()
  const before = written.length
  const done = await run(env, ['backup', backup, '--json'])
  isOver = true
  await writing
  expect([done.code, done.stderr, done.json?.folder]).toEqual([0, '', backup])
  expect(written.length).toBeGreaterThan(before)
}, 120_000)

afterAll(async () => {
  await stop(service)
  await rm(root, { recursive: true, force: true })
})

test('restored: every merchant up to one moment of the backup, the key and the images; webhooks are held', async () => {
  const dataDir = join(root, 'restored')
  const restored = await run({ DATA_DIR: dataDir }, ['restore', backup])
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^The backup of .* is restored to /),
  ])
  expect(restored.stderr).toContain('webhooks are held')
  const { node, url } = await start(dataDir)
  try {
    const { items } = await call(url, 'GET', '/admin/merchants?limit=200')
    const numbers = items.map(({ slug }: { slug: string }) => Number(slug.slice('shop-'.length)))
    const newest = Math.max(...numbers)
    expect(newest).toBeLessThan(written.length)
    const without = new Set(Array.from({ length: numbers.length }, (_, n) => newest - n))
    for (const n of numbers) without.delete(n)
    expect([...without]).toEqual([])
    expect(await readFile(join(dataDir, 'uploads', 'picture.webp'), 'utf8')).toBe('bytes of a picture')
    expect(node.output()).toContain('webhooks are held')
    const released = await run({ ...env, DATA_DIR: dataDir }, ['deliveries', 'release', '--json'])
    expect(released.json).toMatchObject({ released: true })
  } finally {
    await stop(node)
  }
})

test('restore into a DATA_DIR with a database: refused, nothing changed', async () => {
  const before = await readFile(join(env.DATA_DIR, 'postgres.password'), 'utf8')
  const { code, stderr } = await run(env, ['restore', backup])
  expect([code, stderr]).toEqual([
    1,
    `counterfoil: ${join(env.DATA_DIR, 'postgres')} holds a database already: set DATA_DIR to a new folder, or move the old one away. Nothing was changed\n`,
  ])
  expect(await readFile(join(env.DATA_DIR, 'postgres.password'), 'utf8')).toBe(before)
})

test('a damaged backup: refused with the name of the file, nothing restored', async () => {
  const [damaged, dataDir] = [join(root, 'damaged'), join(root, 'from-damaged')]
  await cp(backup, damaged, { recursive: true })
  await appendFile(join(damaged, 'postgres', 'PG_VERSION'), '9')
  const { code, stderr } = await run({ DATA_DIR: dataDir }, ['restore', damaged])
  expect([code, stderr]).toEqual([
    1,
    `counterfoil: ${damaged} is damaged: postgres/PG_VERSION is not what was backed up. Nothing was restored\n`,
  ])
  expect(await readdir(dataDir).catch(() => [])).toEqual([])
})

test('a backup that was interrupted: refused', async () => {
  const interrupted = join(root, 'interrupted')
  await cp(backup, interrupted, { recursive: true })
  await rm(join(interrupted, 'counterfoil-backup.json'))
  const { code, stderr } = await run({ DATA_DIR: join(root, 'from-interrupted') }, ['restore', interrupted])
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not a complete backup')])
})

test('backup into a folder that is not empty: refused', async () => {
  const { code, stderr } = await run(env, ['backup', backup])
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${backup} is not empty: name a new folder`)])
})

test('with DATABASE_URL: refused, with the programs to use instead', async () => {
  const other = { DATABASE_URL: 'postgres://u:p@db.example.com/c', SECRETS_KEY: `${'A'.repeat(43)}=` }
  const { code, stderr } = await run(other, ['backup', join(root, 'other')])
  expect([code, stderr]).toEqual([1, expect.stringContaining('use pg_dump or pg_basebackup')])
})
