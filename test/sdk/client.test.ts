import { expect, test } from 'vitest'
import { Counterfoil } from '../../sdk/src/partner.ts'
import { REMEDIES } from '../../sdk/src/remedies.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { clientOf, failureOf, listen } from './sdk-scene.ts'

const harness = await createHarness()
const partner = await onboard(harness.admin, { requireV2: true })
const proxy = await openFaultyProxy(await listen(harness))
const client = await clientOf(harness, partner)

const userCount = async (externalUserId: string) =>
  (await harness.db`select 1 from users where external_user_id = ${externalUserId}`).length

test('a user is created, updated and deleted, with a v2 signature', async () => {
  const created = await client.users.upsert({ externalUserId: 'ana/1 ü', email: 'ana@example.com' })
  expect(created).toEqual({ userId: expect.any(String), created: true })
  expect(await client.users.upsert({ externalUserId: 'ana/1 ü', email: null })).toEqual({
    userId: created.userId,
    created: false,
  })
  expect(await client.users.delete('ana/1 ü')).toBeUndefined()
  const [row] = await harness.db`select anonymized_at from users where external_user_id = ${'ana/1 ü'}`
  expect(row).toEqual({ anonymizedAt: expect.anything() })
})

test('deleting an unknown user succeeds', async () => {
  expect(await client.users.delete('nobody')).toBeUndefined()
})

test.each(['', '.', '..'])(
  'the id "%s", which fetch cannot put into a path, is refused by name',
  async (id) => {
    await expect(client.users.delete(id)).rejects.toThrow(/externalUserId/)
    await expect(client.support.user(id)).rejects.toThrow(/id "/)
    await expect(client.webhook.retry(id)).rejects.toThrow(/deliveryId/)
  },
)

test('400 validation_failed: code, status, issues and request id', async () => {
  const error = await failureOf(client.users.upsert({ externalUserId: 'x', countryCode: 'MYS' }))
  expect(error).toMatchObject({
    name: 'CounterfoilError',
    code: 'validation_failed',
    status: 400,
    issues: [{ path: '/countryCode', message: expect.any(String) }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    remedy: REMEDIES.validation_failed,
    help: `${harness.server.listeningOrigin}/docs/errors#validation_failed`,
  })
  expect(error.message).toContain('POST /integrations/users: 400 validation_failed (/countryCode ')
  expect(error.message).toMatch(/\]\. Fix the fields that `issues` names\. Do not retry the same request\.$/)
  expect(client.waits).toEqual([])
})

test('warns of fields that the service does not know', async () => {
  const warnings: string[] = []
  const warned = await clientOf(harness, partner, { onWarning: (message) => warnings.push(message) })
  await warned.users.upsert({ externalUserId: 'ben', displayname: 'Ben' } as { externalUserId: string })
  await warned.users.upsert({ externalUserId: 'ben', displayName: 'Ben' })
  expect(warnings).toEqual(['Counterfoil: POST /integrations/users ignored unknown fields: displayname'])
})

test('401 invalid_signature with a wrong secret, 401 signature_expired with a clock that is off by 301 s', async () => {
  const wrong = await clientOf(harness, { ...partner, secret: 'whsec_of_somebody_else' })
  expect(await failureOf(wrong.users.delete('x'))).toMatchObject({ code: 'invalid_signature', status: 401 })
  for (const seconds of [-301, 301]) {
    const off = await clientOf(harness, partner, {
      now: () => new Date(Math.floor(harness.clock.now.getTime() / 1000) * 1000 + seconds * 1000),
    })
    expect(await failureOf(off.users.delete('x'))).toMatchObject({ code: 'signature_expired', status: 401 })
  }
})

test('429 and 503: waits for retry-after, then signs again with the time of the retry', async () => {
  proxy.seen.length = 0
  proxy.faults = [
    { status: 429, headers: { 'retry-after': '7' }, body: '{"error":"rate_limited"}' },
    { status: 503, headers: { 'retry-after': '2' }, body: '{"error":"unavailable"}' },
  ]
  let now = harness.clock.now.getTime()
  const waits: number[] = []
  const patient = await clientOf(harness, partner, {
    baseUrl: proxy.url,
    now: () => new Date(now),
    sleep: async (ms) => {
      waits.push(ms)
      now += ms
    },
  })
  expect(await patient.users.upsert({ externalUserId: 'retried' })).toMatchObject({ created: true })
  expect(waits).toEqual([7000, 2000])
  const times = proxy.seen.map(({ headers }) => Number(/t=(\d+)/.exec(String(headers['x-signature']))?.[1]))
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 7, 9])
})

