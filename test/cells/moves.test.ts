import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { findConfirmed } from '../../src/domain/counter/confirm-code.ts'
import { exportPerson } from '../../src/domain/personal-data/export-person.ts'
import { findPerson, type Person } from '../../src/domain/personal-data/export-queries.ts'
import { auditAllLedgers } from '../../src/domain/redemptions/ledger/ledger.ts'
import { rollUpStats } from '../../src/domain/stats/roll-up.ts'
import { deleteRows, isHidden } from '../../src/platform/cells/hiding-queries.ts'
import { HOME_TABLES } from '../../src/platform/cells/home-tables.ts'
import { findOpenMove, getMove } from '../../src/platform/cells/move-queries.ts'
import { isMoved, MOVED_TABLES, type MovedRecords } from '../../src/platform/cells/moved-tables.ts'
import type { Db } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { advanceMove, advanceMoves } from '../../src/process/moves/advance-move.ts'
import { fence, findRecords, lockCountedDays } from '../../src/process/moves/source-queries.ts'
import { abortMove, startMove } from '../../src/process/moves/start-move.ts'
import { reconnect } from '../../src/process/moves/target-queries.ts'
import { BatchHolder } from '../races/held-batches.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { eventually } from '../webhooks/delivery-scene.ts'

const batches = new BatchHolder()
const harness = await createHarness({}, { pause: batches.pause })
const { admin, deps, clock } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visit = visitorsOf(harness, issuer)

const merchant = await market.merchant({ name: 'Sparrow & Saucer' })
const outlet = await market.outlet(merchant.id, { pin: '4711' })
const offer = (fields: object) => market.offer(merchant.id, { claimFlow: 'INSTANT', ...fields })
const voucher = await offer({ redemptionCount: 100 })
const capped = await offer({ globalRedemptionCap: 7 })
await createCell(deps, 'east')
await deps.cells.follow()
const home = deps.homeDb
const east = (await deps.cells.named('east')).db
const neighbor = await market.merchant({ name: 'Ninth Bowl' })
const neighborsOutlet = await market.outlet(neighbor.id, { pin: '0815' })
const neighborsVoucher = await market.offer(neighbor.id, { claimFlow: 'INSTANT' })

// An open move keeps a slot, and with it the database.
afterAll(async () => {
  await abortMove(deps)
  await finishMove()
})

const pinOf = (voucherId: string) => ({ voucherId, outletId: outlet.id, pin: '4711' })
const redeem = (name: string, voucherId = voucher.id) =>
  visit(name)('POST', '/me/redemptions', pinOf(voucherId), { 'idempotency-key': name })

async function finishMove(): Promise<void> {
  await eventually(async () => {
    await advanceMoves(deps)
    return (await findOpenMove(home)) === null
  }, 60_000)
}

/** Goes on until `step` is the next one: a step can wait for a lock, and is then tried again. */
async function advanceTo(step: 'SWITCH' | 'CLEAN'): Promise<void> {
  await eventually(async () => {
    await advanceMove(deps)
    return (await findOpenMove(home))?.step === step
  }, 30_000)
}

const copyAll = () => advanceTo('SWITCH')

async function exportOf(externalUserId: string): Promise<{ redemptions: Record<string, unknown>[] }> {
  const person = (await findPerson(home, issuer.id, { externalUserId })) as Person
  const texts: string[] = []
  await exportPerson(deps, person, {
    ...{ archives: [], now: clock.now, signal: new AbortController().signal },
    write: async (text) => void texts.push(text),
  })
  return JSON.parse(texts.join(''))
}

async function cellNow(): Promise<string | null> {
  deps.cells.forget(merchant.id)
  return (await deps.cells.of('merchant', merchant.id)).cell
}

async function countRows(db: Db, records: MovedRecords): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of MOVED_TABLES) {
    const [row] = await db.unsafe<[{ count: number }]>(
      `select count(*)::int as count from public.${table} where ${isMoved(table, records)}`,
    )
    if (row.count > 0) counts[table] = row.count
  }
  return counts
}

