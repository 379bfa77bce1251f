import { expect, test } from 'vitest'
import type { Behavior } from '../support/receiver.ts'
import {
  attemptsOf,
  deliveryOf,
  emitEvents,
  endpointOf,
  eventually,
  onboardWithReceiver,
  startDelivering,
  waitForClaims,
} from './delivery-scene.ts'
import * as behaviors from './receiver-behaviors.ts'

const harness = await startDelivering()
const { db, clock } = harness

/** Emits an event and waits for the record of its first attempt. */
async function firstAttempt(partnerId: string) {
  const [event] = await emitEvents(harness, partnerId)
  const id = event?.id as string
  const attempt = await eventually(async () => (await attemptsOf(db, id))[0])
  return { id, attempt, delivery: await deliveryOf(db, id) }
}

const untilNext = (at: string) => (Date.parse(at) - clock.now.getTime()) / 1000

test.each([
  ['200', 200, 'thank you'],
  ['204', 204, ''],
  ['299', 299, ''],
])('%s: delivered, and never sent again', async (_name, status, body) => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(status, body)
  const { attempt, delivery } = await firstAttempt(partner.id)
  expect(attempt).toMatchObject({ number: 1, status, response: body, error: null, nextAttemptAt: null })
  expect(attempt?.attemptedAt).toBe(clock.now.toISOString())
  expect(delivery).toMatchObject({ state: 'DELIVERED', lastStatus: status, attempt: 1, failures: 0 })
  clock.advance(30 * 24 * 3600 * 1000)
  await waitForClaims(harness)
  expect(receiver.received.length).toBe(1)
  expect(await endpointOf(db, partner.id)).toMatchObject({
    failures: 0,
    failingSince: null,
    lastStatus: status,
  })
})

const NO_STATUS = { status: null, response: null }
const misbehaviours: [name: string, behave: Behavior, recorded: object][] = [
  ['500', behaviors.respondsWith(500, 'no'), { status: 500, response: 'no', error: null }],
  ['404', behaviors.respondsWith(404, 'who?'), { status: 404, response: 'who?', error: null }],
  ['resets', behaviors.resets, { ...NO_STATUS, error: 'the connection was reset (ECONNRESET)' }],
  [
    'closes in the middle of its response',
    behaviors.closesHalfway,
    {
      ...NO_STATUS,
      error: expect.stringMatching(/^the connection was closed before the response was complete/),
    },
  ],
  [
    'does not speak HTTP',
    behaviors.sendsGibberish,
    { ...NO_STATUS, error: expect.stringMatching(/^not an HTTP response: /) },
  ],
  [
    '429 without Retry-After',
    behaviors.respondsWith(429, 'slow'),
    { status: 429, response: 'slow', error: null },
  ],
  [
    'NUL in its response',
    behaviors.respondsWith(500, 'a\0b'),
    { status: 500, response: 'a\uFFFDb', error: null },
  ],
  [
    'a long response',
    behaviors.respondsWith(500, 'é'.repeat(5000)),
    { status: 500, response: 'é'.repeat(512) },
  ],
]

test.each(misbehaviours)(
  '%s: recorded, sent again after 5 s in the same bytes, and a success ends it',
  async (_name, behave, recorded) => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = behaviors.inTurn(behave, behaviors.respondsWith(200))
    const startedAt = performance.now()
    const { id, attempt, delivery } = await firstAttempt(partner.id)
    const tookMs = performance.now() - startedAt
    expect(attempt).toMatchObject({ number: 1, ...recorded })
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(0)
    expect(attempt?.durationMs).toBeLessThanOrEqual(tookMs)
    expect(untilNext(attempt?.nextAttemptAt)).toBe(5)
    expect(delivery).toMatchObject({
      state: 'PENDING',
      attempt: 1,
      failures: 1,
      dueAt: attempt?.nextAttemptAt,
    })
    expect(await endpointOf(db, partner.id)).toMatchObject({ failures: 1, failingSince: expect.any(String) })
    clock.advance(4999)
    await waitForClaims(harness)
    expect(receiver.received.length).toBe(1)
    clock.advance(1)
    await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect([first, second].map((one) => one?.headers['x-delivery-attempt'])).toEqual(['1', '2'])
    expect(second && receiver.isSigned(second, partner.secret, clock.now)).toBe(true)
    expect(second?.headers['x-signature']).not.toBe(first?.headers['x-signature'])
    expect(await endpointOf(db, partner.id)).toMatchObject({ failures: 0, failingSince: null })
  },
)

test('a 200 with a body of 100 MB: 16 KiB are read, the connection is dropped, memory stays flat, and it is delivered', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const flood = behaviors.floods()
  receiver.behave = flood.behave
  const before = process.memoryUsage().arrayBuffers
  const { attempt, delivery } = await firstAttempt(partner.id)
  expect(attempt).toMatchObject({ status: 200, response: 'x'.repeat(1024), error: null })
  expect(delivery?.state).toBe('DELIVERED')
  await eventually(async () => flood.isOver)
  // The socket buffers of both sides hold this much.
  expect(flood.sent).toBeLessThan(20_000_000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
})

test('a redirect, to a private or any other address: a failure, and not followed', async () => {
  const { receiver: elsewhere } = await onboardWithReceiver(harness)
  for (const location of ['http://169.254.169.254/latest/meta-data/', elsewhere.url]) {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = behaviors.respondsWith(307, '', { location })
    const { attempt, delivery } = await firstAttempt(partner.id)
    expect(attempt).toMatchObject({ status: 307, error: null })
    expect(delivery?.state).toBe('PENDING')
  }
  expect(elsewhere.received).toEqual([])
})

