import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { onboard, signedCalls } from '../support/signing.ts'
import { newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering({}, { allowPrivateTargets: true })
const { clock, served } = harness
const admin = heldToContract(served, harness.admin)
const signed = await signedCalls(harness)
const HOUR_MS = 3_600_000

type Check = { area: string; state: string; since: string | null; problem: string | null }
const healthOf = async (id: string): Promise<Record<string, Check>> => {
  const { body } = await admin('GET', `/admin/partners/${id}/health`)
  return Object.fromEntries(body.checks.map((check: Check) => [check.area, check]))
}
const statesOf = async (id: string) =>
  Object.values(await healthOf(id)).map(({ area, state }) => `${area} ${state}`)

test('no traffic yet is a state of its own; then green for what has arrived only', async () => {
  const bank = await onboardIssuer(harness)
  expect(await statesOf(bank.id)).toEqual(
    ['keys', 'tokens', 'signatures', 'webhooks', 'clock', 'unknownFields'].map(
      (area) => `${area} NO_TRAFFIC`,
    ),
  )
  await signed(bank.partner)('POST', '/integrations/users', { externalUserId: 'mei' })
  expect(await statesOf(bank.id)).toEqual([
    ...['keys NO_TRAFFIC', 'tokens NO_TRAFFIC', 'signatures OK'],
    ...['webhooks NO_TRAFFIC', 'clock OK', 'unknownFields OK'],
  ])
  expect((await harness.as(bank.mint({ sub: 'mei' }))('GET', '/me')).status).toBe(200)
  expect(await healthOf(bank.id)).toMatchObject({ keys: { state: 'OK' }, tokens: { state: 'OK' } })
})

test('each area fails with its problem, its beginning and what to do, until it has worked for an hour', async () => {
  const bank = await onboardIssuer(harness)
  const call = signed(bank.partner)
  const user = { externalUserId: 'mei' }
  const began = clock.now.toISOString()
  await call('POST', '/integrations/users', user, { secret: 'not the secret' })
  await call('POST', '/integrations/users', user, { offsetSeconds: -400 })
  await call('POST', '/integrations/users', { ...user, emial: 'x' })
  await harness.as(bank.mint({}, { key: newKey('ES256') }))('GET', '/me')
  expect(await healthOf(bank.id)).toMatchObject({
    keys: { state: 'NO_TRAFFIC', problem: null },
    tokens: {
      state: 'FAILING',
      help: '/docs/errors#invalid_token',
      problem: expect.stringMatching(/^token: no key/),
    },
    signatures: {
      ...{ state: 'FAILING', since: began, help: '/docs/errors#invalid_signature' },
      remedy: expect.stringMatching(/^Sign exactly the bytes/),
      requestId: expect.any(String),
    },
    clock: { state: 'FAILING', problem: expect.stringMatching(/t is 40\d s old/) },
    unknownFields: { state: 'FAILING', problem: 'ignored unknown fields: emial', help: '/docs/api' },
  })
  clock.advance(HOUR_MS / 2)
  await call('POST', '/integrations/users', user, { secret: 'not the secret' })
  clock.advance(HOUR_MS - 1000)
  await call('POST', '/integrations/users', user)
  expect((await healthOf(bank.id)).signatures).toMatchObject({ state: 'FAILING', since: began })
  clock.advance(1000)
  expect(await healthOf(bank.id)).toMatchObject({
    signatures: { state: 'OK', since: null, problem: null, remedy: null },
    clock: { state: 'OK' },
    // No token was accepted since.
    tokens: { state: 'FAILING' },
  })
})

test('a token from the future is a matter of the clock, an expired one of nothing', async () => {
  const bank = await onboardIssuer(harness)
  const seconds = Math.floor(clock.now.getTime() / 1000)
  await harness.as(bank.mint({ iat: seconds - 4000, exp: seconds - 400 }))('GET', '/me')
  expect((await healthOf(bank.id)).clock).toMatchObject({ state: 'NO_TRAFFIC' })
  await harness.as(bank.mint({ iat: seconds + 400, exp: seconds + 4000 }))('GET', '/me')
  const { clock: time, tokens } = await healthOf(bank.id)
  expect([time?.state, tokens?.state]).toEqual(['FAILING', 'NO_TRAFFIC'])
})

test('keys that cannot be fetched, and an endpoint that fails', async () => {
  const jwks = await openKeyServer(newKey('ES256'))
  const telco = await onboardIssuer(harness, { jwksUrl: jwks.url, publicKey: null })
  jwks.misbehave = (response) => void response.writeHead(500).end()
  await harness.as(telco.mint({}))('GET', '/me')
  expect((await healthOf(telco.id)).keys).toMatchObject({
    state: 'FAILING',
    help: '/docs/errors#keys_unavailable',
    problem: expect.stringMatching(/^keys: they cannot be fetched: /),
  })

  const { partner, receiver } = await onboardWithReceiver(harness)
  await emitEvents(harness, partner.id)
  await receiver.waitFor(1)
  await expect.poll(async () => (await healthOf(partner.id)).webhooks?.state).toBe('OK')
  receiver.behave = (_request, response) => void response.writeHead(503).end()
  await emitEvents(harness, partner.id)
  await expect
    .poll(async () => (await healthOf(partner.id)).webhooks)
    .toMatchObject({
      state: 'FAILING',
      problem: 'webhooks: the last attempt failed with status 503',
    })
})

test('404 not_found: another partner', async () => {
  const [own, other] = [await onboard(harness.admin), await onboard(harness.admin)]
  const { key } = (await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId: own.id }))
    .body
  expect((await harness.as(key)('GET', `/admin/partners/${other.id}/health`)).body.error).toBe('not_found')
  expect((await harness.as(key)('GET', `/admin/partners/${own.id}/health`)).status).toBe(200)
})
