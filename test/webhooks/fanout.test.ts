import { randomInt, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Deps } from '../../src/domain/deps.ts'
import { expandFanouts } from '../../src/domain/webhooks/fanout.ts'
import { expandFanout } from '../../src/domain/webhooks/outbox/outbox.ts'
import { connect } from '../../src/platform/database/db.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard, signedCalls } from '../support/signing.ts'
import { eventually } from './delivery-scene.ts'

const harness = await createHarness()
const { admin, clock, db, databaseUrl, deps } = harness
const market = openMarket(admin)
const callsOf = await signedCalls(harness)

/** A new merchant, `count` users who favorite it, and a voucher to publish there. */
async function createFollowed(count: number, changes: object = {}) {
  const partner = await onboard(admin, changes)
  const merchant = await market.shop()
  const users = await follow(partner.id, merchant.id, count)
  const draft = await market.draft(merchant.id)
  const publish = async () => (await admin('POST', `/admin/vouchers/${draft.id}/publish`)).body.eventsEnqueued
  return { partner, merchantId: merchant.id, voucherId: draft.id, users, publish }
}

async function follow(partnerId: string, merchantId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  // On a busy machine, 20,000 rows take longer than the usual deadline of a statement.
  const setup = db.sibling({ max: 1, deadlineMs: 60_000 })
  await setup`
    insert into users (id, partner_id, external_user_id, created_at, updated_at)
    select id, ${partnerId}, id::text, ${clock.now}, ${clock.now} from unnest(${ids}::uuid[]) as id`
  await setup`
    insert into favorites (user_id, merchant_id, created_at)
    select id, ${merchantId}, ${clock.now} from unnest(${ids}::uuid[]) as id`
  await setup.end()
  return ids
}

const recipientsOf = async (voucherId: string): Promise<string[]> => {
  const rows = await db`
    select user_id from events where body::json -> 'data' ->> 'voucherId' = ${voucherId} order by user_id`
  return rows.map(({ userId }) => userId)
}
const fanoutsLeft = async () => (await db`select count(*) from fanouts`)[0]?.count

test('a user who favorites the merchant after the publication gets no event; one who removes the favorite still does', async () => {
  const { partner, merchantId, voucherId, users, publish } = await createFollowed(3)
  expect(await publish()).toBe(3)
  await follow(partner.id, merchantId, 2)
  await db`delete from favorites where merchant_id = ${merchantId} and user_id = ${users[0] as string}`
  await expandFanouts(deps)
  expect(await recipientsOf(voucherId)).toEqual(users.toSorted())
})

test('a user who is anonymized after the publication gets no event', async () => {
  const { partner, voucherId, users, publish } = await createFollowed(3)
  expect(await publish()).toBe(3)
  expect((await callsOf(partner)('DELETE', `/integrations/users/${users[1]}`)).status).toBe(204)
  await expandFanouts(deps)
  expect(await recipientsOf(voucherId)).toEqual([users[0], users[2]].toSorted())
})

test('a partner that is disabled or loses the merchant after the publication still gets the events', async () => {
  const [disabled, narrowed] = [await createFollowed(2), await createFollowed(2)]
  for (const { publish } of [disabled, narrowed]) expect(await publish()).toBe(2)
  const change = (id: string, version: number, body: object) =>
    admin('PATCH', `/admin/partners/${id}`, body, { 'if-match': `"${version}"` })
  const { partner: one } = disabled
  expect((await change(one.id, one.version, { disabled: true })).status).toBe(200)
  const { partner: other } = narrowed
  const scope = { merchantIds: [], categories: [] }
  expect((await change(other.id, other.version, { scope })).status).toBe(200)
  await expandFanouts(deps)
  expect(await recipientsOf(disabled.voucherId)).toEqual(disabled.users.toSorted())
  expect(await recipientsOf(narrowed.voucherId)).toEqual(narrowed.users.toSorted())
})

