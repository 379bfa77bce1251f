// Uses each feature of the SDK for Node once, against the service, and prints a line for each whose result is right.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import {
  Counterfoil,
  CounterfoilError,
  plainTitle,
  testing,
  titleToHtml,
  tokens,
  Webhooks,
} from '../../sdk/src/partner.ts'
import type { FeatureId } from './features.ts'

const env = process.env as Record<string, string>
const options = { baseUrl: env.COUNTERFOIL_URL ?? '', slug: env.SLUG ?? '', apiKey: env.API_KEY ?? '' }
const SECRET = env.SECRET ?? ''
const USER = { externalUserId: 'user-42', displayName: 'Aina' }

const warnings: string[] = []
const counterfoil = new Counterfoil({
  ...{ ...options, secret: SECRET },
  onWarning: (message) => warnings.push(message),
})
const { users, events, merchants, webhooks, sandbox, support, secret, webhook } = counterfoil
const minter = tokens({ issuer: env.ISSUER ?? '', keys: [readFileSync(env.PRIVATE_KEY ?? '', 'utf8')] })

function report(...features: FeatureId[]): void {
  for (const feature of features) process.stdout.write(`${JSON.stringify({ feature })}\n`)
}

/** Repeats a check until its result is truthy: deliveries and the feed need a moment. */
async function eventually<T>(check: () => Promise<T | false | undefined> | T | false): Promise<T> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const result = await check()
    if (result) return result
    await wait(50)
  }
  throw new Error(`still false: ${check}`)
}

async function failureOf(call: Promise<unknown>): Promise<CounterfoilError> {
  const error = await call.then(
    () => null,
    (thrown) => thrown,
  )
  assert(error instanceof CounterfoilError)
  return error
}

const me = (token: string) =>
  fetch(`${options.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })

const received: string[] = []
const handled: string[] = []
const samples: string[] = []
const receive = webhooks.handler(
  {
    REDEMPTION_CREATED: ({ id, data }) => {
      assert.equal(data.externalUserId, 'user-42')
      handled.push(id)
    },
    sample: ({ id }) => void samples.push(id),
  },
  { once: new Set() },
)
const server = createServer(async (request, response) => {
  if (request.url === '/jwks.json') return response.end(JSON.stringify(await minter.jwks()))
  received.push(String(request.headers['x-event-id']))
  return receive(request, response)
})
await new Promise<void>((resolve) => server.listen(Number(env.HOOK_PORT), '127.0.0.1', resolve))

async function callAsBackend(): Promise<void> {
  // The first attempt gets a 503, and the response to the second one names an unknown field.
  assert.equal((await users.upsert(USER)).created, true)
  assert.match(warnings.join(), /POST \/integrations\/users ignored unknown fields: nickname/)
  report('users.upsert', 'retries', 'warnings.unknown_fields')

  const error = await failureOf(users.upsert({ externalUserId: '' }))
  assert(error.code === 'validation_failed' && error.status === 400)
  assert.equal(error.issues?.[0]?.path, '/externalUserId')
  assert(error.requestId)
  assert.match(error.remedy ?? '', /^Fix the fields/)
  assert.equal(error.help, `${options.baseUrl}/docs/errors#validation_failed`)
  report('errors.typed', 'errors.codes', 'errors.remedy', 'errors.help')

  const token = await minter.mint(USER)
  assert.equal((await me(token)).status, 200)
  const kid = await minter.rotate(readFileSync(env.NEXT_PRIVATE_KEY ?? '', 'utf8'))
  assert.equal((await minter.jwks()).keys[0]?.kid, kid)
  report('tokens.mint', 'tokens.jwks', 'tokens.rotate')

  const [title, html] = ['{b}Free{/b} kopi & toast', '<strong>Free</strong> kopi &amp; toast']
  assert.deepEqual([plainTitle(title), titleToHtml(title)], ['Free kopi & toast', html])
  report('titles.plain', 'titles.html')
}

