import { expect, test } from 'vitest'
import {
  attemptsOf,
  deliveryOf,
  emitEvents,
  eventually,
  onboardWithReceiver,
  startDelivering,
} from './delivery-scene.ts'

const harness = await startDelivering()
const { db, clock } = harness

test('an event arrives once, in its stored bytes, signed, with the documented headers', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const [one] = await receiver.waitFor(1)
  expect(one?.body).toBe(JSON.stringify(event))
  expect(one?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Counterfoil/1.0.0',
    'x-event-id': event?.id,
    'x-event-type': 'CLAIM_CREATED',
    'x-delivery-attempt': '1',
  })
  expect(one && receiver.isSigned(one, partner.secret, clock.now)).toBe(true)
  await eventually(async () => (await deliveryOf(db, event?.id as string))?.state === 'DELIVERED')
  const [attempt, ...more] = await attemptsOf(db, event?.id as string)
  expect(more).toEqual([])
  expect(attempt).toMatchObject({ number: 1, status: 200, response: 'ok', error: null, nextAttemptAt: null })
})

test('a failure is retried on schedule, and a success ends it', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(500).end('no')
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  await receiver.waitFor(1)
  await eventually(async () => (await attemptsOf(db, id)).length === 1)
  const [first] = await attemptsOf(db, id)
  expect(first).toMatchObject({ status: 500, response: 'no' })
  expect(Date.parse(first?.nextAttemptAt) - clock.now.getTime()).toBe(5000)
  receiver.behave = (_request, response) => void response.end()
  clock.advance(5000)
  const [, second] = await receiver.waitFor(2)
  expect(second?.body).toBe(receiver.received[0]?.body)
  expect(second?.headers['x-delivery-attempt']).toBe('2')
  expect(second && receiver.isSigned(second, partner.secret, clock.now)).toBe(true)
  await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
})

test('2,000 events all arrive, with fewer than 400 database statements', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const before = harness.deps.dispatcher.stats.statements
  const events = await emitEvents(harness, partner.id, 2000)
  await eventually(async () => {
    // A delivery that a busy worker releases is due a little later.
    harness.clock.advance(1)
    const [row] =
      await db`select count(*) from deliveries where partner_id = ${partner.id} and state = 'DELIVERED'`
    return row?.count === 2000
  }, 55_000)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id'])).size).toBe(events.length)
  expect(harness.deps.dispatcher.stats.statements - before).toBeLessThan(0.2 * events.length)
})
