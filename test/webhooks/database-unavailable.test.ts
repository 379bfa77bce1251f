import { expect, inject, test } from 'vitest'
import { connect } from '../../src/platform/database/db.ts'
import {
  attemptsOf,
  deliveryOf,
  emitEvents,
  eventually,
  LEASE_MS,
  onboardWithReceiver,
  startDelivering,
} from './delivery-scene.ts'

const harness = await startDelivering({ pollMs: 50 })
const { db } = harness
const name = new URL(harness.databaseUrl).pathname.slice(1)

/** Ends all connections and refuses new ones, as during a restart of the database. */
async function withoutDatabase(meanwhile: () => Promise<void>): Promise<void> {
  const root = await connect(inject('serverUrl'), { max: 1, deadlineMs: 60_000 })
  await root.unsafe(`alter database ${name} allow_connections false`)
  await root`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  try {
    await meanwhile()
  } finally {
    await root.unsafe(`alter database ${name} allow_connections true`)
    await root.end()
  }
}

const failedWrites = () => harness.logs.filter((line) => line.includes('attempts not recorded')).length

test('the database is unavailable while attempts are recorded: they are recorded later, and nothing is sent twice', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const release = Promise.withResolvers<void>()
  receiver.behave = async (_request, response) => {
    await release.promise
    response.end('ok')
  }
  const events = await emitEvents(harness, partner.id, 10)
  await receiver.waitFor(10)
  await withoutDatabase(async () => {
    release.resolve()
    await eventually(async () => failedWrites() >= 2)
  })
  for (const { id } of events) {
    await eventually(async () => (await deliveryOf(db, id).catch(() => null))?.state === 'DELIVERED')
    expect(await attemptsOf(db, id)).toMatchObject([{ number: 1, status: 200, response: 'ok' }])
  }
  expect(receiver.received.length).toBe(10)
})

test('the database is unavailable during claims: the dispatcher retries, logs it once, and all events arrive', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const warnings = () => harness.logs.filter((line) => line.includes('deliveries not claimed')).length
  const before = warnings()
  const statements = harness.deps.dispatcher.stats.statements
  await withoutDatabase(() =>
    eventually(async () => harness.deps.dispatcher.stats.statements > statements + 5).then(() => {}),
  )
  const [event] = await eventually(() => emitEvents(harness, partner.id).catch(() => null))
  await receiver.waitFor(1)
  await eventually(async () => (await deliveryOf(db, event?.id as string))?.state === 'DELIVERED')
  expect(warnings() - before).toBeLessThanOrEqual(2)
})

test('a partner cannot be read: its event is sent as soon as it can', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  await db`alter table directory_version rename to directory_version_away`
  harness.deps.partners.changed(partner.id)
  await emitEvents(harness, partner.id)
  await eventually(async () => harness.logs.some((line) => line.includes('partner not read')))
  await db`alter table directory_version_away rename to directory_version`
  await receiver.waitFor(1, LEASE_MS / 3)
})

test('one attempt cannot be recorded: the other attempts of its batch are', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const replies: (() => void)[] = []
  receiver.behave = (_request, response) =>
    void replies.push(() => response.writeHead(replies.length === 5 ? 418 : 200).end())
  await db`alter table delivery_attempts add constraint no_teapot check (status <> 418) not valid`
  const events = await emitEvents(harness, partner.id, 10)
  await receiver.waitFor(10)
  while (replies.length > 0) replies.shift()?.()
  const delivered = async () => {
    const rows = await db`select from deliveries where partner_id = ${partner.id} and state = 'DELIVERED'`
    return rows.length
  }
  await eventually(async () => (await delivered()) === 9)
  await db`alter table delivery_attempts drop constraint no_teapot`
  receiver.behave = (_request, response) => void response.end()
  harness.clock.advance(30_000)
  await eventually(async () => (await delivered()) === events.length)
})
