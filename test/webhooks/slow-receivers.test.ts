import { expect, test } from 'vitest'
import {
  attemptsOf,
  deliveryOf,
  emitEvents,
  endpointOf,
  eventually,
  onboardWithReceiver,
  startDelivering,
} from './delivery-scene.ts'
import * as behaviors from './receiver-behaviors.ts'

const TIMEOUT_MS = 800
const harness = await startDelivering({ timeoutMs: TIMEOUT_MS, leaseMs: 5000 })
const { db, clock } = harness

test.each([
  ['hangs', behaviors.hangs, 'no response within 0.8 seconds'],
  ['drips', behaviors.drips, 'no complete response within 0.8 seconds'],
])('%s: canceled at the timeout with a reason, and sent again after 5 s', async (_name, behave, error) => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = behave
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  const attempt = await eventually(async () => (await attemptsOf(db, id))[0])
  expect(attempt).toMatchObject({ number: 1, status: null, response: null, error })
  expect(attempt?.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 5)
  expect(attempt?.durationMs).toBeLessThan(4 * TIMEOUT_MS)
  expect(Date.parse(attempt?.nextAttemptAt) - clock.now.getTime()).toBe(5000)
  expect(await deliveryOf(db, id)).toMatchObject({ state: 'PENDING', failures: 1, lastStatus: null })
  expect(await endpointOf(db, partner.id)).toMatchObject({ failures: 1, heldUntil: null, pausedAt: null })
  receiver.behave = behaviors.respondsWith(200)
  clock.advance(5000)
  await eventually(async () => (await deliveryOf(db, id))?.state === 'DELIVERED')
})

test('the connection of a request that timed out is not used again', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const ports: (number | undefined)[] = []
  receiver.behave = behaviors.inTurn(
    (request) => void ports.push(request.socket.remotePort),
    (request, response) => {
      ports.push(request.socket.remotePort)
      response.end()
    },
  )
  const [event] = await emitEvents(harness, partner.id)
  await eventually(async () => (await attemptsOf(db, event?.id as string)).length === 1)
  clock.advance(5000)
  await receiver.waitFor(2)
  expect(new Set(ports).size).toBe(2)
})
