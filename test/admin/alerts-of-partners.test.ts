import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY } from '../support/harness.ts'
import { newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering({}, { allowPrivateTargets: true })
const { as, clock, db, startNode } = harness
const admin = heldToContract(harness.served, as(ADMIN_KEY))

const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const alerts = async (call = admin) =>
  (await call('GET', '/admin/alerts')).body.items.map(
    ({ facts: _, ...alert }: Record<string, unknown>) => alert,
  )
const untilRaised = () =>
  eventually(async () => {
    const raised = await alerts()
    return raised.length > 0 && raised
  })
const untilNone = () => eventually(async () => (await alerts()).length === 0)
const change = (id: string, changes: object) => admin('PATCH', `/admin/partners/${id}`, changes)

/** The alerts that a partner sees with its own key. */
async function alertsOf(partnerId: string) {
  const access = { name: 'Own', role: 'partner', partnerId }
  const { key } = (await admin('POST', '/admin/keys', access)).body
  return alerts(heldToContract(harness.served, as(key)))
}

test('ENDPOINT_PAUSED: an endpoint that answered 410; resumed, it is failing until an event arrives', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness, { name: 'Gone Bank' })
  const { partner: bystander } = await onboardWithReceiver(harness)
  receiver.behave = (_request, response) => void response.writeHead(410).end()
  await emitEvents(harness, partner.id)
  expect(await untilRaised()).toEqual([
    {
      kind: 'ENDPOINT_PAUSED',
      message: 'Deliveries to Gone Bank are paused: its endpoint answered 410 Gone',
      subject: { type: 'partner', id: partner.id, name: 'Gone Bank' },
      since: clock.now.toISOString(),
      delivery: { state: 'PAUSED', since: clock.now.toISOString(), undelivered: 1, lastStatus: 410 },
    },
  ])
  expect(await alertsOf(partner.id)).toEqual(await alerts())
  expect(await alertsOf(bystander.id)).toEqual([])
  receiver.behave = (_request, response) => void response.end()
  await change(partner.id, { disabled: true })
  expect(await alerts()).toEqual([])
  await change(partner.id, { disabled: false })
  expect(await alerts()).toHaveLength(1)
  await admin('POST', `/admin/partners/${partner.id}/webhook/resume`)
  expect(await alerts()).toMatchObject([{ kind: 'ENDPOINT_FAILING', delivery: { state: 'FAILING' } }])
  await emitEvents(harness, partner.id)
  await untilNone()
})

test('ENDPOINT_FAILING: from the first failed attempt until the next success', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness, { name: 'Flaky Bank' })
  const failingSince = async () =>
    (await admin('GET', `/admin/partners/${partner.id}`)).body.webhookFailingSince
  await emitEvents(harness, partner.id)
  await receiver.waitFor(1)
  expect([await alerts(), await failingSince()]).toEqual([[], null])
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(harness, partner.id)
  const since = clock.now.toISOString()
  expect(await untilRaised()).toEqual([
    {
      kind: 'ENDPOINT_FAILING',
      message: 'Deliveries to Flaky Bank are failing: the last attempt failed',
      subject: { type: 'partner', id: partner.id, name: 'Flaky Bank' },
      since,
      delivery: { state: 'FAILING', since, undelivered: 1, lastStatus: 500 },
    },
  ])
  expect(await failingSince()).toBe(since)
  expect(await alertsOf(partner.id)).toEqual(await alerts())
  receiver.behave = (_request, response) => void response.end()
  await emitEvents(harness, partner.id)
  await untilNone()
  expect(await failingSince()).toBe(null)
})

test('ENDPOINT_PAUSED: an endpoint that has failed for 5 days; a new URL ends the alert', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness, { name: 'Silent Bank' })
  receiver.behave = (_request, response) => void response.writeHead(500).end()
  await emitEvents(harness, partner.id, 20)
  await eventually(async () => {
    const [endpoint] = await db`select failures from endpoints where partner_id = ${partner.id}`
    return endpoint?.failures === 20
  })
  expect((await alerts())[0]).toMatchObject({
    kind: 'ENDPOINT_FAILING',
    message: 'Deliveries to Silent Bank are failing: the last 20 attempts failed',
  })
  clock.advance(5 * DAY_MS)

  await eventually(async () => (await alerts())[0]?.kind === 'ENDPOINT_PAUSED')
  expect(await alerts()).toHaveLength(1)
  expect((await alerts())[0]).toMatchObject({
    kind: 'ENDPOINT_PAUSED',
    message: 'Deliveries to Silent Bank are paused: its endpoint has failed for 5 days',
    since: clock.now.toISOString(),
  })
  expect((await admin('GET', `/admin/partners/${partner.id}`)).body.webhookPauseReason).toBe('EXHAUSTED')
  await change(partner.id, { webhookUrl: `${receiver.url}/moved` })
  expect(await alerts()).toEqual([])
})

test('JWKS_UNREACHABLE: from the first failed fetch until the next successful one, on every node', async () => {
  const key = newKey('ES256')
  const keyServer = await openKeyServer(key)
  const published = { name: 'Keyless Bank', publicKey: null, jwksUrl: keyServer.url }
  const issuer = await onboardIssuer(harness, published, key)
  const lasting = { iat: undefined, exp: Math.floor(clock.now.getTime() / 1000) + 366 * 24 * 3600 }
  const browse = (call = as) => call(issuer.mint(lasting))('GET', '/branding')
  keyServer.misbehave = (response) => void response.writeHead(500).end()
  expect((await browse()).body.error).toBe('keys_unavailable')
  const since = clock.now.toISOString()
  const raised = {
    kind: 'JWKS_UNREACHABLE',
    message: 'The keys of Keyless Bank cannot be fetched: the endpoint answered 500',
    subject: { type: 'partner', id: issuer.id, name: 'Keyless Bank' },
    since,
    delivery: null,
  }
  expect(await untilRaised()).toEqual([raised])
  const node = await startNode()
  expect(await alerts(node.admin)).toEqual([raised])

  clock.advance(31 * SECOND_MS)
  keyServer.misbehave = (response) => void response.writeHead(404).end()
  expect((await browse()).body.error).toBe('keys_unavailable')
  await eventually(async () => (await alerts())[0]?.message.endsWith('the endpoint answered 404'))
  expect((await alerts())[0]?.since).toBe(since)

  clock.advance(31 * SECOND_MS)
  keyServer.misbehave = null
  expect((await browse(node.as)).status).toBe(200)
  await untilNone()
})

test('JWKS_UNREACHABLE: a new URL starts without an alert', async () => {
  const key = newKey('ES256')
  const keyServer = await openKeyServer(key)
  keyServer.misbehave = (response) => void response.writeHead(500).end()
  const issuer = await onboardIssuer(harness, { publicKey: null, jwksUrl: keyServer.url }, key)
  await as(issuer.mint())('GET', '/branding')
  expect(await untilRaised()).toHaveLength(1)
  await change(issuer.id, { jwksUrl: `${keyServer.url}?moved` })
  expect(await alerts()).toEqual([])
})
