import { EVENT_TYPES, WebhookEvent } from '@counterfoil/contract/events.ts'
import { expect, test } from 'vitest'
import { compile } from '../../src/platform/input/validation.ts'
import { openReceiver } from '../support/receiver.ts'
import { onboard } from '../support/signing.ts'
import { createCommandHarness, run } from './command.ts'

const harness = await createCommandHarness()
const { admin, db } = harness
const env = { ...harness.env, ALLOW_PRIVATE_TARGETS: 'true' }
const receiver = await openReceiver()
const partner = await onboard(admin, { webhookUrl: receiver.url })
const isEvent = compile(WebhookEvent)

test.each(EVENT_TYPES)(
  'exit code 0: a signed %s sample that matches the contract arrives; no event is recorded',
  async (type) => {
    const before = receiver.received.length
    const { code, stdout } = await run(env, ['trigger', type])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^sample ${type}: answered 200 in \\d+ ms\nok\n$`)),
    ])
    const one = receiver.received[before]
    if (!one) throw new Error('the receiver got no request')
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
  },
)

test('each sample has a different id', () => {
  const ids = receiver.received.map(({ headers }) => headers['x-event-id'])
  expect(new Set(ids).size).toBe(EVENT_TYPES.length)
})

test('exit code 3: the receiver answers 422 or does not respond; its response is printed', async () => {
  receiver.behave = (_request, response) => void response.writeHead(422).end('no such \u001b[31muser')
  const refused = await run(env, ['trigger', 'CLAIM_CREATED'])
  expect([refused.code, refused.stdout]).toEqual([
    3,
    expect.stringMatching(/: answered 422 in \d+ ms\nno such �\[31muser\n$/),
  ])
  const { json } = await run(env, ['trigger', 'CLAIM_CREATED', '--json'])
  expect(json).toMatchObject({ ok: false, status: 422, response: 'no such \u001b[31muser', error: null })
  receiver.behave = (request) => void request.socket.destroy()
  const unanswered = await run(env, ['trigger', 'CLAIM_CREATED', '--partner', partner.slug])
  expect([unanswered.code, unanswered.stdout]).toEqual([
    3,
    expect.stringContaining('no response: the connection was'),
  ])
})

test('exit code 3: a partner without a webhook URL; exit code 2: an unknown event type', async () => {
  const silent = await onboard(admin)
  const [without, unknown] = await Promise.all([
    run(env, ['trigger', 'CLAIM_CREATED', '--partner', silent.slug]),
    run(env, ['trigger', 'CLAIM_MADE']),
  ])
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('no_webhook_url')])
  expect(without.stderr).toContain(
    'run "counterfoil listen" in another terminal to give the partner a webhook URL',
  )
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining(
      'unknown event type CLAIM_MADE: use CLAIM_CREATED, REDEMPTION_CREATED, REDEMPTION_VOIDED, VOUCHER_PUBLISHED',
    ),
  ])
})