test('a merchant moves while customers redeem: no request fails, no cap is passed, and everything comes along', async () => {
  for (let i = 0; i < 5; i += 1) expect((await redeem(`before-${i}`)).status).toBe(201)
  const fan = visit('fan')
  await fan('POST', '/me/favorites', { merchantId: merchant.id })
  const [old] = (await visit('before-0')('GET', '/me/redemptions')).body
  clock.advance(1000)
  const viewStats = async () => (await admin('GET', `/admin/stats?merchantId=${merchant.id}`)).body
  await rollUpStats({ db: home })
  await rollUpStats({ db: east })
  const before = await viewStats()

  await startMove(deps, merchant.id, 'east')
  const statuses: number[] = []
  let isMoving = true
  const queue = async (place: string) => {
    for (let i = 0; isMoving; i += 1) statuses.push((await redeem(`${place}-${i}`)).status)
  }
  const crowd = Array.from({ length: 30 }, async (_, i) => {
    await new Promise((resolve) => setTimeout(resolve, i * 60))
    return (await redeem(`crowd-${i}`, capped.id)).status
  })
  const queues = ['left', 'right'].map(queue)
  await finishMove()
  isMoving = false
  await Promise.all(queues)
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect((await Promise.all(crowd)).filter((status) => status === 201)).toHaveLength(7)

  const cell = await eventually(async () => {
    const { cell } = await deps.cells.of('merchant', merchant.id)
    return cell
  })
  expect(cell).toBe('east')
  const [{ count }] = await east<[{ count: number }]>`
    select count(*)::int as count from redemptions where merchant_id = ${merchant.id}`
  expect(count).toBe(5 + 7 + statuses.length)
  const replay = await redeem('before-1')
  expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect((await fan('GET', '/me/favorites')).body).toHaveLength(1)
  const names = (await visit('any')('GET', '/merchants')).body.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Ninth Bowl', 'Sparrow & Saucer'])
  expect((await admin('POST', `/admin/redemptions/${old.id}/void`, { reason: 'wrong voucher' })).status).toBe(
    200,
  )
  const after = await viewStats()
  expect(after.redemptions).toBe(before.redemptions - 1)
})

test('every table that names a merchant, a voucher or an outlet moves, except for what lasts a minute', async () => {
  const rows = await home<{ name: string }[]>`
    select distinct relname as name
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname in ('merchant_id', 'voucher_id', 'outlet_id') and relname <> all (${HOME_TABLES}::text[])`
  const named = new Set([...rows.map(({ name }) => name), 'merchants', 'statement_rows'])
  expect([...named.difference(new Set(['counter_codes', 'counter_intents']))].toSorted()).toEqual(
    MOVED_TABLES.toSorted(),
  )
})

test('nothing of the merchant and of the move stays in the database that it left', async () => {
  const records = await findRecords(east, merchant.id)
  expect(await countRows(home, records)).toEqual({})
  for (const db of [home, east]) {
    expect(await isHidden(db)).toBe(false)
    const leftovers = await db`
      select tgname from pg_trigger where tgname like 'mov%'
      union all select subname from pg_subscription join pg_database on pg_database.oid = subdbid
        where datname = current_database()
      union all select pubname from pg_publication
      union all select slot_name from pg_replication_slots where database = current_database()
      union all select relname from pg_class where relkind in ('r', 'p') and relreplident = 'f'`
    expect(leftovers).toEqual([])
  }
})

test('back home again, with a key that its user has used at a merchant of both databases', async () => {
  const both = visit('both')
  const atNeighbor = { voucherId: neighborsVoucher.id, outletId: neighborsOutlet.id, pin: '0815' }
  expect((await both('POST', '/me/redemptions', atNeighbor, { 'idempotency-key': 'same' })).status).toBe(201)
  await startMove(deps, neighbor.id, null)
  await finishMove()
  expect(
    (await both('POST', '/me/redemptions', pinOf(voucher.id), { 'idempotency-key': 'same' })).status,
  ).toBe(201)
  await startMove(deps, merchant.id, null)
  await finishMove()
  expect(await home`select from merchant_cells`).toEqual([])
  // One of the two redemptions has the key, so the other request is another one with the same key.
  const again = await both('POST', '/me/redemptions', pinOf(voucher.id), { 'idempotency-key': 'same' })
  expect([again.status, again.body.error]).toEqual([422, 'idempotency_key_reused'])
})

