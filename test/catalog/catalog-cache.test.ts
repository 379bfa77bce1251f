import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { CatalogCache } from '../../src/domain/catalog/catalog-cache.ts'
import type { Reader, Tx } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { until } from '../support/process.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db, deps } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const here = visitorsOf(harness, issuer)()
const node = await harness.startNode()
const there = visitorsOf({ ...harness, as: node.as }, issuer)()

const nameAt = async (call: typeof here, id: string) => (await call('GET', `/merchants/${id}`)).body.name
const rename = (id: string, name: string) => market.change(`/admin/merchants/${id}`, { name })

/** A change reaches other nodes within the documented second, even without a notification. */
const SOON_MS = 1000
const untilNamed = (call: typeof here, id: string, name: string) =>
  until(async () => (await nameAt(call, id)) === name, SOON_MS)

/** The LISTEN connections of all nodes. */
const listeners = () => db<{ pid: number }[]>`
  select pid from pg_stat_activity where datname = current_database() and application_name like '% sentinel'`

const merchant = await market.shop()
await there('GET', '/merchants')

test('the next request to the same node sees every change of the back office', async () => {
  for (let i = 0; i < 20; i += 1) {
    await rename(merchant.id, `Name ${i}`)
    expect(await nameAt(here, merchant.id)).toBe(`Name ${i}`)
  }
})

test('the next request to the same node sees the last of many concurrent changes', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `At once ${i}`)
  await Promise.all(names.map((name) => rename(merchant.id, name)))
  const { body } = await admin('GET', `/admin/merchants/${merchant.id}`)
  expect(await nameAt(here, merchant.id)).toBe(body.name)
})

test('reads continue during changes, each with the data committed at the time of the request', async () => {
  await rename(merchant.id, '0')
  let written = 0
  let done = false
  const writing = (async () => {
    for (let i = 1; i <= 30; i += 1) {
      await rename(merchant.id, String(i))
      written = i
    }
  })().finally(() => {
    done = true
  })
  const seen: [number, number][] = []
  while (!done) seen.push([written, Number(await nameAt(here, merchant.id))])
  await writing
  expect(seen.filter(([before, read]) => read < before)).toEqual([])
})

test('another node sees a change within a second', async () => {
  for (let i = 0; i < 3; i += 1) {
    await rename(merchant.id, `Elsewhere ${i}`)
    await untilNamed(there, merchant.id, `Elsewhere ${i}`)
  }
})

test('another node sees a change within a second even while its LISTEN connection is down', async () => {
  expect((await listeners()).length).toBeGreaterThan(0)
  for (let i = 0; i < 3; i += 1) {
    for (const { pid } of await listeners()) await db`select pg_terminate_backend(${pid})`
    await rename(merchant.id, `Deaf ${i}`)
    await untilNamed(there, merchant.id, `Deaf ${i}`)
  }
})

