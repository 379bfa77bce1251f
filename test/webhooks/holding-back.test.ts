import { expect, test } from 'vitest'
import type { Behaviour } from '../receiver.ts'
import * as hostile from './hostile.ts'
import { deliveryOf, endpointOf, eventually, hookUp, looks, startDelivering, tell } from './scene.ts'

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
  ['a partner whose URL was taken away', { webhookUrl: null }, (url: string) => ({ webhookUrl: url })],
])('%s: what is pending waits, no attempt counted, and goes out afterwards', async (_who, away, back) => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = hostile.inTurn(
    ...(Array(5).fill(hostile.answers(500)) as [Behaviour]),
    hostile.answers(200),
  )
  const events = await tell(harness, partner.id, 5)
  const all = async (expected: object) => {
    const rows = await Promise.all(events.map(({ id }) => deliveryOf(db, id)))
    return rows.every((row) => Object.entries(expected).every(([key, value]) => row?.[key] === value))
  }
  await eventually(() => all({ state: 'PENDING', failures: 1 }))
  await change(partner.id, away)
  clock.advance(HOUR_MS)
  await looks(harness)
  expect(receiver.received.length).toBe(5)
  expect(await all({ state: 'PENDING', attempt: 1, failures: 1 })).toBe(true)
  await change(partner.id, back(receiver.url))
  await eventually(() => all({ state: 'DELIVERED', attempt: 2, failures: 1 }))
  expect(receiver.received.length).toBe(10)
})

test('disabled while deliveries are at hand: those on their way arrive, no other is sent', async () => {
  const { partner, receiver } = await hookUp(harness)
  const gate = Promise.withResolvers<void>()
  receiver.behave = async (_request, response) => {
    await gate.promise
    response.end()
  }
  await tell(harness, partner.id, 40)
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

test('after a rotation it signs with the old secret, after the promotion with the new one', async () => {
  const { partner, receiver } = await hookUp(harness)
  const signedWith = async (secret: string) => {
    await tell(harness, partner.id)
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

/** So many failures now, each of another event. */
async function fail(partnerId: string, count: number) {
  const failuresOf = async () => (await endpointOf(db, partnerId))?.failures ?? 0
  const before = await failuresOf()
  await tell(harness, partnerId, count)
  await eventually(async () => (await failuresOf()) === before + count)
  return endpointOf(db, partnerId)
}

/** Time passes, and what failed before does not come back. */
async function pass(partnerId: string, ms: number) {
  await db`update deliveries set due_at = ${new Date(clock.now.getTime() + 100 * DAY_MS)} where partner_id = ${partnerId}`
  clock.advance(ms)
}

test('failing for 5 days, 20 failures: paused, and what is pending is kept', async () => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = hostile.answers(500)
  expect((await fail(partner.id, 19))?.pausedAt).toBeNull()
  await pass(partner.id, 5 * DAY_MS)
  expect(await fail(partner.id, 1)).toMatchObject({
    pausedAt: clock.now.toISOString(),
    pauseReason: 'FAILING',
  })
  const [later] = await tell(harness, partner.id)
  await looks(harness)
  expect(receiver.received.length).toBe(20)
  expect((await deliveryOf(db, later?.id as string))?.state).toBe('PENDING')
  const [row] =
    await db`select count(*) from deliveries where partner_id = ${partner.id} and state = 'PENDING'`
  expect(row?.count).toBe(21)
})

test('failing for 5 days, 19 failures: not paused; nor for 20 failures a moment before 5 days', async () => {
  const few = await hookUp(harness)
  few.receiver.behave = hostile.answers(500)
  await fail(few.partner.id, 18)
  await pass(few.partner.id, 5 * DAY_MS)
  expect(await fail(few.partner.id, 1)).toMatchObject({ failures: 19, pausedAt: null })
  const soon = await hookUp(harness)
  soon.receiver.behave = hostile.answers(500)
  await fail(soon.partner.id, 30)
  await pass(soon.partner.id, 5 * DAY_MS - 1)
  expect(await fail(soon.partner.id, 1)).toMatchObject({ failures: 31, pausedAt: null })
})

test('a success in between: everything counts from the next failure on', async () => {
  const { partner, receiver } = await hookUp(harness)
  receiver.behave = hostile.answers(500)
  await fail(partner.id, 30)
  await pass(partner.id, 4 * DAY_MS)
  receiver.behave = hostile.answers(200)
  await tell(harness, partner.id)
  await eventually(async () => (await endpointOf(db, partner.id))?.failingSince === null)
  expect(await endpointOf(db, partner.id)).toMatchObject({ failures: 0 })
  receiver.behave = hostile.answers(500)
  await pass(partner.id, DAY_MS)
  expect(await fail(partner.id, 30)).toMatchObject({ failingSince: clock.now.toISOString(), pausedAt: null })
  await pass(partner.id, 4 * DAY_MS)
  expect((await fail(partner.id, 1))?.pausedAt).toBeNull()
})