test('a node learns of a switch by a worker whose clock is behind that of the worker before', async () => {
  expect((await redeem('listed')).status).toBe(201)
  const list = () => admin('GET', `/admin/redemptions?merchantId=${merchant.id}&limit=1`)
  const moveTo = async (target: string | null) => {
    await startMove(deps, merchant.id, target)
    await finishMove()
    await eventually(async () => (await list()).body.items.length === 1)
  }
  await moveTo('east')
  clock.advance(-200_000)
  await moveTo(null)
  clock.advance(200_000)
})

test('a redemption that a device has just confirmed is found in the database to which its merchant has moved', async () => {
  expect((await redeem('confirmed')).status).toBe(201)
  const [{ id }] = (await visit('confirmed')('GET', '/me/redemptions')).body
  await startMove(deps, merchant.id, 'east')
  await finishMove()
  expect(await findConfirmed(harness.homeDeps, id)).toMatchObject({ id })
  await startMove(deps, merchant.id, null)
  await finishMove()
})

test('what a transaction has locked stays visible to it at the switch, which waits for its end', async () => {
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  const merchants = await home.begin(async (tx) => {
    await tx`select from merchants where id = ${merchant.id} for update`
    await advanceMove(deps)
    return tx`select from merchants where id = ${merchant.id}`
  })
  expect(merchants).toHaveLength(1)
  await finishMove()
  await startMove(deps, merchant.id, null)
  await finishMove()
})

test('the address of the source is changed only while the target does not reach it', async () => {
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  const find = async () => {
    const [row] = await east<{ address: string; isConnected: boolean }[]>`
      select subconninfo as address, pid is not null as is_connected
      from pg_subscription join pg_stat_subscription on subid = pg_subscription.oid
      join pg_database on pg_database.oid = subdbid
      where relid is null and datname = current_database()`
    return row
  }
  const before = await eventually(async () => {
    const found = await find()
    return found?.isConnected && found
  })
  const other = `${before.address} application_name='another way'`
  await reconnect(east, other)
  expect((await find())?.address).toBe(before.address)
  await east.unsafe('alter subscription counterfoil_move disable')
  await eventually(async () => (await find())?.isConnected === false)
  await reconnect(east, other)
  expect((await find())?.address).toBe(other)
  await abortMove(deps)
  await finishMove()
})

test('a start while a merchant moves applies no migration again', async () => {
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  expect(await migrate(home)).toEqual([])
  expect(await migrate(east)).toEqual([])
  expect(await home`select tablename from pg_tables where schemaname = 'present'`).toEqual([])
  await abortMove(deps)
  await finishMove()
})

test('abort: the copy is deleted, and a request that waited for the end of the move is done', async () => {
  const guest = { voucherId: neighborsVoucher.id, outletId: neighborsOutlet.id, pin: '0815' }
  expect((await visit('guest')('POST', '/me/redemptions', guest)).status).toBe(201)
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  expect(await east`select subsynccommit from pg_subscription where subenabled`).toContainEqual({
    subsynccommit: 'on',
  })
  const records = await findRecords(home, merchant.id)
  await eventually(async () =>
    isDeepStrictEqual(await countRows(east, records), await countRows(home, records)),
  )
  const [rows] = await east<[{ count: number }]>`select count(*)::int as count from redemptions`
  expect(rows.count).toBe(0)
  // The rows come from views, which have system columns, too.
  const [redemption] = (await exportOf('guest')).redemptions
  expect([redemption?.merchantName, redemption?.ctid, redemption?.xmax]).toEqual([
    'Ninth Bowl',
    undefined,
    undefined,
  ])
  const opening = eventually(
    () => market.outlet(merchant.id, { pin: '1234' }).catch(() => false as const),
    30_000,
  )
  await abortMove(deps)
  await finishMove()
  expect((await opening).merchantId).toBe(merchant.id)
  expect(await countRows(east, records)).toEqual({})
  expect((await redeem('after-abort')).status).toBe(201)
})

test('a batch that has waited through the whole move is done where the merchant is now', async () => {
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  const hold = batches.holdNext()
  const late = redeem('late')
  await hold.held
  await finishMove()
  hold.release()
  expect((await late).status).toBe(201)
})

