import { EVENT_TYPES, WebhookEvent } from '@counterfoil/contract/events.ts'
import { expect, test } from 'vitest'
import { compile } from '../../src/platform/input/validation.ts'
import { openReceiver } from '../receiver.ts'
import { onboard } from '../signing.ts'
import { createCommandHarness, run } from './command.ts'

const harness = await createCommandHarness()
const { admin, db } = harness
const env = { ...harness.env, ALLOW_PRIVATE_TARGETS: 'true' }
const receiver = await openReceiver()
const partner = await onboard(admin, { webhookUrl: receiver.url })
const isEvent = compile(WebhookEvent)

test.each(EVENT_TYPES)('%s: a sample that fits the contract, signed; no event is written', async (type) => {
  const before = receiver.received.length
  const { code, stdout } = await run(env, ['trigger', type])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^a sample of ${type}: answered 200 in \\d+ ms\nok\n$`)),
  ])
  const one = receiver.received[before]
  if (!one) throw new Error('nothing came')
  const event = JSON.parse(one.body)
  expect([isEvent(event), event.type]).toEqual([true, type])
  expect([event.test, event.data.externalUserId]).toEqual([true, 'counterfoil-sample-user'])
  expect(one.headers).toMatchObject({
    'x-event-id': event.id,
    'x-event-type': type,
    'x-delivery-attempt': '1',
  })
  expect(receiver.isSigned(one, partner.secret, new Date())).toBe(true)
  expect(await db`select from events`).toHaveLength(0)
})

test('each sample has an id of its own', () => {
  const ids = receiver.received.map(({ headers }) => headers['x-event-id'])
  expect(new Set(ids).size).toBe(EVENT_TYPES.length)
})

test('3: the receiver does not accept, or does not answer; it says what it said', async () => {
  receiver.behave = (_request, response) => void response.writeHead(422).end('no such \u001b[31muser')
  const refused = await run(env, ['trigger', 'CLAIM_CREATED'])
  expect([refused.code, refused.stdout]).toEqual([
    3,
    expect.stringMatching(/: answered 422 in \d+ ms\nno such �\[31muser\n$/),
  ])
  const { json } = await run(env, ['trigger', 'CLAIM_CREATED', '--json'])
  expect(json).toMatchObject({ ok: false, status: 422, response: 'no such \u001b[31muser', error: null })
  receiver.behave = (request) => void request.socket.destroy()
  const away = await run(env, ['trigger', 'CLAIM_CREATED', '--partner', partner.slug])
  expect([away.code, away.stdout]).toEqual([3, expect.stringContaining('no answer: the connection was')])
})

test('3: a partner without a webhook URL. 2: an unknown type', async () => {
  const silent = await onboard(admin)
  const [without, unknown] = await Promise.all([
    run(env, ['trigger', 'CLAIM_CREATED', '--partner', silent.slug]),
    run(env, ['trigger', 'CLAIM_MADE']),
  ])
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('no_webhook_url')])
  expect(without.stderr).toContain('"counterfoil listen" in another terminal gives the partner a webhook URL')
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining(
      'there is no event CLAIM_MADE: it is CLAIM_CREATED, REDEMPTION_CREATED, VOUCHER_PUBLISHED',
    ),
  ])
})
