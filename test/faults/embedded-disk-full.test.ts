import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { connect } from '../../src/platform/database/db.ts'
import { findRunning } from '../../src/platform/embedded/server.ts'
import { freePort, spawnNode, untilUp } from '../support/process.ts'
import { ADMIN_KEY } from './shop.ts'
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts'

const MAX_TRIES = 500
const folder = await temporaryFolder('disk-full')
const disk = whyNoSmallDisk() === null ? mountSmallDisk(join(folder, 'data')) : null
afterAll(async () => {
  disk?.unmount()
  await rm(folder, { recursive: true, force: true })
})
const dataDir = join(folder, 'data')
const port = await freePort()
const env = { DATA_DIR: dataDir, ADMIN_API_KEY: ADMIN_KEY, PORT: String(port) }
const authorization = `Bearer ${ADMIN_KEY}`

/** The status; 0 if there was no response. */
async function createMerchant(slug: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/merchants`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: slug, slug, category: 'F_AND_B' }),
  }).catch(() => null)
  return response?.status ?? 0
}

async function listSlugs(): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/merchants?limit=200`, {
    headers: { authorization },
  })
  const { items } = (await response.json()) as { items: { slug: string }[] }
  return items.map(({ slug }) => slug)
}

/** Makes PostgreSQL need space for a new WAL segment. Without it, PostgreSQL stops. */
async function endLogSegment(): Promise<void> {
  const running = await findRunning(join(dataDir, 'postgres'))
  const db = await connect(running?.url ?? '', { max: 1 })
  await db`select pg_switch_wal()`.catch(() => {})
  await db.end({ timeout: 1 })
}

test.runIf(disk)(
  'disk full under the embedded database: the service stops and says why, so does a start, and nothing acknowledged is lost',
  async () => {
    const node = await untilUp(spawnNode(env))
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const create = async (slug: string) => {
      const status = await createMerchant(slug)
      statuses.add(status)
      if (status === 201) acknowledged.push(slug)
      return status
    }
    for (let n = 0; n < 5; n += 1) expect(await create(`before-${n}`)).toBe(201)
    disk?.fill()
    await endLogSegment()
    for (let n = 0; n < MAX_TRIES && node.child.exitCode === null; n += 1) await create(`full-${n}`)
    expect(await node.exited).toBe(1)
    expect([...statuses].filter((status) => ![0, 201, 503].includes(status))).toEqual([])
    expect(node.output()).toMatch(
      /the disk of \S+ is full\. Nothing is lost; free some space and start again/,
    )

    const refused = spawnNode(env)
    expect(await refused.exited).toBe(1)
    const lines = refused
      .output()
      .split('\n')
      .filter((line) => line.startsWith('counterfoil: '))
    expect(lines).toEqual([
      expect.stringMatching(/the disk of \S+ is full\. Nothing is lost; free some space and start again$/),
    ])

    disk?.free()
    const again = await untilUp(spawnNode(env))
    expect(await listSlugs()).toEqual(expect.arrayContaining(acknowledged))
    expect(await create('after')).toBe(201)
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  },
)
