import { expect, test } from 'vitest'
import { eventually, hookUp, startDelivering, tell } from './scene.ts'

const harness = await startDelivering()
const { admin, clock, deps } = harness

const metric = async (name: string) => {
  const { body } = await admin('GET', '/metrics')
  const value = body.match(new RegExp(`^counterfoil_delivery_${name} (\\S+)$`, 'm'))?.[1]
  return value === undefined ? null : Number(value)
}

test('what this node has sent is counted', async () => {
  const [taking, failing] = [await hookUp(harness), await hookUp(harness)]
  failing.receiver.behave = (_request, response) => void response.writeHead(500).end()
  await tell(harness, taking.partner.id, 3)
  await tell(harness, failing.partner.id)
  await eventually(
    async () => (await metric('delivered_total')) === 3 && (await metric('failed_total')) === 1,
  )
  const { figures } = deps.dispatcher
  // It looks from time to time, also between these lines.
  const least = figures.statements
  const shown = await metric('statements_total')
  expect([Number(shown) >= least, Number(shown) <= figures.statements]).toEqual([true, true])
  expect(await metric('in_flight')).toBe(0)
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([1, 0])
})

test('what nobody has sent is late, unless it is kept back by intention', async () => {
  const { partner } = await hookUp(harness, { disabled: true })
  await tell(harness, partner.id, 2)
  clock.advance(4000)
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([3, 0])
  await deps.dispatcher.stop()
  await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: false })
  expect([await metric('pending'), await metric('lag_seconds')]).toEqual([3, 4])
})
