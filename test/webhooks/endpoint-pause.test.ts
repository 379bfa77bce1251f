import { expect, test } from 'vitest'
import type { Behavior } from '../support/receiver.ts'
import {
  deliveryOf,
  emitEvents,
  endpointOf,
  eventually,
  onboardWithReceiver,
  startDelivering,
  waitForClaims,
} from './delivery-scene.ts'
import * as behaviors from './receiver-behaviors.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const harness = await startDelivering({}, { webhookRetryDelaysSeconds: Array(200).fill(3600) })
const { admin, db, clock } = harness

const change = async (partnerId: string, changes: object) => {
  const { status, body } = await admin('PATCH', `/admin/partners/${partnerId}`, changes)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

test.each([
  ['a disabled partner', { disabled: true }, () => ({ disabled: false })],
  ['a partner whose URL was removed', { webhookUrl: null }, (url: string) => ({ webhookUrl: url })],
])(
  '%s: pending deliveries wait, no attempt is counted, and they are sent afterwards',
  async (_who, away, back) => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = behaviors.inTurn(
      ...(Array(5).fill(behaviors.respondsWith(500)) as [Behavior]),
      behaviors.respondsWith(200),
    )
    const events = await emitEvents(harness, partner.id, 5)
    const all = async (expected: object) => {
      const rows = await Promise.all(events.map(({ id }) => deliveryOf(db, id)))
      return rows.every((row) => Object.entries(expected).every(([key, value]) => row?.[key] === value))
    }
    await eventually(() => all({ state: 'PENDING', failures: 1 }))
    await change(partner.id, away)
    clock.advance(HOUR_MS)
    await waitForClaims(harness)
    expect(receiver.received.length).toBe(5)
    expect(await all({ state: 'PENDING', attempt: 1, failures: 1 })).toBe(true)
    await change(partner.id, back(receiver.url))
    await eventually(() => all({ state: 'DELIVERED', attempt: 2, failures: 1 }))
    expect(receiver.received.length).toBe(10)
  },
)

test('disabled while deliveries are claimed: those in flight arrive, the others are not sent', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const gate = Promise.withResolvers<void>()
  receiver.behave = async (_request, response) => {
    await gate.promise
    response.end()
  }
  await emitEvents(harness, partner.id, 40)
  await receiver.waitFor(16)
  await change(partner.id, { disabled: true })
  gate.resolve()
  const unsent = () =>
    db`select from deliveries where partner_id = ${partner.id} and state = 'PENDING' and attempt = 0 and failures = 0`
  await eventually(async () => (await unsent()).length === 24)
  expect(receiver.received.length).toBe(16)
  await change(partner.id, { disabled: false })
  clock.advance(1000)
  await receiver.waitFor(40)
})

test('after a rotation events are signed with the old secret, after the promotion with the new one', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const signedWith = async (secret: string) => {
    await emitEvents(harness, partner.id)
    const received = await receiver.waitFor(receiver.received.length + 1)
    const last = received.at(-1)
    return last !== undefined && receiver.isSigned(last, secret, clock.now)
  }
  const { body } = await admin('POST', `/admin/partners/${partner.id}/secret/rotate`)
  expect(body.secret).not.toBe(partner.secret)
  expect(await signedWith(partner.secret)).toBe(true)
  await admin('POST', `/admin/partners/${partner.id}/secret/promote`)
  expect(await signedWith(body.secret)).toBe(true)
  expect(await signedWith(partner.secret)).toBe(false)
})

/** Emits `count` events and waits until each has failed once. */
async function fail(partnerId: string, count: number) {
  const failuresOf = async () => (await endpointOf(db, partnerId))?.failures ?? 0
  const before = await failuresOf()
  await emitEvents(harness, partnerId, count)
  await eventually(async () => (await failuresOf()) === before + count)
  return endpointOf(db, partnerId)
}

/** Moves the clock, without retries of the events that failed before. */
async function passTime(partnerId: string, ms: number) {
  await db`update deliveries set due_at = ${new Date(clock.now.getTime() + 100 * DAY_MS)} where partner_id = ${partnerId}`
  clock.advance(ms)
}

test('failing for 5 days, 20 failures: paused, and pending deliveries are kept', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(500)
  expect((await fail(partner.id, 19))?.pausedAt).toBeNull()
  await passTime(partner.id, 5 * DAY_MS)
  expect(await fail(partner.id, 1)).toMatchObject({
    pausedAt: clock.now.toISOString(),
    pauseReason: 'EXHAUSTED',
  })
  const [later] = await emitEvents(harness, partner.id)
  await waitForClaims(harness)
  expect(receiver.received.length).toBe(20)
  expect((await deliveryOf(db, later?.id as string))?.state).toBe('PENDING')
  const [row] =
    await db`select count(*) from deliveries where partner_id = ${partner.id} and state = 'PENDING'`
  expect(row?.count).toBe(21)
})

test('not paused: 19 failures in 5 days, or 31 failures in a millisecond less than 5 days', async () => {
  const few = await onboardWithReceiver(harness)
  few.receiver.behave = behaviors.respondsWith(500)
  await fail(few.partner.id, 18)
  await passTime(few.partner.id, 5 * DAY_MS)
  expect(await fail(few.partner.id, 1)).toMatchObject({ failures: 19, pausedAt: null })
  const soon = await onboardWithReceiver(harness)
  soon.receiver.behave = behaviors.respondsWith(500)
  await fail(soon.partner.id, 30)
  await passTime(soon.partner.id, 5 * DAY_MS - 1)
  expect(await fail(soon.partner.id, 1)).toMatchObject({ failures: 31, pausedAt: null })
})

test('a success in between: days and failures count from the next failure', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behaviors.respondsWith(500)
  await fail(partner.id, 30)
  await passTime(partner.id, 4 * DAY_MS)
  receiver.behave = behaviors.respondsWith(200)
  await emitEvents(harness, partner.id)
  await eventually(async () => (await endpointOf(db, partner.id))?.failingSince === null)
  expect(await endpointOf(db, partner.id)).toMatchObject({ failures: 0 })
  receiver.behave = behaviors.respondsWith(500)
  await passTime(partner.id, DAY_MS)
  expect(await fail(partner.id, 30)).toMatchObject({ failingSince: clock.now.toISOString(), pausedAt: null })
  await passTime(partner.id, 4 * DAY_MS)
  expect((await fail(partner.id, 1))?.pausedAt).toBeNull()
})
