import { randomUUID } from 'node:crypto'
import { EVENT_TYPES, WebhookEvent } from '@counterfoil/contract/events.ts'
import { expect, test } from 'vitest'
import { issuesOf } from '../../src/platform/input/validation.ts'
import { heldToContract, judge } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering()
const { clock, db, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const sendTest = (partnerId: string, type: string = 'CLAIM_CREATED', call = admin) =>
  call('POST', `/admin/partners/${partnerId}/webhook/test`, { type })
const ownKeyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key)
const countAll = async () => {
  const [row] = await db`
    select (select count(*) from events) as events, (select count(*) from deliveries) as deliveries,
      (select count(*) from delivery_attempts) as attempts, (select count(*) from endpoints) as endpoints`
  return row
}

test.each(EVENT_TYPES)('200: a signed sample of %s arrives, and nothing is stored', async (type) => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(202).end('thanks')
  const before = await countAll()
  const { status, body } = await sendTest(partner.id, type, await ownKeyOf(partner.id))
  expect([status, body]).toEqual([
    200,
    {
      ok: true,
      attemptedAt: clock.now.toISOString(),
      status: 202,
      durationMs: expect.any(Number),
      response: 'thanks',
      error: null,
    },
  ])
  const [one, ...more] = receiver.received
  expect(more).toEqual([])
  const event = JSON.parse(one?.body ?? '')
  expect(issuesOf(judge(WebhookEvent), event)).toEqual([])
  expect([event.type, event.createdAt]).toEqual([type, clock.now.toISOString()])
  expect([event.test, event.data.externalUserId]).toEqual([true, 'counterfoil-sample-user'])
  expect(one?.headers).toMatchObject({
    'x-event-id': event.id,
    'x-event-type': type,
    'x-delivery-attempt': '1',
  })
  expect(one && receiver.isSigned(one, partner.secret, clock.now)).toBe(true)
  expect(await countAll()).toEqual(before)
})

test('200: a receiver’s refusal is quoted, and nothing is retried', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(500).end('x'.repeat(2000))
  const before = await countAll()
  const { body } = await sendTest(partner.id)
  expect(body).toMatchObject({ ok: false, status: 500, response: 'x'.repeat(1024), error: null })
  clock.advance(60_000)
  expect(await countAll()).toEqual(before)
  expect(receiver.received).toHaveLength(1)
})

test('200: a plain reason if the receiver cannot be reached', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  await receiver.close()
  const { body } = await sendTest(partner.id)
  expect(body).toMatchObject({ ok: false, status: null, response: null })
  expect(body.error).toContain('the connection was refused')
})

test('200: a paused endpoint can be tested, and stays paused', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  await emitEvents(harness, partner.id)
  const paused = async () => (await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPausedAt
  await eventually(paused)
  receiver.behave = (_request, response) => void response.end()
  expect((await sendTest(partner.id)).body.ok).toBe(true)
  expect(await paused()).not.toBeNull()
  expect(receiver.received).toHaveLength(2)
})

test('409 no_webhook_url: the partner has no webhook URL', async () => {
  const { partner } = await onboardWithReceiver(harness, { webhookUrl: null })
  const response = await sendTest(partner.id)
  expect([response.status, response.body]).toEqual([409, { error: 'no_webhook_url' }])
})

test('404 not_found: an unknown partner; for a partner’s key, another partner', async () => {
  const [own, other] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  for (const response of [
    await sendTest(randomUUID()),
    await sendTest(other.partner.id, 'CLAIM_CREATED', await ownKeyOf(own.partner.id)),
  ])
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  expect(other.receiver.received).toEqual([])
})

test('400 validation_failed: an unknown type', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const response = await sendTest(partner.id, 'VOUCHER_EATEN')
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})
