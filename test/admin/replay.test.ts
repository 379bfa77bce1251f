import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queueReplays } from '../../src/domain/webhooks/replay.ts'
import { isRaceLost } from '../../src/platform/database/failures.ts'
import { startWorker } from '../../src/process/worker.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { openReceiver } from '../support/receiver.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

/** The test clock stands still, so a lease never ends. A long one keeps a slow machine from releasing deliveries. */
const LEASE = { leaseMs: 10 * 60 * 1000 }
const harness = await startDelivering(LEASE, { webhookRetryDelaysSeconds: [5] })
const { clock, db, deps, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

/** As the workers do in each cell. */
const queueAll = async () => {
  for (const cell of await deps.cells.all()) await queueReplays(deps.depsIn(cell))
}

const MINUTE_MS = 60_000
const now = () => clock.now.toISOString()
const start = (partnerId: string, body: object, call = admin) =>
  call('POST', `/admin/partners/${partnerId}/replay`, body)
const progress = async (partnerId: string, call = admin) =>
  (await call('GET', `/admin/partners/${partnerId}/replay`)).body
const countOf = async (partnerId: string, state: string) => {
  const [row] = await db`select count(*) from deliveries where partner_id = ${partnerId} and state = ${state}`
  return row?.count as number
}
const untilDelivered = (partnerId: string, count: number) =>
  eventually(async () => (await countOf(partnerId, 'DELIVERED')) === count, 60_000)
/** Queues replays again and again, as a worker does. */
const untilFinished = (partnerId: string) =>
  eventually(async () => {
    await queueAll()
    const replay = await progress(partnerId)
    return replay.finishedAt !== null && replay
  }, 20_000)
const ownKeyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key)

test('202: 2,500 events, 1,500 of them from before the partner had a URL; a second worker continues when the first stops', async () => {
  const { partner } = await onboardWithReceiver(harness, { webhookUrl: null })
  const since = now()
  const early = await emitEvents(harness, partner.id, 1500)
  clock.advance(1000)
  const receiver = await openReceiver()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  const late = await emitEvents(harness, partner.id, 1000)
  await untilDelivered(partner.id, 1000)
  receiver.received.length = 0
  clock.advance(1000)

  const { status, body } = await start(partner.id, { since, only: 'all' })
  const begun = { partnerId: partner.id, since, until: null, only: 'all', createdAt: now() }
  expect([status, body]).toEqual([
    202,
    { ...begun, total: 2500, delivered: 0, failed: 0, pending: 2500, finishedAt: null, error: null },
  ])
  const stopping = new AbortController()
  const eventNotifier = { ...deps.eventNotifier, notify: () => stopping.abort() }
  await queueReplays({ ...deps, eventNotifier }, stopping.signal)
  const halfway = await eventually(async () => {
    // A delivery that a busy worker releases is due a little later.
    clock.advance(1)
    const replay = await progress(partner.id)
    return replay.delivered === 1000 && replay
  }, 60_000)
  expect(halfway).toEqual({
    ...begun,
    ...{ total: 2500, delivered: 1000, failed: 0, pending: 1500, finishedAt: null, error: null },
  })

  const worker = startWorker((await startNode()).deps)
  const finished = await eventually(async () => {
    // A delivery that a busy worker releases is due a little later.
    clock.advance(1)
    const replay = await progress(partner.id)
    return replay.finishedAt !== null && replay
  }, 60_000)
  await worker.stop()
  expect(finished).toEqual({
    ...begun,
    ...{ total: 2500, delivered: 2500, failed: 0, pending: 0, finishedAt: expect.any(String), error: null },
  })
  const ids = receiver.received.map(({ headers }) => headers['x-event-id'])
  expect(ids.sort()).toEqual([...early, ...late].map(({ id }) => id).sort())
}, 240_000)

test('202: only failed deliveries, and only of the period: since is inclusive, until exclusive', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const failing = async () => {
    receiver.behave = (_request, response) => void response.writeHead(500).end()
    const [event] = await emitEvents(harness, partner.id)
    const failures = await countOf(partner.id, 'FAILED')
    await eventually(async () => {
      const [row] = await db`select attempt, due_at from deliveries where event_id = ${event?.id as string}`
      return (
        (await db`select from delivery_attempts where event_id = ${event?.id as string}`).length > 0 && row
      )
    })
    clock.advance(5000)
    await eventually(async () => (await countOf(partner.id, 'FAILED')) === failures + 1)
    receiver.behave = (_request, response) => void response.end()
    return event
  }
  await failing()
  clock.advance(MINUTE_MS)
  const since = now()
  const wanted = await failing()
  await emitEvents(harness, partner.id)
  await untilDelivered(partner.id, 1)
  clock.advance(MINUTE_MS)
  const until = now()
  await failing()
  receiver.received.length = 0

  const { body } = await start(partner.id, { since, until, only: 'failed' }, await ownKeyOf(partner.id))
  expect([body.total, body.until]).toEqual([1, until])
  expect(await untilFinished(partner.id)).toMatchObject({ total: 1, delivered: 1, failed: 0, pending: 0 })
  expect(receiver.received.map(({ headers }) => headers['x-event-id'])).toEqual([wanted?.id])
  expect(await countOf(partner.id, 'FAILED')).toBe(2)
})

