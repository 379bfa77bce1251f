import { expect, test } from 'vitest'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from './delivery-scene.ts'

const harness = await startDelivering()
const { admin, clock, deps } = harness

const metric = async (name: string) => {
  const { body } = await admin('GET', '/metrics')
  const value = body.match(new RegExp(`^counterfoil_delivery_${name} (\\S+)$`, 'm'))?.[1]
  return value === undefined ? null : Number(value)
}

test('deliveries of this node are counted', async () => {
  const [taking, failing] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  failing.receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(harness, taking.partner.id, 3)
  await emitEvents(harness, failing.partner.id)
  await eventually(
    async () => (await metric('delivered_total')) === 3 && (await metric('failed_total')) === 1,
  )
  const { stats } = deps.dispatcher
  // The dispatcher claims from time to time, also between these lines.
  const minimum = stats.statements
  const shown = await metric('statements_total')
  expect([Number(shown) >= minimum, Number(shown) <= stats.statements]).toEqual([true, true])
  expect(await metric('in_flight')).toBe(0)
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([1, 0])
})

test('failing endpoints and undelivered deliveries of live partners are counted', async () => {
  const endpoints = async (state: string) =>
    (await admin('GET', '/metrics')).body.match(
      new RegExp(`^counterfoil_webhook_endpoints\\{state="${state}"\\} (\\d+)$`, 'm'),
    )?.[1]
  const gone = await onboardWithReceiver(harness)
  gone.receiver.behave = (_request, response) => void response.writeHead(410).end()
  await emitEvents(harness, gone.partner.id, 1)
  await eventually(async () => (await endpoints('paused')) === '1')
  expect([await endpoints('failing'), await metric('undelivered')]).toEqual(['1', 2])
  await admin('PATCH', `/admin/partners/${gone.partner.id}`, { disabled: true })
  expect([await endpoints('paused'), await metric('undelivered')]).toEqual(['0', 1])
})

test('deliveries that no worker has sent are late, unless their partner is disabled', async () => {
  const { partner } = await onboardWithReceiver(harness, { disabled: true })
  await emitEvents(harness, partner.id, 2)
  clock.advance(4000)
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([4, 0])
  await deps.dispatcher.stop()
  await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: false })
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([4, 4])
})
