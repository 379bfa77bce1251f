import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering({}, { webhookRetryDelaysSeconds: [5] })
const { clock, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const asSupport = as((await admin('POST', '/admin/keys', { name: 'Desk', role: 'support' })).body.key)

const retry = (id: string, call = asSupport) => call('POST', `/admin/deliveries/${id}/retry`)
const until = (id: string, expected: object) =>
  eventually(async () => {
    const { body } = await admin('GET', `/admin/deliveries/${id}`)
    return Object.entries(expected).every(([name, value]) => body[name] === value) && body
  })

test('202: a failed delivery is sent at once, and its retry schedule starts again', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  const [event] = await emitEvents(harness, partner.id, 1, { isBulk: true })
  const id = event?.id as string
  await until(id, { attemptCount: 1 })
  clock.advance(5000)
  await until(id, { state: 'FAILED', attemptCount: 2 })

  const { status, body } = await retry(id)
  expect([status, body.id, body.state, body.nextAttemptAt]).toEqual([
    202,
    id,
    'PENDING',
    clock.now.toISOString(),
  ])
  const again = await until(id, { attemptCount: 3 })
  expect([again.state, again.nextAttemptAt]).toEqual([
    'PENDING',
    new Date(clock.now.getTime() + 5000).toISOString(),
  ])
  receiver.behave = (_request, response) => void response.end()
  clock.advance(5000)
  await until(id, { state: 'DELIVERED', attemptCount: 4 })
  expect(receiver.received.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2', '3', '4'])
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('202: a partner’s key retries its own delivery; 404 not_found: a delivery of another partner is not sent again', async () => {
  const [own, other] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  const access = { role: 'partner', partnerId: own.partner.id }
  const asPartner = as((await admin('POST', '/admin/keys', { name: 'Own', ...access })).body.key)
  const [mine] = await emitEvents(harness, own.partner.id)
  const [theirs] = await emitEvents(harness, other.partner.id)
  for (const event of [mine, theirs]) await until(event?.id as string, { state: 'DELIVERED' })
  expect((await retry(mine?.id as string, asPartner)).status).toBe(202)
  expect((await retry(theirs?.id as string, asPartner)).body).toEqual({ error: 'not_found' })
  await own.receiver.waitFor(2)
  await until(mine?.id as string, { state: 'DELIVERED', attemptCount: 2 })
  expect(other.receiver.received).toHaveLength(1)
})

test('202: a delivered event is sent again', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  await until(id, { state: 'DELIVERED' })
  clock.advance(1000)
  const { status, body } = await retry(id, admin)
  expect([status, body.state, body.deliveredAt]).toEqual([202, 'PENDING', null])
  await until(id, { state: 'DELIVERED', deliveredAt: clock.now.toISOString() })
  expect(receiver.received.map(({ body }) => body)).toEqual([JSON.stringify(event), JSON.stringify(event)])
})

test('202: a delivery to a paused endpoint waits', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  await until(id, { attemptCount: 1 })
  expect((await retry(id)).body).toMatchObject({ state: 'PENDING', nextAttemptAt: null })
})

test('the audit log shows who retried, and the delivery before and after', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  const delivered = await until(id, { state: 'DELIVERED' })
  await retry(id)
  const { body } = await admin('GET', `/admin/audit?target=delivery:${id}`)
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({
    action: 'delivery.retry',
    actor: { name: 'Desk' },
    before: { state: 'DELIVERED', deliveredAt: delivered.deliveredAt },
    after: { state: 'PENDING', deliveredAt: null },
  })
})

test('409 no_webhook_url: the partner has removed its URL; nothing changes', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const [event] = await emitEvents(harness, partner.id)
  const id = event?.id as string
  await until(id, { state: 'DELIVERED' })
  await admin('PATCH', `/admin/partners/${partner.id}`, { webhookUrl: null })
  const response = await retry(id)
  expect([response.status, response.body]).toEqual([409, { error: 'no_webhook_url' }])
  await until(id, { state: 'DELIVERED' })
  expect((await admin('GET', `/admin/audit?target=delivery:${id}`)).body.items).toEqual([])
})

test('404 not_found: an unknown delivery', async () => {
  const response = await retry(randomUUID())
  expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
})