test('200: a delivery that fails again after its whole schedule counts as failed', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const since = now()
  const [event] = await emitEvents(harness, partner.id, 2)
  await untilDelivered(partner.id, 2)
  clock.advance(1000)
  receiver.behave = (_request, response, { headers }) =>
    void response.writeHead(headers['x-event-id'] === event?.id ? 500 : 200).end()
  await start(partner.id, { since, only: 'all' })
  await queueAll()
  const attempts = (count: number) =>
    eventually(async () => {
      const rows = await db`select from delivery_attempts where event_id = ${event?.id as string}`
      return rows.length === count
    })
  await attempts(2)
  await untilDelivered(partner.id, 1)
  await queueAll()
  expect(await progress(partner.id)).toMatchObject({ delivered: 1, failed: 0, pending: 1, finishedAt: null })
  clock.advance(5000)
  await attempts(3)
  expect(await untilFinished(partner.id)).toMatchObject({ total: 2, delivered: 1, failed: 1, pending: 0 })
})

test('202: a second replay during the first; the latest is shown, and has the deliveries of both', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  const since = now()
  await emitEvents(harness, partner.id, 3)
  await eventually(async () => (await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPausedAt)
  clock.advance(1000)
  await start(partner.id, { since, only: 'all' })
  const { body } = await start(partner.id, { since, only: 'all' })
  expect(body.total).toBe(3)
  await queueAll()
  const replays =
    await db`select id, placed, placed_at from replays where partner_id = ${partner.id} order by id`
  expect(replays).toHaveLength(2)
  const held = await db`select distinct replay_id from deliveries where partner_id = ${partner.id}`
  expect(held.map(({ replayId }) => replayId)).toEqual([replays[1]?.id])
  // The first replay runs again from its beginning, as if its worker were slower.
  await db`
    update replays set placed_at = null, finished_at = null, reached_at = null, reached_id = null
    where id = ${replays[0]?.id}`
  await queueAll()
  const after = await db`select distinct replay_id from deliveries where partner_id = ${partner.id}`
  expect(after).toEqual(held)
  expect(await progress(partner.id)).toMatchObject({ total: 3, pending: 3, finishedAt: null })
})

test('202: later events are not part of a replay, and a replay of an empty period finishes at once', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const since = now()
  const later = new Date(clock.now.getTime() + 60 * MINUTE_MS).toISOString()
  expect((await start(partner.id, { since, until: later, only: 'all' })).body.total).toBe(0)
  await emitEvents(harness, partner.id)
  await untilDelivered(partner.id, 1)
  expect(await untilFinished(partner.id)).toMatchObject({ total: 0, delivered: 0, until: later })
  expect(receiver.received).toHaveLength(1)
})

/** Retries, because the dispatcher keeps running and can deadlock with a change of its tables. */
function changeSchema(statements: string): Promise<unknown> {
  return eventually(async () => {
    try {
      await db.unsafe(statements)
      return true
    } catch (error) {
      if (isRaceLost(error)) return false
      throw error
    }
  })
}

/** Replays the `count` events of each of two partners; the database refuses every new delivery of the first. */
async function startTwoReplays(count: number, refusal: { sqlstate: string; message: string }) {
  const [broken, sound] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  const since = now()
  for (const { partner } of [broken, sound]) await emitEvents(harness, partner.id, count)
  for (const { partner } of [broken, sound]) await untilDelivered(partner.id, count)
  clock.advance(1000)
  await changeSchema(`
    create or replace function refuse_replays() returns trigger language plpgsql as
      $$ begin raise exception '${refusal.message}' using errcode = '${refusal.sqlstate}'; end $$;
    create trigger refuse_replays before insert on deliveries
      for each row when (new.partner_id = '${broken.partner.id}') execute function refuse_replays()`)
  for (const { partner } of [broken, sound]) await start(partner.id, { since, only: 'all' })
  return { broken, sound, since }
}

