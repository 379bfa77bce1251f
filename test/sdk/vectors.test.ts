import { readFileSync } from 'node:fs'
import { signatureHeader, verifySignature } from '@counterfoil/contract/signature.ts'
import { expect, test } from 'vitest'
import { Counterfoil, tokens } from '../../sdk/src/partner.ts'
import { signatureHeader as sdkSignatureHeader } from '../../sdk/src/signature.ts'
import { standardSignature } from '../../sdk/src/standard-webhook.ts'
import { signatureHeaders } from '../../src/domain/webhooks/dispatch/signature-headers.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { failureOf } from './sdk-scene.ts'

const harness = await createHarness()
// biome-ignore lint/suspicious/noExplicitAny: the shape of a case is its own
type Case = Record<string, any>
const read = (name: string): { cases: Case[]; standard: Case[]; key: string; jwks: Case } =>
  JSON.parse(readFileSync(`sdk/vectors/${name}.json`, 'utf8'))
const bytes = (base64: string) => Buffer.from(base64, 'base64')
const vectors = {
  signatures: read('signatures').cases,
  webhooks: read('webhooks').cases,
  tokens: read('tokens'),
  errors: read('errors').cases,
}

test.each(vectors.signatures)('signatures: $name', async (vector) => {
  const { secret, timestamp: timestampSeconds, method, path, header } = vector
  const [body, request] = [bytes(vector.body), { method, path }]
  expect(await sdkSignatureHeader({ secret, timestampSeconds, body, request })).toBe(header)
  // The service makes and accepts the same header.
  expect(signatureHeader({ secret, timestampSeconds, body, request })).toBe(header)
  const accepted = { header, secrets: [secret], body, nowSeconds: timestampSeconds, request, requireV2: true }
  expect(verifySignature(accepted)).toBe('valid')
  expect(verifySignature({ ...accepted, request: { method, path: `${path}x` } })).toBe('invalid_signature')
})

test.each(read('signatures').standard)('Standard Webhooks: $name', async (vector) => {
  const { secret, id, timestamp: timestampSeconds, signature } = vector
  const body = bytes(vector.body).toString()
  expect(await standardSignature({ secret, id, timestampSeconds, body })).toBe(signature)
  // The service sends the same header.
  const secrets = { signing: secret, accepted: [{ secret, acceptedUntil: null }], testKey: null }
  const headers = signatureHeaders(secrets, id, body, new Date(timestampSeconds * 1000))
  expect(headers['webhook-signature']).toBe(signature)
})

test.each(vectors.webhooks)('webhooks: $outcome: $name', async (vector) => {
  const { secrets, now: nowSeconds, headers, outcome, event } = vector
  const body = bytes(vector.body)
  const options = { baseUrl: 'https://vouchers.example.com', slug: 'acme-pay', secrets }
  const { webhooks } = new Counterfoil({ ...options, now: () => new Date(nowSeconds * 1000) })
  if (outcome === 'valid') {
    const verified = await webhooks.verify(body, headers)
    const type = verified.type === 'unknown' ? verified.receivedType : verified.type
    expect({ id: verified.id, type, test: verified.test ?? false }).toEqual(event)
  } else expect(await failureOf(webhooks.verify(body, headers))).toMatchObject({ code: outcome })

  const header = Object.values(headers).join() as string
  if (outcome === 'missing_signature') return
  const verdict = verifySignature({ header, secrets, body, nowSeconds })
  expect(verdict).toBe(outcome === 'not_an_event' ? 'valid' : outcome)
})

test.each(vectors.tokens.cases)(
  'tokens: $name',
  async ({ issuer, audience, expiresIn, now, user, token }) => {
    const { key, jwks } = vectors.tokens
    const minter = tokens({
      issuer,
      ...(audience && { audience }),
      keys: [key],
      now: () => new Date(now * 1000),
    })
    expect(await minter.mint(user, { ...(expiresIn && { expiresIn }) })).toBe(token)
    expect(await minter.jwks()).toEqual(jwks)

    harness.clock.now = new Date(now * 1000)
    const known = (await harness.admin('GET', '/admin/partners')).body.items
    if (known.length === 0) await onboard(harness.admin, { jwtIssuer: issuer, publicKey: jwks.keys[0] })
    const me = await harness.as(token)('GET', '/me')
    expect(me.status).toBe(200)
    const [row] = await harness.db`select external_user_id from users where id = ${me.body.id}`
    expect(row?.externalUserId).toBe(user.externalUserId)
  },
)

test.each(vectors.errors)('errors: $status $name', async ({ status, headers, body, expected }) => {
  const { isRetried, ...fields } = expected
  let calls = 0
  const counterfoil = new Counterfoil({
    ...{ baseUrl: 'https://vouchers.example.com', slug: 'acme-pay', secret: 'whsec_x', retries: 1 },
    sleep: async () => {},
    fetch: async () => {
      calls += 1
      return new Response(body, { status, headers })
    },
  })
  const error = await failureOf(counterfoil.users.upsert({ externalUserId: 'user-42' }))
  const none = { details: undefined, issues: undefined, requestId: undefined, retryAfterSeconds: undefined }
  expect(error).toMatchObject({ name: 'CounterfoilError', ...none, ...fields })
  expect(calls).toBe(isRetried ? 2 : 1)
})