test('a worker that has lost home goes on alone: the next one waits until it has noticed', async () => {
  const from = await cellNow()
  await startMove(deps, merchant.id, from === null ? 'east' : null)
  await copyAll()
  const target = from === null ? east : home
  const [isReached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = target.begin(async (tx) => {
    await lockCountedDays(tx)
    isReached.resolve()
    await release.promise
  })
  await isReached.promise
  const lonely = advanceMove(deps).catch(() => false)
  const [worker] = await eventually(async () => {
    const workers = await home<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objid = 315211421
        and database = (select oid from pg_database where datname = current_database())`
    return workers.length > 0 ? workers : null
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await home`select pg_terminate_backend(${worker?.pid ?? 0}, 2000)`
  expect(await advanceMove(deps)).toBe(false)
  release.resolve()
  await holding
  expect(await lonely).toBe(false)
  expect(await findOpenMove(home)).toMatchObject({ step: 'SWITCH' })
  await finishMove()
  expect(await cellNow()).not.toBe(from)
  expect((await redeem('after-lonely')).status).toBe(201)
})

test('home forgets that an abort has ended: the next worker ends it again, and the merchant stays', async () => {
  const from = await cellNow()
  await startMove(deps, merchant.id, from === null ? 'east' : null)
  await copyAll()
  const aborted = await abortMove(deps)
  await finishMove()
  await home`update moves set finished_at = null where id = ${aborted?.id ?? ''}`
  await finishMove()
  expect((await redeem('after-two-ends')).status).toBe(201)
  expect(await cellNow()).toBe(from)
  for (const db of [home, east]) expect(await isHidden(db)).toBe(false)
})

test('a worker that stopped after the fence: requests wait, the next worker goes on, and it is too late to abort', async () => {
  await startMove(deps, merchant.id, 'east')
  await copyAll()
  const records = await findRecords(home, merchant.id)
  const days = await east.begin(lockCountedDays)
  expect(await fence(home, records, days)).not.toBeNull()
  // On a busy machine, a request can wait for longer than its 5 seconds. Then its client repeats it.
  const repeated = () =>
    eventually(async () => {
      const response = await redeem('after-fence')
      return response.status !== 503 && response
    }, 30_000)
  const waiting = Promise.all([repeated(), repeated()])
  await new Promise((resolve) => setTimeout(resolve, 300))
  const [row] = await home`
    select count(*)::int as count from public.redemptions where user_id = (select id from users where external_user_id = 'after-fence')`
  expect(row).toEqual({ count: 0 })
  await advanceTo('CLEAN')
  expect((await waiting).map(({ status }) => status)).toEqual([201, 201])
  const late = await abortMove(deps)
  await finishMove()
  expect(await getMove(home, late?.id ?? '')).toMatchObject({ step: 'CLEAN', isAborted: false })
  const [attempts] = await home<{ attempts: number }[]>`
    select cardinality(times) as attempts from redemption_attempts join users on users.id = user_id
    where external_user_id = 'after-fence'`
  // One or two for each request, however often it was tried again.
  expect(attempts?.attempts).toBeLessThanOrEqual(4)
})

test('the totals of closed days and months are those of all databases together', async () => {
  const now = clock.now
  clock.now = new Date(now.getTime() - 3 * 24 * 60 * 60 * 1000)
  expect((await redeem('three-days-ago')).status).toBe(201)
  clock.now = now
  const from = await cellNow()
  const [here, there] = from === null ? [home, east] : [east, home]
  await eventually(async () => {
    for (const db of [home, east]) await rollUpStats({ db })
    return (await here`select from daily_stats where merchant_id = ${merchant.id}`).length > 0
  }, 30_000)
  await startMove(deps, merchant.id, from === null ? 'east' : null)
  await finishMove()
  expect((await there`select from daily_stats where merchant_id = ${merchant.id}`).length).toBeGreaterThan(0)
  expect(await auditAllLedgers(deps, now, null)).toEqual([])
  await here`update public.quarter_stats set redemptions = redemptions + 1 where merchant_id is null and partner_id is null`
  expect(await auditAllLedgers(deps, now, null)).toMatchObject([{ rule: 'totals match their merchants' }])
})

test('a worker that wakes up late deletes no rows that are not hidden', async () => {
  const records = await findRecords(east, merchant.id)
  await expect(deleteRows(east, records)).rejects.toThrow('relation "present.merchants" does not exist')
  expect((await redeem('after-late-worker')).status).toBe(201)
})
