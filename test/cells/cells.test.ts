import { expect, test } from 'vitest'
import { SYSTEM } from '../../src/domain/actors/caller.ts'
import { createMerchant } from '../../src/domain/catalog/merchants.ts'
import { joinFeeds } from '../../src/domain/webhooks/joined-feed.ts'
import { deleteExpiredRows } from '../../src/process/expired-rows.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { migrateCells } from '../../src/process/installation/migrate-cells.ts'
import { startWorker } from '../../src/process/worker.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { openReceiver } from '../support/receiver.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { eventually } from '../webhooks/delivery-scene.ts'

const harness = await createHarness({ allowPrivateTargets: true })
const { admin, deps, clock } = harness
const market = openMarket(admin)
const receiver = await openReceiver()
const issuer = await onboardIssuer(harness, { webhookUrl: receiver.url })
const callsOf = await signedCalls(harness)
const visit = visitorsOf(harness, issuer)

/** A merchant with an outlet and vouchers. */
async function openShop(name: string) {
  const merchant = await market.merchant({ name })
  const outlet = await market.outlet(merchant.id, { pin: '4711' })
  const voucher = await market.offer(merchant.id, {
    claimFlow: 'WALLET',
    redemptionCount: 20,
    validUntil: '2099-12-24T14:00:00.000Z',
    title: `At ${name}`,
  })
  return { merchant, outlet, voucher, pin: { voucherId: voucher.id, outletId: outlet.id, pin: '4711' } }
}

const home = await openShop('Ninth Bowl')
await createCell(deps, 'east')
await deps.cells.follow()
const east = await openShop('Sparrow & Saucer')
const shops = [home, east]
const cell = await deps.cells.of('merchant', east.merchant.id)

const redeem = (user: ReturnType<typeof visit>, body: object, key?: string) =>
  user('POST', '/me/redemptions', body, key === undefined ? {} : { 'idempotency-key': key })

test('a new merchant lives in the newest cell, with all that belongs to it', async () => {
  expect(cell.cell).toBe('east')
  const [here] =
    await cell.db`select (select count(*)::int from merchants) as merchants, (select count(*)::int from vouchers) as vouchers`
  expect(here).toEqual({ merchants: 1, vouchers: 1 })
  const [atHome] =
    await deps.db`select cell, slug from merchant_cells where merchant_id = ${east.merchant.id}`
  expect(atHome).toEqual({ cell: 'east', slug: east.merchant.slug })
})

test('a user browses, claims, favors and redeems at merchants of both databases', async () => {
  const user = visit('both')
  const browsed = await eventually(async () => {
    const { body } = await user('GET', '/merchants')
    return body.length === 2 && body
  })
  expect(browsed.map(({ name }: { name: string }) => name)).toEqual(['Ninth Bowl', 'Sparrow & Saucer'])
  for (const { merchant, voucher, pin } of shops) {
    expect((await user('GET', `/vouchers/${voucher.id}`)).status).toBe(200)
    expect((await user('POST', '/me/favorites', { merchantId: merchant.id })).status).toBe(201)
    expect((await user('POST', '/me/claims', { voucherId: voucher.id })).status).toBe(201)
    clock.advance(1000)
    expect((await redeem(user, pin)).status).toBe(201)
    clock.advance(1000)
  }
  const ids = (body: { voucherId: string }[]) => body.map(({ voucherId }) => voucherId)
  expect(ids((await user('GET', '/me/claims')).body)).toEqual([east.voucher.id, home.voucher.id])
  expect(ids((await user('GET', '/me/redemptions')).body)).toEqual([east.voucher.id, home.voucher.id])
  expect((await user('GET', '/me/favorites')).body).toHaveLength(2)
  expect(new Set(ids((await user('GET', '/me/wallet')).body.items))).toEqual(
    new Set([east.voucher.id, home.voucher.id]),
  )
  const merchants = await user('GET', '/merchants')
  expect(merchants.body.map(({ favorited }: { favorited: boolean }) => favorited)).toEqual([true, true])
})

test('the calendar file of a voucher is there without a token, in every cell', async () => {
  for (const { voucher } of shops)
    expect((await harness.as(undefined)('GET', `/calendar/${voucher.id}/voucher.ics`)).status).toBe(200)
})

test('a node asks the databases once where a record is', async () => {
  for (const { voucher } of shops) {
    const { body } = await visit('forgetful')('POST', '/me/claims', { voucherId: voucher.id })
    const { cell, db } = await deps.cells.of('claim', body.id)
    await db`delete from claims where id = ${body.id}`
    expect((await deps.cells.find('claim', body.id))?.cell).toBe(cell)
  }
})

test('pages of a list lead through both databases', async () => {
  const user = visit('both')
  const first = await user('GET', '/me/redemptions?limit=1')
  const next = /<(.*)>/.exec(first.headers.link ?? '')?.[1] ?? ''
  const second = await user('GET', next)
  expect([first.body[0].voucherId, second.body[0].voucherId]).toEqual([east.voucher.id, home.voucher.id])
  expect(second.headers.link).toBeUndefined()
})

