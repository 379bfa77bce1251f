import { expect, test } from 'vitest'
import { lockPartner } from '../../src/domain/partners/queries.ts'
import { CLI } from '../../src/domain/staff/caller.ts'
import { type Claimed, claimDeliveries, recordAttempts } from '../../src/domain/webhooks/delivery-queries.ts'
import { DEFAULT_DELAYS_SECONDS, judge } from '../../src/domain/webhooks/retry.ts'
import { retryDelivery } from '../../src/domain/webhooks/retrying.ts'
import { transaction } from '../../src/platform/database/db.ts'
import { createHarness } from '../harness.ts'
import { openReceiver } from '../receiver.ts'
import { attemptsOf, deliveryOf, endpointOf, eventually, hookUp, startDelivering, tell } from './scene.ts'

const delivering = await startDelivering({ leaseMs: 10 * 60 * 1000 })
const idle = await createHarness()

/** An event on its way to an endpoint that does not answer yet, and that endpoint's partner moved to another URL. */
async function movedMeanwhile() {
  const { admin } = delivering
  const { partner, receiver: former } = await hookUp(delivering)
  const answer = Promise.withResolvers<[number, Record<string, string>]>()
  former.behave = async (_request, response) => void response.writeHead(...(await answer.promise)).end()
  const [event] = await tell(delivering, partner.id)
  await former.waitFor(1)
  const receiver = await openReceiver()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  return { partner, former, receiver, id: event?.id as string, answer: answer.resolve }
}

test.each<[string, number, Record<string, string>]>([
  ['410', 410, {}],
  ['429 with retry-after', 429, { 'retry-after': '3600' }],
  ['503 with retry-after', 503, { 'retry-after': '3600' }],
  ['500', 500, {}],
])(
  '%s of a former URL: the new one is neither paused nor held, and gets the event at once',
  async (_name, status, headers) => {
    const { db, admin, clock } = delivering
    const { partner, former, receiver, id, answer } = await movedMeanwhile()
    const before = clock.now
    answer([status, headers])
    await receiver.waitFor(1)
    await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
    expect(clock.now).toEqual(before)
    const known = await endpointOf(db, partner.id)
    expect([known?.pausedAt ?? null, known?.heldUntil ?? null, known?.failingSince ?? null]).toEqual([
      null,
      null,
      null,
    ])
    expect((await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPausedAt).toBeNull()
    // Both attempts are on record, and the event goes to the former URL no more.
    expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([
      [1, status],
      [2, 200],
    ])
    expect([former.received.length, receiver.received.length]).toEqual([1, 1])
  },
)

test('200 of a former URL: it is delivered, and what the new one fails at stays on record', async () => {
  const { db } = delivering
  const { partner, receiver, id, answer } = await movedMeanwhile()
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await tell(delivering, partner.id)
  await eventually(async () => (await endpointOf(db, partner.id))?.failures === 1)
  answer([200, {}])
  await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
  expect((await endpointOf(db, partner.id))?.failures).toBe(1)
})

test('410 of a URL that was taken away: nothing is paused when another one is registered', async () => {
  const { admin, db } = delivering
  const { partner, receiver, id, answer } = await movedMeanwhile()
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: null })
  answer([410, {}])
  await eventually(async () => (await attemptsOf(db, id)).length === 1)
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: receiver.url })
  await receiver.waitFor(1)
  expect((await endpointOf(db, partner.id))?.pausedAt ?? null).toBeNull()
})

/** What a worker has claimed that is not heard of yet. */
async function claimed() {
  const { partner, receiver } = await hookUp(idle)
  const [event] = await tell(idle, partner.id, 1, { rings: false })
  const { db, clock } = idle
  const all = await claimDeliveries(db, [], {
    roomForOthers: { singles: 32, bulk: 32 },
    now: clock.now,
    leaseEndsAt: new Date(clock.now.getTime() + 30_000),
  })
  const own = all.find(({ partnerId }) => partnerId === partner.id) as Claimed
  return { partner, receiver, id: event?.id as string, own }
}

const resultOf = (own: Claimed, url: string, status: number) => {
  const { now } = idle.clock
  const answered = { status, retryAfter: null }
  const schedule = { delaysSeconds: DEFAULT_DELAYS_SECONDS, now, chance: 0 }
  const attempt = { url, attemptedAt: now, durationMs: 7, response: 'late', error: null, isCutOff: false }
  return {
    claimed: own,
    attempt: { ...answered, ...attempt },
    verdict: judge(answered, own.failures, schedule),
  }
}

test('410 recorded while the move commits: the new URL is not paused', async () => {
  const { db, clock } = idle
  const { partner, receiver, id, own } = await claimed()
  const mayCommit = Promise.withResolvers<void>()
  const isMoved = Promise.withResolvers<void>()
  const moving = transaction(db, async (tx) => {
    await lockPartner(tx, CLI, partner.id)
    await tx`update partners set webhook_url = 'https://hooks.example.com/new' where id = ${partner.id}`
    isMoved.resolve()
    await mayCommit.promise
  })
  await isMoved.promise
  const recording = recordAttempts(db, [resultOf(own, receiver.url, 410)], clock.now)
  await Promise.race([recording, new Promise((resolve) => setTimeout(resolve, 300))])
  mayCommit.resolve()
  await Promise.all([moving, recording])
  expect((await endpointOf(db, partner.id))?.pausedAt ?? null).toBeNull()
  expect(await deliveryOf(db, id)).toMatchObject({
    state: 'PENDING',
    failures: 0,
    dueAt: clock.now.toISOString(),
  })
})

test.each([500, 410, 200])(
  'a retry by hand while an attempt is in flight: its %d is on record and changes nothing',
  async (status) => {
    const { db, deps, clock } = idle
    const { receiver, id, own } = await claimed()
    clock.advance(1000)
    await retryDelivery(deps, CLI, id)
    await recordAttempts(db, [resultOf(own, receiver.url, status)], clock.now)
    expect(await deliveryOf(db, id)).toMatchObject({
      state: 'PENDING',
      failures: 0,
      dueAt: clock.now.toISOString(),
      deliveredAt: null,
    })
    expect((await attemptsOf(db, id)).map(({ number, status }) => [number, status])).toEqual([[1, status]])
  },
)