/** A live partner that has no twin yet. */
async function createTwin(): Promise<void> {
  const live = { slug: env.LIVE_SLUG ?? '', secret: env.LIVE_SECRET ?? '', apiKey: env.LIVE_API_KEY ?? '' }
  const { sandbox } = new Counterfoil({ baseUrl: options.baseUrl, ...live })
  const { slug, secret = '', apiKey } = await sandbox.createTwin()
  assert.equal(slug, `${live.slug}-test`)
  const twin = new Counterfoil({ baseUrl: options.baseUrl, slug, secret, apiKey })
  assert.equal((await twin.sandbox.info()).slug, slug)
  assert.equal((await sandbox.createTwin()).secret, undefined)
  report('sandbox.create_twin')
}

async function testInSandbox(): Promise<{ redemptionId: string; merchantId: string }> {
  assert.equal((await sandbox.info()).issuer, env.ISSUER)
  const scenario = (await sandbox.scenarios()).find(({ scenario }) => scenario === 'succeeds')
  assert(scenario)
  const { voucherId, merchantId } = scenario
  assert.equal((await me((await sandbox.token(USER)).token)).status, 200)
  const redemption = await sandbox.redeem({ externalUserId: 'user-42', voucherId })
  assert.equal(redemption.status, 'SUCCESS')
  assert((await sandbox.publish(merchantId)).voucherId)
  report('sandbox.info', 'sandbox.scenarios', 'sandbox.token', 'sandbox.redeem', 'sandbox.publish')

  // The response of the first advance is lost. A second one would move the clock again.
  const real = Date.parse((await sandbox.clock.get()).now)
  assert.equal((await failureOf(sandbox.clock.advance('P1D'))).code, 'connection_failed')
  const days = (Date.parse((await sandbox.clock.get()).now) - real) / 86_400_000
  assert.equal(Math.round(days), 1)
  await sandbox.clock.advance('PT1H')
  await sandbox.clock.set(new Date(real + 3_600_000))
  await sandbox.clock.reset()
  report('sandbox.clock.get', 'sandbox.clock.advance', 'sandbox.clock.set', 'sandbox.clock.reset')
  return { redemptionId: redemption.id, merchantId }
}

/** The phone of the user shows a code, and the outlet confirms it. */
async function confirmCode(): Promise<void> {
  const { token } = await sandbox.token({ externalUserId: 'user-42' })
  const shown = (await sandbox.scenarios()).find(({ scenario }) => scenario === 'takes-codes')
  const response = await fetch(`${options.baseUrl}/me/redemption-codes`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      'idempotency-key': 'tour',
    },
    body: JSON.stringify({ voucherId: shown?.voucherId, outletId: shown?.outletId }),
  })
  const { code } = (await response.json()) as { code: string }
  assert.equal((await sandbox.confirmCode(code)).method, 'QR')
  report('sandbox.confirm_code')
}

async function receiveEvents(): Promise<string> {
  const [eventId = ''] = await eventually(() => handled.length > 0 && handled)
  const [delivery] = await eventually(async () => {
    const { items } = await support.deliveries({ type: 'REDEMPTION_CREATED' })
    return items[0]?.state === 'DELIVERED' && items
  })
  assert.equal(delivery?.eventId, eventId)
  report('webhooks.handler', 'support.deliveries')

  await webhook.retry(delivery?.id ?? '')
  await eventually(() => received.filter((id) => id === eventId).length === 2)
  assert.deepEqual(handled, [eventId])
  report('webhook.retry', 'webhooks.once')

  const read = await eventually(async () => {
    const ids = (await Array.fromAsync(events.iterate())).map(({ id }) => id)
    return ids.includes(eventId) && ids
  })
  let saved: string | null = null
  const save = (id: string) => {
    saved = id
  }
  assert.equal(await events.catchUp({ load: () => saved, save, handle: receive.handle }), read.length)
  assert.equal(saved, read.at(-1))
  assert.deepEqual(handled, [eventId])
  report('events.iterate', 'events.catch_up')
  await receive.handle({ ...testing.fixtures.REDEMPTION_CREATED, id: 'another' })
  assert.deepEqual(handled, [eventId, 'another'])
  report('webhooks.handle')
  return eventId
}