test('429 rate_limited: the attempts of a user count over both databases, and a replay costs none', async () => {
  const user = visit('busy')
  for (const { voucher } of shops) await user('POST', '/me/claims', { voucherId: voucher.id })
  expect((await redeem(user, east.pin, 'once')).status).toBe(201)
  const replay = await redeem(user, east.pin, 'once')
  expect([replay.status, replay.headers['idempotency-replayed']]).toEqual([201, 'true'])
  const statuses: number[] = []
  for (const { pin } of [home, east, home, east, home]) statuses.push((await redeem(user, pin)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429])
  const [row] = await deps.db`
    select cardinality(times) as attempts from redemption_attempts join users on users.id = user_id
    where external_user_id = 'busy'`
  expect(row).toEqual({ attempts: 5 })
})

test('409 slug_taken: no two merchants of different databases have one slug', async () => {
  const atHome = { name: 'Copy', slug: east.merchant.slug, category: 'F_AND_B' }
  expect(await createMerchant(deps, SYSTEM, atHome)).toMatchObject({ code: 'slug_taken' })
  const fields = { name: 'Copy', category: 'F_AND_B' }
  const taken = await admin('POST', '/admin/merchants', { ...fields, slug: home.merchant.slug })
  expect([taken.status, taken.body.error]).toEqual([409, 'slug_taken'])
  const unknown = await admin('POST', '/admin/merchants', { ...fields, slug: 'copy', category: 'NO_SUCH' })
  expect(unknown.status).toBe(400)
})

test('a guarded voucher is never over-redeemed in a cell: 40 users at once, a cap of 7', async () => {
  const { id } = await market.offer(east.merchant.id, { claimFlow: 'INSTANT', globalRedemptionCap: 7 })
  const body = { ...east.pin, voucherId: id }
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => (await redeem(visit(`crowd-${i}`), body)).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(7)
})

test('webhooks of both databases arrive once, and the feed has them in one order that stays', async () => {
  const worker = startWorker(deps)
  const written = async () => {
    const counts = await Promise.all(
      (await deps.cells.all()).map(
        ({ db }) => db<[{ count: number }]>`select count(*)::int as count from events`,
      ),
    )
    return counts.reduce((sum, [{ count }]) => sum + count, 0)
  }
  await receiver.waitFor(await written())
  await worker.stop()
  const sent = receiver.received.map(({ headers }) => headers['x-event-id'])
  expect(new Set(sent).size).toBe(sent.length)
  await joinFeeds(deps)
  const call = callsOf(issuer.partner)
  const all = (await call('GET', '/integrations/events?limit=200')).body.items.map(
    ({ id }: { id: string }) => id,
  )
  expect(new Set(all)).toEqual(new Set(sent))
  await redeem(visit('later'), home.pin)
  await joinFeeds(deps)
  await joinFeeds(deps)
  const again = (await call('GET', '/integrations/events?limit=200')).body.items.map(
    ({ id }: { id: string }) => id,
  )
  expect(again.slice(0, all.length)).toEqual(all)
  const middle = Math.floor(all.length / 2)
  const rest = await call('GET', `/integrations/events?limit=200&after=${all[middle]}`)
  expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual(again.slice(middle + 1))
})

test('housekeeping deletes what is old at home and in the cell, and the entries of the feed with their events', async () => {
  const [{ left }] = await deps.db<[{ left: number }]>`select count(*)::int as left from feed_entries`
  expect(left).toBeGreaterThan(0)
  const { keptDays } = deps.config
  const later = new Date(Date.now() + (keptDays.events + 8) * 24 * 60 * 60_000)
  for (const one of await deps.cells.all()) await deleteExpiredRows({ ...deps.depsIn(one), now: () => later })
  const [row] = await deps.db`
    select (select count(*)::int from feed_entries) as entries, (select count(*)::int from redemption_attempts) as attempts`
  expect(row).toEqual({ entries: 0, attempts: 0 })
  const [here] = await cell.db`select count(*)::int as keys from idempotency_keys`
  expect(here).toEqual({ keys: 0 })
})

test('503 unavailable while a cell is down: home goes on, and no list lacks the records of the cell', async () => {
  await harness.admin('GET', '/admin/merchants')
  const [{ name }] = await cell.db<[{ name: string }]>`select current_database() as name`
  await deps.db.unsafe(`alter database ${name} allow_connections false`)
  await deps.db`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  const user = visit('both')
  clock.advance(120_000)
  expect((await redeem(user, east.pin)).status).toBe(503)
  expect((await redeem(user, home.pin)).status).toBe(201)
  expect((await user('GET', '/me/redemptions')).status).toBe(503)
  expect((await user('GET', '/merchants')).body).toHaveLength(2)
  await deps.db.unsafe(`alter database ${name} allow_connections true`)
  expect(
    (
      await eventually(async () => {
        const { status } = await redeem(user, east.pin)
        return status === 201 && { status }
      })
    ).status,
  ).toBe(201)
})

test('after home has moved to another address, the next start links its cells again', async () => {
  await cell.db.unsafe("alter server home options (set port '1')")
  await expect(cell.db`select from partners`).rejects.toThrow('could not connect to server')
  await migrateCells(deps.config, deps.homeDb, deps.log)
  expect(await cell.db`select from partners`).toHaveLength(1)
})
