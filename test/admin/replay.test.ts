import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { placeReplays } from '../../src/webhooks/replay.ts'
import { startWorker } from '../../src/worker.ts'
import { heldToContract } from '../conformity.ts'
import { ADMIN_KEY, type Call } from '../harness.ts'
import { openReceiver } from '../receiver.ts'
import { eventually, hookUp, startDelivering, tell } from '../webhooks/scene.ts'

/** The clock stands still, so no lease would ever end: on a slow machine none may be given up. */
const LEASE = { leaseMs: 10 * 60 * 1000 }
const harness = await startDelivering(LEASE, { webhookRetryDelaysSeconds: [5] })
const { clock, db, deps, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

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
/** As a worker's chore does it, again and again. */
const untilFinished = (partnerId: string) =>
  eventually(async () => {
    await placeReplays(deps)
    const replay = await progress(partnerId)
    return replay.finishedAt !== null && replay
  }, 20_000)
const ownKeyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key)

test('202: 2,500 events, of which most never had a URL to go to; a worker that stops is followed by another', async () => {
  const { partner } = await hookUp(harness, { webhookUrl: null })
  const since = now()
  const early = await tell(harness, partner.id, 1500)
  clock.advance(1000)
  const receiver = await openReceiver()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  const late = await tell(harness, partner.id, 1000)
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
  const doorbell = { ...deps.doorbell, ring: () => stopping.abort() }
  await placeReplays({ ...deps, doorbell }, stopping.signal)
  const halfway = await eventually(async () => {
    // A delivery that a busy worker puts back is due a little later.
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
    // As above.
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

test('202: only what failed, and only within the period: since included, until excluded', async () => {
  const { partner, receiver } = await hookUp(harness)
  const failing = async () => {
    receiver.behave = (_request, response) => void response.writeHead(500).end()
    const [event] = await tell(harness, partner.id)
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
  await tell(harness, partner.id)
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

test('200: what fails again, once more after its whole schedule, is counted as failed', async () => {
  const { partner, receiver } = await hookUp(harness)
  const since = now()
  const [event] = await tell(harness, partner.id, 2)
  await untilDelivered(partner.id, 2)
  clock.advance(1000)
  receiver.behave = (_request, response, { headers }) =>
    void response.writeHead(headers['x-event-id'] === event?.id ? 500 : 200).end()
  await start(partner.id, { since, only: 'all' })
  await placeReplays(deps)
  const attempts = (count: number) =>
    eventually(async () => {
      const rows = await db`select from delivery_attempts where event_id = ${event?.id as string}`
      return rows.length === count
    })
  await attempts(2)
  await untilDelivered(partner.id, 1)
  await placeReplays(deps)
  expect(await progress(partner.id)).toMatchObject({ delivered: 1, failed: 0, pending: 1, finishedAt: null })
  clock.advance(5000)
  await attempts(3)
  expect(await untilFinished(partner.id)).toMatchObject({ total: 2, delivered: 1, failed: 1, pending: 0 })
})

test('202: a second one while the first is under way; the latest is shown, and has what both asked for', async () => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  const since = now()
  await tell(harness, partner.id, 3)
  await eventually(async () => (await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPausedAt)
  clock.advance(1000)
  await start(partner.id, { since, only: 'all' })
  const { body } = await start(partner.id, { since, only: 'all' })
  expect(body.total).toBe(3)
  await placeReplays(deps)
  const replays =
    await db`select id, placed, placed_at from replays where partner_id = ${partner.id} order by id`
  expect(replays).toHaveLength(2)
  const held = await db`select distinct replay_id from deliveries where partner_id = ${partner.id}`
  expect(held.map(({ replayId }) => replayId)).toEqual([replays[1]?.id])
  // The first one again, from its beginning, as if its worker had been the slower one.
  await db`
    update replays set placed_at = null, finished_at = null, reached_at = null, reached_id = null
    where id = ${replays[0]?.id}`
  await placeReplays(deps)
  const after = await db`select distinct replay_id from deliveries where partner_id = ${partner.id}`
  expect(after).toEqual(held)
  expect(await progress(partner.id)).toMatchObject({ total: 3, pending: 3, finishedAt: null })
})

test('202: what happens after the start is not in it, and a period without anything ends at once', async () => {
  const { partner, receiver } = await hookUp(harness)
  const since = now()
  const later = new Date(clock.now.getTime() + 60 * MINUTE_MS).toISOString()
  expect((await start(partner.id, { since, until: later, only: 'all' })).body.total).toBe(0)
  await tell(harness, partner.id)
  await untilDelivered(partner.id, 1)
  expect(await untilFinished(partner.id)).toMatchObject({ total: 0, delivered: 0, until: later })
  expect(receiver.received).toHaveLength(1)
})

/** Replays the `count` events of each of two partners; the database refuses every new delivery of the first. */
async function startTwoReplays(count: number, refusal: { sqlstate: string; message: string }) {
  const [broken, sound] = [await hookUp(harness), await hookUp(harness)]
  const since = now()
  for (const { partner } of [broken, sound]) await tell(harness, partner.id, count)
  for (const { partner } of [broken, sound]) await untilDelivered(partner.id, count)
  clock.advance(1000)
  await db.unsafe(`
    create or replace function refuse_replays() returns trigger language plpgsql as
      $$ begin raise exception '${refusal.message}' using errcode = '${refusal.sqlstate}'; end $$;
    create trigger refuse_replays before insert on deliveries
      for each row when (new.partner_id = '${broken.partner.id}') execute function refuse_replays()`)
  for (const { partner } of [broken, sound]) await start(partner.id, { since, only: 'all' })
  return { broken, sound, since }
}

test('200: a replay that cannot go on has failed, with the reason; the replay of another partner is done', async () => {
  const { broken, sound, since } = await startTwoReplays(2, {
    sqlstate: '22008',
    message: 'no value of this message may be shown',
  })
  await placeReplays(deps)
  expect(await untilFinished(sound.partner.id)).toMatchObject({ total: 2, delivered: 2, error: null })
  const failed = await progress(broken.partner.id)
  expect(failed).toMatchObject({ total: 0, pending: 0, finishedAt: now() })
  expect(failed.error).toBe('The database refused a value of it (22008).')
  // Asked for once more, it is done once the cause is gone.
  await db.unsafe('drop trigger refuse_replays on deliveries')
  await start(broken.partner.id, { since, only: 'all' })
  expect(await untilFinished(broken.partner.id)).toMatchObject({ total: 2, delivered: 2, error: null })
})

test('a replay that waits for the database waits alone, and is taken up again', async () => {
  const { broken: slow, sound } = await startTwoReplays(1, {
    sqlstate: '57014',
    message: 'as after a statement_timeout',
  })
  await expect(placeReplays(deps)).rejects.toThrow('as after a statement_timeout')
  await eventually(async () => {
    await placeReplays(deps).catch(() => {})
    return (await progress(sound.partner.id)).finishedAt !== null
  })
  expect(await progress(slow.partner.id)).toMatchObject({ pending: 1, finishedAt: null, error: null })
  await db.unsafe('drop trigger refuse_replays on deliveries')
  expect(await untilFinished(slow.partner.id)).toMatchObject({ total: 1, delivered: 1, error: null })
})

test('single events go before a replay: it is bulk, whatever it holds', async () => {
  const { partner } = await hookUp(harness)
  const since = now()
  await tell(harness, partner.id)
  await untilDelivered(partner.id, 1)
  clock.advance(1000)
  await start(partner.id, { since, only: 'all' })
  await untilFinished(partner.id)
  const rows = await db`select is_bulk from deliveries where partner_id = ${partner.id}`
  expect(rows).toEqual([{ isBulk: true }])
})

test('the audit log says who asked for which period', async () => {
  const { partner } = await hookUp(harness)
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

test('409 no_webhook_url: there is nowhere to send to', async () => {
  const { partner } = await hookUp(harness, { webhookUrl: null })
  const answer = await start(partner.id, { since: now(), only: 'all' })
  expect([answer.status, answer.body]).toEqual([409, { error: 'no_webhook_url' }])
})

test('404 not_found: no replay yet, an unknown partner, another’s', async () => {
  const [own, other] = [await hookUp(harness), await hookUp(harness)]
  const asOwn = await ownKeyOf(own.partner.id)
  await start(other.partner.id, { since: now(), only: 'all' })
  const asked = { since: now(), only: 'all' }
  for (const answer of [
    await admin('GET', `/admin/partners/${own.partner.id}/replay`),
    await admin('GET', `/admin/partners/${randomUUID()}/replay`),
    await asOwn('GET', `/admin/partners/${other.partner.id}/replay`),
    await start(randomUUID(), asked),
    await start(other.partner.id, asked, asOwn),
  ])
    expect([answer.status, answer.body]).toEqual([404, { error: 'not_found' }])
})

test('403 forbidden: support looks on, but starts none', async () => {
  const { partner } = await hookUp(harness)
  const asSupport = as((await admin('POST', '/admin/keys', { name: 'Desk', role: 'support' })).body.key)
  const answer = await start(partner.id, { since: now(), only: 'all' }, asSupport)
  expect([answer.status, answer.body]).toEqual([403, { error: 'forbidden' }])
  await start(partner.id, { since: now(), only: 'all' })
  expect((await progress(partner.id, asSupport)).total).toBe(0)
})

test.each([
  ['no beginning', { only: 'all' }],
  ['neither failed nor all', { since: '2026-11-01T00:00:00Z', only: 'some' }],
  ['a time that does not exist', { since: '2026-13-01T00:00:00Z', only: 'all' }],
  ['a time that rounds into the year 10000', { since: '9999-12-31T23:59:59.9999999Z', only: 'all' }],
  [
    'an end that rounds into the year 10000',
    { since: '2026-11-01T00:00:00Z', until: '9999-12-31T23:59:59.9999999Z', only: 'all' },
  ],
  ['more than is known', { since: '2026-11-01T00:00:00Z', only: 'all', speed: 2 }],
])('400 validation_failed: %s', async (_title, body) => {
  const { partner } = await hookUp(harness)
  const answer = await start(partner.id, body)
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_failed'])
})
