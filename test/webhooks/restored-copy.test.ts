import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import type { Deps } from '../../src/domain/deps.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { connect } from '../../src/platform/database/db.ts'
import { closePools, openPools } from '../../src/platform/database/open-pools.ts'
import { claimDatabase } from '../../src/process/installation/claim-database.ts'
import { holdIfRestored, placesOf, releaseDeliveries } from '../../src/process/installation/restored-copy.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { startWorker } from '../../src/process/worker.ts'
import { createHarness } from '../support/harness.ts'
import { CLONED, databaseUrl, TEMPLATE } from '../support/postgres.ts'
import { signedCalls } from '../support/signing.ts'
import { emitEvents, onboardWithReceiver } from './delivery-scene.ts'
import { untilFeedIsComplete } from './feed-complete.ts'

const HERE = ['db1:5432/cf', 'db2:5432/cf']
const ELSEWHERE = ['copy:5432/cf']

const harness = await createHarness()
const { admin, clock, db, deps } = harness
await claimDatabase(deps)

const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
const copies: string[] = []
afterAll(async () => {
  for (const name of copies) await root.unsafe(`drop database if exists ${name} with (force)`)
  await root.end()
})

async function copyOf(template: string): Promise<string> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  copies.push(name)
  await root.unsafe(`create database ${name} template ${template} ${CLONED}`)
  return name
}

/** Runs `work` on this database after the steps of a start. */
async function onDatabase<T>(name: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const pools = openPools(await connect(databaseUrl(inject('serverUrl'), name)))
  const opened = openDeps({ ...deps, ...pools })
  try {
    await claimDatabase(opened)
    return await work(opened)
  } finally {
    await opened.close()
    await closePools(pools, 1)
  }
}

test('a restart, another member of the same cluster, a failover: deliveries continue', async () => {
  const name = await copyOf(TEMPLATE)
  await onDatabase(name, async (node) => {
    expect(await holdIfRestored(node, HERE)).toBe(false)
    expect(await holdIfRestored(node, HERE)).toBe(false)
    expect(await holdIfRestored(node, ['db2:5432/cf', 'db3:5432/cf'])).toBe(false)
    expect(await holdIfRestored(node, ['db3:5432/cf'])).toBe(false)
  })
})

test('a copy of the database at the same address: deliveries are held, and again at the next start, until released', async () => {
  const original = await copyOf(TEMPLATE)
  await onDatabase(original, (node) => holdIfRestored(node, HERE))
  const copy = await copyOf(original)
  await onDatabase(copy, async (node) => {
    expect(await holdIfRestored(node, HERE)).toBe(true)
    expect(await holdIfRestored(node, HERE)).toBe(true)
    expect(await releaseDeliveries(node, HERE)).toBe(true)
    expect(await holdIfRestored(node, HERE)).toBe(false)
    // The copy knows only its own addresses.
    expect(await holdIfRestored(node, ELSEWHERE)).toBe(true)
  })
  expect(await onDatabase(original, (node) => holdIfRestored(node, HERE))).toBe(false)
})

test('the same database at another address: held until released, then both addresses are known', async () => {
  const name = await copyOf(TEMPLATE)
  await onDatabase(name, async (node) => {
    await holdIfRestored(node, HERE)
    expect(await holdIfRestored(node, ELSEWHERE)).toBe(true)
    expect(await releaseDeliveries(node, ELSEWHERE)).toBe(true)
    expect(await releaseDeliveries(node, ELSEWHERE)).toBe(false)
    expect(await holdIfRestored(node, HERE)).toBe(false)
    expect(await holdIfRestored(node, ELSEWHERE)).toBe(false)
  })
})

test('the address of a database: its hosts, ports and name, without the password', () => {
  const url = 'postgres://user:hush@db1,db2:6432/cf?target_session_attrs=read-write&pgbouncer=true'
  const config = loadConfig({ DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32).toString('base64') })
  expect(placesOf(config)).toEqual(['db1:5432/cf', 'db2:6432/cf'])
})

test('a worker on a restored copy sends nothing and says so in its metrics; released, it sends everything', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  await holdIfRestored(deps, HERE)
  await holdIfRestored(deps, ELSEWHERE)
  const events = await emitEvents(harness, partner.id, 3)
  const worker = startWorker(deps)
  afterAll(() => worker.stop())
  const held = async () =>
    String((await admin('GET', '/metrics')).body).match(/^counterfoil_delivery_held (\d)/m)?.[1]
  expect(await held()).toBe('1')
  expect(deps.dispatcher.stats.statements).toBe(0)
  expect(receiver.received).toEqual([])
  await releaseDeliveries(deps, ELSEWHERE)
  expect(await held()).toBe('0')
  await receiver.waitFor(3)
  expect(receiver.received.map(({ headers }) => headers['x-event-id']).sort()).toEqual(
    events.map(({ id }) => id).sort(),
  )
})

test('200 cursorLost: the feed continues near an event that was lost in a restore, and no event is missed', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const callsOf = await signedCalls(harness)
  const read = async (after: string) => {
    await untilFeedIsComplete(db)
    const { status, body } = await callsOf(partner)('GET', `/integrations/events?after=${after}`)
    return {
      status,
      ids: body.items?.map(({ id }: { id: string }) => id),
      cursorLost: body.cursorLost,
      error: body.error,
    }
  }
  await db`update installation set restored_at = null`
  const [old] = await emitEvents(harness, partner.id)
  clock.advance(60 * 60 * 1000)
  const [recent, lost] = await emitEvents(harness, partner.id, 2)
  // A restore loses this event, and everything else of its moment.
  await db`delete from events where id = ${lost?.id as string}`
  expect(await read(lost?.id as string)).toMatchObject({ status: 400, error: 'validation_failed' })

  clock.advance(60 * 1000)
  await db`update installation set restored_at = ${new Date(Date.now() + 1000)}`
  expect(await read(lost?.id as string)).toMatchObject({ status: 200, cursorLost: true })
  const [later] = await emitEvents(harness, partner.id)
  const { ids, cursorLost } = await read(lost?.id as string)
  expect([ids.includes(recent?.id), ids.at(-1), cursorLost]).toEqual([true, later?.id, true])
  expect(await read(old?.id as string)).toMatchObject({ ids: [recent?.id, later?.id], cursorLost: undefined })
})