test('at its limit of requests: waits until the service admits the next one', async () => {
  const { clock } = harness
  clock.now = new Date(Math.ceil(clock.now.getTime() / 1000) * 1000 + 500)
  const busy = await onboard(harness.admin, { integrationRequestsPerMinute: 1 })
  const waits: number[] = []
  const patient = await clientOf(harness, busy, {
    now: () => clock.now,
    sleep: async (ms) => {
      waits.push(ms)
      clock.advance(ms)
    },
  })
  for (const externalUserId of ['one', 'two'])
    expect(await patient.users.upsert({ externalUserId })).toMatchObject({ created: true })
  // A request counts for the rest of its second and 60 more. A retry-after is never longer than SDKs wait.
  expect(waits).toEqual([60_000, 1_000])
})

test('429 with a retry-after of an hour is not waited for: the error says when to try again', async () => {
  proxy.faults = [{ status: 429, headers: { 'retry-after': '3600' }, body: '{"error":"rate_limited"}' }]
  const impatient = await clientOf(harness, partner, { baseUrl: proxy.url })
  expect(await failureOf(impatient.users.delete('x'))).toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 3600,
  })
  expect(impatient.waits).toEqual([])
})

test('connection reset after the request was sent: sent again, and the user exists once', async () => {
  proxy.seen.length = 0
  proxy.faults = ['reset', 'truncate']
  const again = await clientOf(harness, partner, { baseUrl: proxy.url })
  expect(await again.users.upsert({ externalUserId: 'reset' })).toMatchObject({ created: false })
  expect(proxy.seen.map(({ statusOfService }) => statusOfService)).toEqual([201, 200, 200])
  expect(await userCount('reset')).toBe(1)
  expect(again.waits).toHaveLength(2)
})

test('connection_failed after all retries, with increasing waits', async () => {
  const nobody = await clientOf(harness, partner, { baseUrl: 'http://127.0.0.1:9', retries: 4 })
  expect(await failureOf(nobody.users.delete('x'))).toMatchObject({ code: 'connection_failed', status: 0 })
  expect(nobody.waits).toHaveLength(4)
  for (const [i, wait] of nobody.waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(125 * 2 ** i)
    expect(wait).toBeLessThanOrEqual(250 * 2 ** i)
  }
})

test('timeout: a response that never ends is given up after timeoutMs', async () => {
  proxy.faults = ['stall']
  const hasty = await clientOf(harness, partner, { baseUrl: proxy.url, retries: 0, timeoutMs: 300 })
  expect(await failureOf(hasty.users.upsert({ externalUserId: 'slow' }))).toMatchObject({
    code: 'timeout',
    status: 0,
  })
})

test('unexpected_response: the HTML page of a proxy and a redirect', async () => {
  const strict = await clientOf(harness, partner, { baseUrl: proxy.url, retries: 0 })
  proxy.faults = [
    { status: 502, body: '<h1>Bad gateway</h1>' },
    { status: 302, headers: { location: '/elsewhere' } },
    { status: 200, body: '<h1>Welcome</h1>' },
  ]
  for (const status of [502, 302, 200]) {
    expect(await failureOf(strict.users.delete('x'))).toMatchObject({ code: 'unexpected_response', status })
  }
})

test.each([{}, { secret: '' }, { secrets: [] }, { secrets: ['a', ''] }])(
  'a missing or empty secret is refused at once: %j',
  (secrets) => {
    const options = { baseUrl: 'https://example.com', slug: 'acme', ...secrets }
    expect(() => new Counterfoil(options)).toThrow('`secret` or `secrets`')
  },
)
