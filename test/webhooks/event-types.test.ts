import { EVENT_TYPES } from '@counterfoil/contract/events.ts'
import { expect, test } from 'vitest'
import { queueReplays } from '../../src/domain/webhooks/replay.ts'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openReceiver } from '../support/receiver.ts'
import { signedCalls } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from './delivery-scene.ts'

const harness = await startDelivering({}, { allowPrivateTargets: true })
const { db, served } = harness
const admin = heldToContract(served, harness.as(ADMIN_KEY))
const signedAs = await signedCalls(harness)
const partnerKey = async (partnerId: string) =>
  heldToContract(
    served,
    harness.as((await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key),
  )

test('a redemption and its void arrive, with merchant and reason', async () => {
  const receiver = await openReceiver()
  const issuer = await onboardIssuer(harness, { webhookUrl: receiver.url })
  const till = await openTill(harness)
  const voucher = await till.offer()
  const { body: redemption } = await till.redeem(visitorsOf(harness, issuer)('user-42'), voucher.id)
  await receiver.waitFor(1)
  await admin('POST', `/admin/redemptions/${redemption.id}/void`, { reason: 'Redeemed by mistake.' })
  const bodies = (await receiver.waitFor(2)).map(({ body }) => JSON.parse(body))
  const { id: merchantId, name: merchantName } = till.merchant
  expect(bodies).toMatchObject([
    { type: 'REDEMPTION_CREATED', data: { redemptionId: redemption.id, merchantId, merchantName } },
    {
      type: 'REDEMPTION_VOIDED',
      data: { redemptionId: redemption.id, merchantId, reason: 'Redeemed by mistake.' },
    },
  ])
})

test('a type that is not chosen is in the feed but not delivered; a partner’s own key can choose', async () => {
  const { partner, receiver } = await onboardWithReceiver(harness)
  expect((await admin('GET', `/admin/partners/${partner.id}`)).body.eventTypes).toEqual(EVENT_TYPES)
  const choose = await partnerKey(partner.id)
  const eventTypes = ['VOUCHER_PUBLISHED']
  expect((await choose('PATCH', `/admin/partners/${partner.id}`, { eventTypes })).body).toMatchObject({
    eventTypes,
  })
  const [single] = await emitEvents(harness, partner.id)
  const [chosen] = await emitEvents(harness, partner.id, 1, { isBulk: true })
  const [received] = await receiver.waitFor(1)
  expect(JSON.parse(received?.body ?? '').id).toBe(chosen?.id)
  // The feed waits for transactions that began earlier, also those of other test files.
  const feed = async () => (await signedAs(partner)('GET', '/integrations/events')).body.items
  await expect
    .poll(async () => (await feed()).map(({ id }: { id: string }) => id))
    .toEqual([single?.id, chosen?.id])
  expect(await db`select from deliveries where event_id = ${single?.id ?? ''}`).toHaveLength(0)

  const since = new Date(harness.clock.now.getTime() - 60_000).toISOString()
  harness.clock.advance(1000)
  const replay = await choose('POST', `/admin/partners/${partner.id}/replay`, { since, only: 'all' })
  expect(replay.body.total).toBe(1)
  await queueReplays(harness.deps)
  await receiver.waitFor(2)
  await eventually(
    async () => (await choose('GET', `/admin/partners/${partner.id}/replay`)).body.delivered === 1,
  )
  expect(await db`select from deliveries where event_id = ${single?.id ?? ''}`).toHaveLength(0)
})

test('no type chosen: nothing is delivered', async () => {
  const { partner } = await onboardWithReceiver(harness, { eventTypes: [] })
  await emitEvents(harness, partner.id, 2)
  expect(await db`select from deliveries where partner_id = ${partner.id}`).toHaveLength(0)
})

test.each([
  ['an unknown type', ['VOUCHER_RETIRED']],
  ['a type twice', ['CLAIM_CREATED', 'CLAIM_CREATED']],
  ['text', 'CLAIM_CREATED'],
  ['null', null],
])('400 validation_failed: eventTypes with %s, nothing changed', async (_, eventTypes) => {
  const { partner } = await onboardWithReceiver(harness)
  const path = `/admin/partners/${partner.id}`
  const response = await admin('PATCH', path, { eventTypes })
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect((await admin('GET', path)).body).toMatchObject({ eventTypes: EVENT_TYPES, version: 1 })
})

test('400 validation_failed: the user of samples cannot be created', async () => {
  const { partner } = await onboardWithReceiver(harness)
  const externalUserId = 'counterfoil-sample-user'
  const response = await signedAs(partner)('POST', '/integrations/users', { externalUserId })
  expect([response.status, response.body]).toMatchObject([
    400,
    { error: 'validation_failed', issues: [{ path: '/externalUserId', message: 'is reserved for samples' }] },
  ])
  expect(await db`select from users where external_user_id = ${externalUserId}`).toHaveLength(0)
})
