import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { expect, expectTypeOf, test } from 'vitest'
import { Counterfoil, type CounterfoilEvent, type UnknownEvent } from '../../sdk/src/partner.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'
import { clientOf, failureOf } from './sdk-scene.ts'

const NOW = new Date('2026-11-16T08:00:00Z')
const [OLD, NEW] = ['whsec_the_secret_so_far', 'whsec_the_next_secret']
const BODY = JSON.stringify({
  id: '1',
  type: 'CLAIM_CREATED',
  createdAt: NOW.toISOString(),
  data: { externalUserId: 'Aïna' },
})

const { webhooks } = new Counterfoil({
  baseUrl: 'https://vouchers.example.com',
  slug: 'acme-pay',
  secrets: [OLD, NEW],
  now: () => NOW,
})

function signed(body: string | Uint8Array = BODY, { secret = OLD, offsetSeconds = 0 } = {}) {
  const timestampSeconds = NOW.getTime() / 1000 + offsetSeconds
  return { 'x-signature': signatureHeader({ secret, timestampSeconds, body }) }
}

test('a delivery of the real service is verified, and its type narrows its data', async () => {
  const harness = await startDelivering({}, { allowPrivateTargets: true })
  const { partner, receiver } = await onboardWithReceiver(harness)
  const client = await clientOf(harness, partner)
  const [event] = await emitEvents(harness, partner.id)
  const [received] = await receiver.waitFor(1)
  if (!received) throw new Error('nothing received')
  const verified = await client.webhooks.verify(received.body, received.headers)
  expect(verified).toEqual(event)
  if (verified.type === 'CLAIM_CREATED') expectTypeOf(verified.data.claimId).toEqualTypeOf<string>()
  if (verified.type === 'unknown') expectTypeOf(verified).toEqualTypeOf<UnknownEvent>()
  expectTypeOf<Exclude<CounterfoilEvent, UnknownEvent>>().toEqualTypeOf<WebhookEvent>()
})

test('accepts string, bytes and ArrayBuffer; Headers and plain headers in any case; either secret', async () => {
  const bytes = new TextEncoder().encode(BODY)
  const header = signed()['x-signature']
  for (const body of [BODY, bytes, Buffer.from(BODY), bytes.buffer]) {
    expect(await webhooks.verify(body, signed())).toMatchObject({ id: '1' })
  }
  for (const headers of [new Headers(signed()), { 'X-Signature': header }, { 'x-signature': [header] }]) {
    expect(await webhooks.verify(BODY, headers)).toMatchObject({ id: '1' })
  }
  expect(await webhooks.verify(BODY, signed(BODY, { secret: NEW }))).toMatchObject({ id: '1' })
})

test('body_not_raw: a parsed body is refused, and the message says what to do', async () => {
  for (const parsed of [JSON.parse(BODY), [BODY], null, undefined, 42]) {
    const error = await failureOf(webhooks.verify(parsed, signed()))
    expect(error).toMatchObject({ name: 'WebhookError', code: 'body_not_raw' })
    expect(error.message).toMatch(/raw body .* express\.raw/)
  }
})

test.each([
  ['missing_signature', 'the header is missing', BODY, {}],
  ['missing_signature', 'the header is empty', BODY, { 'x-signature': '' }],
  ['invalid_signature', 'the header is malformed', BODY, { 'x-signature': 't=,v1=' }],
  ['invalid_signature', 'the secret is wrong', BODY, signed(BODY, { secret: 'whsec_of_somebody_else' })],
  ['invalid_signature', 'the body has one more space', `${BODY} `, signed()],
  ['signature_expired', '301 s old', BODY, signed(BODY, { offsetSeconds: -301 })],
  ['signature_expired', '301 s ahead', BODY, signed(BODY, { offsetSeconds: 301 })],
  ['not_an_event', 'signed, but not JSON', 'ok', signed('ok')],
  ['not_an_event', 'signed, but null', 'null', signed('null')],
  ['not_an_event', 'signed, but without data', '{"id":"1","type":"X"}', signed('{"id":"1","type":"X"}')],
])('%s: %s', async (code, _, body, headers) => {
  expect(await failureOf(webhooks.verify(body, headers))).toMatchObject({ code })
})

test('exactly 300 s off is accepted in both directions', async () => {
  for (const offsetSeconds of [-300, 300]) {
    expect(await webhooks.verify(BODY, signed(BODY, { offsetSeconds }))).toMatchObject({ id: '1' })
  }
})

test('an event of an unknown type has the type "unknown" and keeps everything else', async () => {
  const body = '{"id":"7","type":"VOUCHER_RETIRED","createdAt":"2026-11-16T08:00:00Z","data":{"a":1}}'
  expect(await webhooks.verify(body, signed(body))).toEqual({
    id: '7',
    type: 'unknown',
    receivedType: 'VOUCHER_RETIRED',
    createdAt: '2026-11-16T08:00:00Z',
    data: { a: 1 },
  })
})