test('another node sees a change without a notification, by the version alone', async () => {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update merchants set name = 'Untold' where id = ${merchant.id}`
    await tx`update catalog_version set version = version + 1`
  })
  await Promise.all([here, there].map((call) => untilNamed(call, merchant.id, 'Untold')))
})

test('a deactivated merchant disappears from another node within a second', async () => {
  const { id } = await market.merchant()
  const untilAnswered = (status: number) =>
    until(async () => (await there('GET', `/merchants/${id}`)).status === status, SOON_MS)
  await untilAnswered(200)
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  await untilAnswered(404)
})

test('a snapshot is consistent: a merchant never appears with an older state of its outlets', async () => {
  const seen = new Set<string>()
  const { id } = await market.shop()
  const writing = (async () => {
    for (let i = 0; i < 10; i += 1) {
      await db.begin(async (tx) => {
        await tx`update merchants set name = ${`Pair ${i}`} where id = ${id}`
        await tx`update outlets set name = ${`Pair ${i}`} where merchant_id = ${id}`
      })
      await sleep(10)
    }
  })()
  let done = false
  writing.finally(() => {
    done = true
  })
  while (!done) {
    const { body } = await there('GET', `/merchants/${id}`)
    if (body.name?.startsWith('Pair')) seen.add(`${body.name} = ${body.outlets[0].name}`)
  }
  await writing
  expect([...seen].every((pair) => pair.split(' = ')[0] === pair.split(' = ')[1])).toBe(true)
  expect(seen.size).toBeGreaterThan(0)
})

test('nothing is read again while nothing changes', async () => {
  await rename(merchant.id, 'Settled')
  const snapshot = await deps.catalog.current()
  await sleep(1200)
  expect(await deps.catalog.current()).toBe(snapshot)
  // A moved clock alone makes no difference where no voucher ends.
  clock.advance(1000)
  expect(await deps.catalog.current()).toBe(snapshot)
})

test('an unavailable database: one read waits for it however many are due, and one line is logged', async () => {
  const reads: PromiseWithResolvers<never>[] = []
  const silent = new Proxy(db, {
    apply() {
      const read = Promise.withResolvers<never>()
      reads.push(read)
      return read.promise
    },
    get: (target, name) => (name === 'listen' ? async () => {} : Reflect.get(target, name)),
  })
  const warnings: string[] = []
  const log = Object.assign(Object.create(deps.log), {
    warn: (_: object, line: string) => warnings.push(line),
  })
  const catalog = new CatalogCache({ cells: deps.cells, config: deps.config, db: silent, log, now: deps.now })
  onTestFinished(() => catalog.close())
  await catalog.current()
  await sleep(1600)
  expect(reads).toHaveLength(1)
  reads[0]?.reject(new Error('gone'))
  await until(() => warnings.length > 0)
  expect(warnings).toHaveLength(1)
})

afterEach(() => {
  expect(harness.logs.filter((line) => line.includes('"level":50'))).toEqual([])
})

const version = async (sql: Reader = db) =>
  (await sql<[{ version: number }]>`select version from catalog_version`)[0].version

test('a write to any table of the catalog changes the version, whatever made the write', async () => {
  const shop = await market.shop()
  await market.offer(shop.id)
  const writes = {
    merchants: db`update merchants set name = 'Moved' where id = ${shop.id}`,
    outlets: db`update outlets set name = 'Moved' where merchant_id = ${shop.id}`,
    vouchers: db`update vouchers set image_path = image_path where merchant_id = ${shop.id}`,
    categories: db`update categories set name = name`,
    sub_categories: db`
      insert into sub_categories (id, category, name, position)
      select uuid_v7(), category, 'Moved', 99 from merchants where id = ${shop.id}`,
    merchant_sub_categories: db`
      insert into merchant_sub_categories (merchant_id, sub_category_id, category)
      select ${shop.id}, id, category from sub_categories where name = 'Moved'`,
  }
  for (const [table, write] of Object.entries(writes)) {
    const before = await version()
    expect((await write).count, `${table}: written`).toBeGreaterThan(0)
    expect(await version(), table).toBeGreaterThan(before)
  }
})

const renameAll = (tx: Reader) => tx`update merchants set name = name || '.'`
const undone = async () => {
  throw new Error('undone')
}

test('the version changes once, at the commit', async () => {
  const before = await version()
  await db.begin(async (tx) => {
    await renameAll(tx)
    expect(await version(tx)).toBe(before)
    await tx`set constraints all immediate`
    const moved = await version(tx)
    expect(moved).toBeGreaterThan(before)
    await renameAll(tx)
    await tx`update outlets set name = name || '!'`
    expect(await version(tx)).toBe(moved)
    expect(await version()).toBe(before)
  })
  expect(await version()).toBeGreaterThan(before)
})

test('the version changes for committed writes, not for rolled back savepoints', async () => {
  const before = await version()
  await db.begin((tx) => renameAll(tx).then(undone)).catch(() => {})
  expect(await version()).toBe(before)
  await db.begin(async (tx) => {
    await renameAll(tx)
    await tx.savepoint((inner) => inner`set constraints all immediate`.then(undone)).catch(() => {})
    expect(await version(tx)).toBe(before)
  })
  expect(await version()).toBeGreaterThan(before)
})

test('the version only grows, even if the clock of the database goes back', async () => {
  const ahead = (await version()) + 3_600_000_000
  await db`update catalog_version set version = ${ahead}`
  await renameAll(db)
  expect(await version()).toBe(ahead + 1)
})

test('a writer locks the version last: other writers find all other rows free', async () => {
  const [one, two] = [await market.shop(), await market.shop()]
  const rename = (tx: Tx, id: string) => tx`update merchants set name = name || '.' where id = ${id}`
  const holdsOne = Promise.withResolvers<void>()
  const wroteTwo = Promise.withResolvers<void>()
  const longer = db.begin(async (tx) => {
    await rename(tx, one.id)
    holdsOne.resolve()
    await wroteTwo.promise
    await rename(tx, two.id)
  })
  await holdsOne.promise
  await db.begin((tx) => rename(tx, two.id))
  wroteTwo.resolve()
  await longer
})
