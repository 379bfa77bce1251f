import { expect, test } from 'vitest'
import { Counterfoil } from '../../sdk/src/partner.ts'
import { openMarket } from '../support/market.ts'
import { onboard, signedCalls } from '../support/signing.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { clientOf, failureOf, listen } from './sdk-scene.ts'

const harness = await startDelivering({}, { allowPrivateTargets: true })
const { partner, receiver } = await onboardWithReceiver(harness)
const signedAs = await signedCalls(harness)
const keyOf = async (partnerId: string) =>
  (await harness.admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key as string
const apiKey = await keyOf(partner.id)
const proxy = await openFaultyProxy(await listen(harness))
const client = await clientOf(harness, partner, { apiKey, baseUrl: proxy.url })

test('support finds the partner’s own users, redemptions and deliveries, page by page', async () => {
  for (const externalUserId of ['lim-1', 'lim-2']) {
    await signedAs(partner)('POST', '/integrations/users', { externalUserId })
  }
  const other = await onboard(harness.admin)
  await signedAs(other)('POST', '/integrations/users', { externalUserId: 'lim-3' })
  const first = await client.support.find('lim', { limit: 1 })
  const second = await client.support.find('lim', { limit: 1, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map((user) => user.externalUserId)).toEqual(['lim-2', 'lim-1'])
  expect(second.nextCursor).toBeNull()
  expect(await client.support.user(first.items[0]?.id ?? '')).toMatchObject({ redemptions: [], claims: [] })
  const [event] = await emitEvents(harness, partner.id)
  await receiver.waitFor(1)
  expect((await client.support.deliveries({ type: 'CLAIM_CREATED' })).items[0]).toMatchObject({
    eventId: event?.id,
  })
  expect(await client.support.redemptions({ status: 'FLAGGED' })).toEqual({ items: [], nextCursor: null })
})

test('support explains failed requests, retries a delivery, lists alerts and the merchants in scope', async () => {
  await failureOf(client.users.upsert({ externalUserId: '' }))
  expect((await client.support.requests({ status: '400' })).items).toMatchObject([
    { code: 'validation_failed', reason: expect.stringContaining('/externalUserId') },
  ])
  const [delivery] = (await client.support.deliveries()).items
  const before = receiver.received.length
  expect(await client.webhook.retry(delivery?.id ?? '')).toMatchObject({ id: delivery?.id })
  await receiver.waitFor(before + 1)
  expect(await client.support.alerts()).toEqual([])
  const shop = await openMarket(harness.admin).shop({ name: 'Kopi Corner' })
  expect(await Array.fromAsync(client.merchants.iterate())).toMatchObject([
    { id: shop.id, outlets: [{ name: 'Outlet' }] },
  ])
})

test('a sample is sent, a replay starts, a secret is rotated and promoted', async () => {
  expect(await client.webhook.test('REDEMPTION_VOIDED')).toMatchObject({ ok: true, status: 200 })
  expect(await client.webhook.health()).toMatchObject({ state: 'OK', undelivered: 0 })
  expect(await client.webhook.deliverNow()).toEqual({ deliveries: 0 })
  expect(await client.webhook.resume()).toMatchObject({ id: partner.id })
  const since = new Date(harness.clock.now.getTime() - 3_600_000).toISOString()
  expect(await client.webhook.replay({ since, only: 'failed' })).toMatchObject({ only: 'failed', failed: 0 })
  expect(await client.webhook.progress()).toMatchObject({ only: 'failed' })
  const next = await client.secret.rotate()
  expect(await client.secret.promote()).toMatchObject({ id: partner.id })
  const rotated = await clientOf(harness, { ...partner, secret: next })
  expect(await rotated.users.upsert({ externalUserId: 'user-42' })).toMatchObject({ created: true })
})

test('a look-up is repeated after 503; a change is not, since it may have been executed', async () => {
  proxy.faults.push({ status: 503 })
  expect(await client.support.find('nobody')).toEqual({ items: [], nextCursor: null })
  proxy.faults.push('reset')
  expect(await failureOf(client.secret.rotate())).toMatchObject({ code: 'connection_failed' })
  proxy.faults.push({ status: 429, headers: { 'retry-after': '2' } })
  expect(await client.secret.rotate()).toMatch(/^whsec_/)
  expect(client.waits.at(-1)).toBe(2000)
})

test('without an API key, or with the key of another partner, the error says what is missing', async () => {
  const plain = await clientOf(harness, partner)
  expect((await failureOf(plain.support.find('x'))).message).toContain('needs `apiKey`')
  const stranger = await onboard(harness.admin)
  const wrong = await clientOf(harness, partner, { apiKey: await keyOf(stranger.id) })
  expect((await failureOf(wrong.secret.rotate())).message).toContain('belongs to another partner')
  const refused = new Counterfoil({ baseUrl: await listen(harness), slug: 'x', secret: 'x', apiKey: 'wrong' })
  expect(await failureOf(refused.support.find('x'))).toMatchObject({ code: 'unauthorized', status: 401 })
})

test('what is new since a deployment', async () => {
  const fail = (externalUserId: string) => failureOf(client.users.upsert({ externalUserId }))
  await fail('')
  harness.clock.advance(1000)
  expect(await client.support.recordDeployment('backend 4.2.0')).toMatchObject({ name: 'backend 4.2.0' })
  await fail('')
  expect((await client.support.requests({ newSinceDeployment: true })).items).toEqual([])
})