test('200: a replay that cannot continue fails with a reason; the replay of another partner finishes', async () => {
  const { broken, sound, since } = await startTwoReplays(2, {
    sqlstate: '22008',
    message: 'no value of this message may be shown',
  })
  await queueAll()
  expect(await untilFinished(sound.partner.id)).toMatchObject({ total: 2, delivered: 2, error: null })
  const failed = await progress(broken.partner.id)
  expect(failed).toMatchObject({ total: 0, pending: 0, finishedAt: now() })
  expect(failed.error).toBe('The database rejected a value of this replay (22008).')
  // A new replay finishes once the cause is gone.
  await changeSchema('drop trigger refuse_replays on deliveries')
  await start(broken.partner.id, { since, only: 'all' })
  expect(await untilFinished(broken.partner.id)).toMatchObject({ total: 2, delivered: 2, error: null })
})

test('a replay that times out in the database is retried, and delays no other', async () => {
  const { broken: slow, sound } = await startTwoReplays(1, {
    sqlstate: '57014',
    message: 'as after a statement_timeout',
  })
  await expect(queueAll()).rejects.toThrow('as after a statement_timeout')
  await eventually(async () => {
    await queueAll().catch(() => {})
    return (await progress(sound.partner.id)).finishedAt !== null
  })
  expect(await progress(slow.partner.id)).toMatchObject({ pending: 1, finishedAt: null, error: null })
  await changeSchema('drop trigger refuse_replays on deliveries')
  expect(await untilFinished(slow.partner.id)).toMatchObject({ total: 1, delivered: 1, error: null })
})

test('replayed deliveries are bulk, so single events are sent first', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const since = now()
  await emitEvents(harness, partner.id)
  await untilDelivered(partner.id, 1)
  clock.advance(1000)
  await start(partner.id, { since, only: 'all' })
  await untilFinished(partner.id)
  const rows = await db`select is_bulk from deliveries where partner_id = ${partner.id}`
  expect(rows).toEqual([{ isBulk: true }])
})

test('the audit log shows who replayed which period', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const since = now()
  await start(partner.id, { since, only: 'failed' }, await ownKeyOf(partner.id))
  const { body } = await admin('GET', `/admin/audit?target=partner:${partner.id}&action=partner.webhook.`)
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({
    action: 'partner.webhook.replay',
    actor: { name: 'Own' },
    after: { since, until: null, only: 'failed', total: 0 },
  })
})

test('409 no_webhook_url: the partner has no webhook URL', async () => {
  const { partner } = await onboardWithReceiver(harness, { webhookUrl: null })
  const response = await start(partner.id, { since: now(), only: 'all' })
  expect([response.status, response.body]).toEqual([409, { error: 'no_webhook_url' }])
})

test('404 not_found: no replay yet, an unknown partner, another partner’s replay', async () => {
  const [own, other] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  const asOwn = await ownKeyOf(own.partner.id)
  await start(other.partner.id, { since: now(), only: 'all' })
  const input = { since: now(), only: 'all' }
  for (const response of [
    await admin('GET', `/admin/partners/${own.partner.id}/replay`),
    await admin('GET', `/admin/partners/${randomUUID()}/replay`),
    await asOwn('GET', `/admin/partners/${other.partner.id}/replay`),
    await start(randomUUID(), input),
    await start(other.partner.id, input, asOwn),
  ])
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
})

test('403 forbidden: support can see replays, but not start them', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const asSupport = as((await admin('POST', '/admin/keys', { name: 'Desk', role: 'support' })).body.key)
  const response = await start(partner.id, { since: now(), only: 'all' }, asSupport)
  expect([response.status, response.body]).toEqual([403, { error: 'forbidden' }])
  await start(partner.id, { since: now(), only: 'all' })
  expect((await progress(partner.id, asSupport)).total).toBe(0)
})

test.each([
  ['no since', { only: 'all' }],
  ['only is neither failed nor all', { since: '2026-11-01T00:00:00Z', only: 'some' }],
  ['a time that does not exist', { since: '2026-13-01T00:00:00Z', only: 'all' }],
  ['a time that rounds into the year 10000', { since: '9999-12-31T23:59:59.9999999Z', only: 'all' }],
  [
    'an end that rounds into the year 10000',
    { since: '2026-11-01T00:00:00Z', until: '9999-12-31T23:59:59.9999999Z', only: 'all' },
  ],
  ['an unknown field', { since: '2026-11-01T00:00:00Z', only: 'all', speed: 2 }],
])('400 validation_failed: %s', async (_title, body) => {
  const { partner } = await onboardWithReceiver(harness)
  const response = await start(partner.id, body)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})