test('each event has a bulk delivery if the partner has an endpoint, and none otherwise', async () => {
  const withUrl = await createFollowed(3, { webhookUrl: 'https://hooks.example.com/' })
  const withoutUrl = await createFollowed(3)
  for (const { publish } of [withUrl, withoutUrl]) await publish()
  await expandFanouts(deps)
  const deliveries = (partnerId: string) => db`
    select is_bulk, state, body::json ->> 'id' = id::text as has_event_id
    from deliveries join events on events.id = event_id where deliveries.partner_id = ${partnerId}`
  expect(await deliveries(withUrl.partner.id)).toEqual(
    withUrl.users.map(() => ({ isBulk: true, state: 'PENDING', hasEventId: true })),
  )
  expect(await deliveries(withoutUrl.partner.id)).toEqual([])
  expect(await recipientsOf(withoutUrl.voucherId)).toHaveLength(3)
})

test('20,000 users on two nodes at once: one event each, in batches of a thousand, and no batch is left', async () => {
  const { voucherId, users, publish } = await createFollowed(20_000)
  const started = performance.now()
  expect(await publish()).toBe(20_000)
  expect(await fanoutsLeft()).toBe(20)
  const node = await harness.startNode()
  await Promise.all([expandFanouts(deps), expandFanouts(node.deps), expandFanouts(deps)])
  expect(performance.now() - started).toBeLessThan(30_000)
  expect(await recipientsOf(voucherId)).toEqual(users.toSorted())
  expect(await fanoutsLeft()).toBe(0)
})

test('a connection that is lost in the middle of a batch: another worker writes it, one event per user', async () => {
  const { voucherId, users, publish } = await createFollowed(5_000)
  await publish()
  const name = 'a worker that loses its connection'
  const doomed = await connect(databaseUrl, { max: 1, name })
  // Blocks the batch after its events are written and before they are committed.
  const held = await db.reserve()
  await held`begin`
  await held`lock table deliveries in share mode`
  const cut = expandFanout(doomed).catch((error) => error)
  await eventually(async () => {
    const [row] = await db`
      select count(*) from pg_stat_activity where application_name = ${name} and wait_event_type = 'Lock'`
    return row?.count === 1
  })
  expect(await recipientsOf(voucherId)).toEqual([])
  await db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
  expect(await cut).toBeInstanceOf(Error)
  await held`rollback`
  held.release()
  expect(await fanoutsLeft()).toBe(5)
  await expandFanouts(deps)
  expect(await recipientsOf(voucherId)).toEqual(users.toSorted())
  await doomed.end({ timeout: 1 })
})

test('a statement that is canceled again and again: one event per user in the end', async () => {
  const { voucherId, users, publish } = await createFollowed(10_000)
  await publish()
  const name = 'a worker that is canceled'
  const canceled: Pick<Deps, 'db' | 'eventNotifier'> = {
    ...deps,
    db: await connect(databaseUrl, { max: 2, name }),
  }
  let failures = 0
  const work = async () => {
    while ((await fanoutsLeft()) > 0) {
      await expandFanouts(canceled).catch(() => {
        failures += 1
      })
    }
  }
  const cancelStatements = async () => {
    for (let i = 0; i < 20; i += 1) {
      await sleep(randomInt(50))
      await db`
        select pg_cancel_backend(pid) from pg_stat_activity
        where application_name = ${name} and state = 'active' and query like '%fanouts%'`
    }
  }
  await Promise.all([work(), work(), cancelStatements()])
  expect(failures).toBeGreaterThan(0)
  expect(await recipientsOf(voucherId)).toEqual(users.toSorted())
  await canceled.db.end({ timeout: 1 })
})

test('a worker stops between two batches, and the next worker continues', async () => {
  const { voucherId, users, publish } = await createFollowed(5_000)
  await publish()
  const stopping = new AbortController()
  const notify = () => stopping.abort()
  await expandFanouts({ ...deps, eventNotifier: { ...deps.eventNotifier, notify } }, stopping.signal)
  expect(await recipientsOf(voucherId)).toHaveLength(1000)
  expect(await fanoutsLeft()).toBe(4)
  await expandFanouts(deps)
  expect(await recipientsOf(voucherId)).toEqual(users.toSorted())
})