async function lookUp(redemptionId: string, merchantId: string): Promise<void> {
  const [user] = (await support.find('user-42')).items
  assert.equal(user?.displayName, 'Aina')
  assert.equal((await support.user(user?.id ?? '')).redemptions[0]?.id, redemptionId)
  assert.equal((await support.redemptions({ status: 'SUCCESS' })).items[0]?.id, redemptionId)
  const failed = await eventually(async () => (await support.requests({ status: '400' })).items[0])
  assert.match(failed.reason ?? '', /externalUserId/)
  assert.deepEqual(await support.alerts(), [])
  report('support.find', 'support.user', 'support.redemptions', 'support.requests', 'support.alerts')
  assert.equal((await support.redemptions({ count: true })).count?.value, 1)
  const page = await support.requests({ limit: 1 })
  const [next] = (await support.requests({ cursor: page.nextCursor ?? '', limit: 1 })).items
  assert(next !== undefined && next.id !== page.items[0]?.id)
  assert.equal((await support.recordDeployment('backend 4.2.0')).name, 'backend 4.2.0')
  assert.deepEqual((await support.requests({ newSinceDeployment: true })).items, [])
  report('support.count', 'support.paging', 'support.record_deployment')

  const inScope = await Array.fromAsync(merchants.iterate())
  assert(inScope.some(({ id }) => id === merchantId))
  report('merchants.iterate')
}

async function manageEndpoint(): Promise<void> {
  assert.equal((await webhook.test('CLAIM_CREATED')).status, 200)
  assert.equal(samples.length, 1)
  assert.equal((await webhook.health()).state, 'OK')
  assert.equal((await webhook.deliverNow()).deliveries, 0)
  assert.equal((await webhook.resume()).slug, options.slug)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  assert.equal((await webhook.replay({ since, only: 'failed' })).only, 'failed')
  assert.equal((await webhook.progress()).only, 'failed')
  report('webhook.test', 'webhook.health', 'webhook.deliver_now')
  report('webhook.resume', 'webhook.replay', 'webhook.progress')
}

async function testOwnReceiver(): Promise<void> {
  const event = testing.fixtures.CLAIM_CREATED
  const { body, headers } = await testing.signedRequest(event, { secret: SECRET })
  const verified = await webhooks.verify(body, headers)
  assert(verified.type === 'CLAIM_CREATED')
  assert.equal(verified.data.claimId, event.data.claimId)
  assert.equal((await new Webhooks({ secrets: [SECRET] }).verify(body, headers)).id, event.id)
  report('testing.signed_request', 'testing.fixtures', 'webhooks.verify', 'webhooks.alone')
}

async function endTour(redemptionId: string, goneEventId: string): Promise<void> {
  // First, since the delivery of the void uses up the failure.
  assert.equal((await sandbox.deliveries({ failNext: 1 })).failing, 1)
  assert.equal((await sandbox.void(redemptionId, 'Twice by mistake.')).redemptionId, redemptionId)
  await eventually(async () => (await sandbox.deliveries({ retryNow: true })).retried === 1)
  report('sandbox.deliveries', 'sandbox.retry_now', 'sandbox.void')

  const rotated = new Counterfoil({ ...options, secret: await secret.rotate(), retries: 0 })
  assert.equal((await rotated.secret.promote()).nextSecretSince, null)
  await rotated.users.delete('user-42')
  const [user] = (await support.find('user-42')).items
  assert.equal(user?.displayName, null)
  report('secret.rotate', 'secret.promote', 'users.delete')

  await sandbox.reset()
  assert.deepEqual((await support.find('user-42')).items, [])
  report('sandbox.reset')
  assert.deepEqual(await Array.fromAsync(events.iterate({ after: goneEventId })), [])
  assert.match(warnings.at(-1) ?? '', /is gone, so some events may come again/)
  report('warnings.cursor_lost')
}

await callAsBackend()
await createTwin()
const { redemptionId, merchantId } = await testInSandbox()
const eventId = await receiveEvents()
await lookUp(redemptionId, merchantId)
await confirmCode()
await manageEndpoint()
await testOwnReceiver()
await endTour(redemptionId, eventId)
server.close()
