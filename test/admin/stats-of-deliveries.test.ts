import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering({}, { webhookRetryDelaysSeconds: [] })
const { clock, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const [bank, telco] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
const merchant = await openMarket(admin).merchant()
telco.receiver.behave = (_request, response) => void response.writeHead(500).end()
await admin('PATCH', `/admin/partners/${bank.partner.id}`, { disabled: true })
await emitEvents(harness, bank.partner.id, 2)
await emitEvents(harness, telco.partner.id)
clock.advance(1)

const deliveries = async (query: object = {}, call = admin) =>
  (await call('GET', `/admin/stats?${new URLSearchParams({ ...query })}`)).body.deliveries
const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key)

test('200: deliveries by state, for events of the period', async () => {
  const failed = { state: 'FAILED', count: 1 }
  await eventually(async () => (await deliveries({ partnerId: telco.partner.id }))[0]?.state === 'FAILED')
  expect(await deliveries()).toEqual([failed, { state: 'PENDING', count: 2 }])
  expect(await deliveries({ from: clock.now.toISOString() })).toEqual([])
  await admin('PATCH', `/admin/partners/${bank.partner.id}`, { disabled: false })
  await eventually(async () => {
    const [first, ...others] = await deliveries({ partnerId: bank.partner.id })
    return first?.state === 'DELIVERED' && others.length === 0
  })
  expect(await deliveries()).toEqual([{ state: 'DELIVERED', count: 2 }, failed])
})

test('200: a partner’s key sees its own deliveries; a merchant has none', async () => {
  const asTelco = await keyOf({ role: 'partner', partnerId: telco.partner.id })
  expect(await deliveries({}, asTelco)).toEqual([{ state: 'FAILED', count: 1 }])
  expect(await deliveries({ partnerId: bank.partner.id }, asTelco)).toEqual([])
  expect(await deliveries({ merchantId: merchant.id })).toEqual([])
  expect(await deliveries({}, await keyOf({ role: 'merchant', merchantIds: [merchant.id] }))).toEqual([])
})