test('TLS with a self-signed certificate: nothing is sent', async () => {
  const { url, requests } = await behaviors.openSelfSigned()
  const { partner } = await onboardWithReceiver(harness, { webhookUrl: url })
  const { attempt } = await firstAttempt(partner.id)
  expect(attempt).toMatchObject({
    ...NO_STATUS,
    error: 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  })
  expect(untilNext(attempt?.nextAttemptAt)).toBe(5)
  expect(requests()).toBe(0)
})

test('TLS to a server without TLS: a failure with a reason', async () => {
  const { receiver } = await onboardWithReceiver(harness)
  const { partner } = await onboardWithReceiver(harness, {
    webhookUrl: receiver.url.replace('http:', 'https:'),
  })
  const { attempt } = await firstAttempt(partner.id)
  expect(attempt).toMatchObject({ ...NO_STATUS, error: expect.stringMatching(/\w+/) })
  expect(receiver.received).toEqual([])
})

test('a connection refused, a host name that does not exist: failures with a plain reason', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  await receiver.close()
  const refused = await firstAttempt(partner.id)
  expect(refused.attempt).toMatchObject({ ...NO_STATUS, error: 'the connection was refused (ECONNREFUSED)' })
  const { partner: nameless } = await onboardWithReceiver(harness, {
    webhookUrl: 'http://partner.invalid/hooks',
  })
  const unknown = await firstAttempt(nameless.id)
  expect(unknown.attempt).toMatchObject({
    ...NO_STATUS,
    error: expect.stringMatching(/^the host name (does not exist|could not be resolved)|^no response within/),
  })
})

test.each([
  [429, 'seconds', () => '60'],
  [503, 'seconds', () => '60'],
  [429, 'a date', () => new Date(Math.ceil(clock.now.getTime() / 1000) * 1000 + 60_000).toUTCString()],
  [503, 'a date', () => new Date(Math.ceil(clock.now.getTime() / 1000) * 1000 + 60_000).toUTCString()],
])(
  '%i with Retry-After as %s: nothing is sent to the endpoint until then',
  async (status, _form, retryAfter) => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = behaviors.respondsWith(status, 'later', { 'retry-after': retryAfter() })
    const { id, attempt } = await firstAttempt(partner.id)
    expect(attempt).toMatchObject({ status, response: 'later' })
    const held = await endpointOf(db, partner.id)
    expect(held?.heldUntil).toBe(attempt?.nextAttemptAt)
    expect(untilNext(held?.heldUntil)).toBeGreaterThanOrEqual(60)
    expect(untilNext(held?.heldUntil)).toBeLessThan(61)
    receiver.behave = behaviors.respondsWith(200)
    const others = await emitEvents(harness, partner.id, 5)
    clock.advance(Date.parse(held?.heldUntil) - clock.now.getTime() - 1)
    await waitForClaims(harness)
    expect(receiver.received.length).toBe(1)
    clock.advance(1)
    await receiver.waitFor(7)
    const arrived = receiver.received.slice(1).map(({ headers }) => headers['x-event-id'])
    expect(arrived.toSorted()).toEqual([id, ...others.map((event) => event.id)].toSorted())
  },
)

test('429 while 200 events are due: those not in flight are not sent, and keep their first attempt', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(429, '', { 'retry-after': '60' })
  await emitEvents(harness, partner.id, 200)
  await eventually(async () => (await endpointOf(db, partner.id))?.heldUntil)
  await waitForClaims(harness)
  const sentCount = receiver.received.length
  expect(sentCount).toBeLessThanOrEqual(32)
  const untouched = await eventually(async () => {
    const rows = await db`select from deliveries where partner_id = ${partner.id} and attempt = 0`
    return rows.length === 200 - sentCount && rows.length
  })
  receiver.behave = behaviors.respondsWith(200)
  clock.advance(60_000)
  await receiver.waitFor(200 + sentCount)
  const firsts = receiver.received
    .slice(sentCount)
    .filter(({ headers }) => headers['x-delivery-attempt'] === '1')
  expect(firsts.length).toBe(untouched)
})

test('410: the endpoint is paused and its events are kept; after a resumption all arrive', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(410)
  const { id, attempt, delivery } = await firstAttempt(partner.id)
  expect(attempt).toMatchObject({ status: 410 })
  expect(delivery?.state).toBe('PENDING')
  expect(await endpointOf(db, partner.id)).toMatchObject({
    pausedAt: clock.now.toISOString(),
    pauseReason: 'GONE',
  })
  const [later] = await emitEvents(harness, partner.id)
  clock.advance(20 * 24 * 3600 * 1000)
  await waitForClaims(harness)
  expect(receiver.received.length).toBe(1)
  receiver.behave = behaviors.respondsWith(200)
  await db`update endpoints set paused_at = null, pause_reason = null where partner_id = ${partner.id}`
  const [, ...rest] = await receiver.waitFor(3)
  expect(rest.map(({ headers }) => headers['x-event-id']).toSorted()).toEqual([id, later?.id].toSorted())
})

test('ten failures: the delivery has failed, and its last attempt has no next one', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(500)
  const { id } = await firstAttempt(partner.id)
  for (let number = 2; number <= 10; number += 1) {
    clock.advance(24 * 3600 * 1000)
    await eventually(async () => (await attemptsOf(db, id)).length === number)
    await db`delete from endpoints where partner_id = ${partner.id}`
  }
  expect(await deliveryOf(db, id)).toMatchObject({
    state: 'FAILED',
    attempt: 10,
    failures: 10,
    lastStatus: 500,
  })
  expect((await attemptsOf(db, id)).at(-1)).toMatchObject({ number: 10, nextAttemptAt: null })
  clock.advance(24 * 3600 * 1000)
  await waitForClaims(harness)
  expect(receiver.received.length).toBe(10)
})
