import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const market = openMarket(admin)
const [bank, telco, closed, narrow] = [
  await onboardIssuer(harness, { name: 'Bank' }),
  await onboardIssuer(harness, { name: 'Telco' }),
  await onboardIssuer(harness, { name: 'Closed' }),
  await onboardIssuer(harness, { name: 'Narrow' }),
]
const shop = await market.shop()
for (const [issuer, name] of [
  [bank, 'mei'],
  [bank, 'ali'],
  [telco, 'tan'],
  [closed, 'eve'],
  [narrow, 'bob'],
] as const) {
  await visitorsOf(harness, issuer)(name)('POST', '/me/favorites', { merchantId: shop.id })
}
await market.change(`/admin/partners/${closed.id}`, { disabled: true })
await market.change(`/admin/partners/${narrow.id}`, { scope: { merchantIds: [], categories: ['TRAVEL'] } })

const check = async (voucherId: string, call = admin) => {
  const { status, body } = await call('GET', `/admin/vouchers/${voucherId}/publish-check`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('200: ready, with the users who would be notified; publishing then notifies exactly these', async () => {
  const draft = await market.draft(shop.id)
  expect(await check(draft.id)).toEqual({
    ...{ voucherId: draft.id, ready: true, issues: [], isFirstPublication: true, users: 3 },
    needsApproval: false,
    partners: [
      { partnerId: bank.id, partnerName: 'Bank', users: 2 },
      { partnerId: telco.id, partnerName: 'Telco', users: 1 },
    ],
  })
  const { body } = await admin('POST', `/admin/vouchers/${draft.id}/publish`)
  expect([body.status, body.eventsEnqueued]).toEqual(['PUBLISHED', 3])
  const live = {
    ready: true,
    issues: [],
    needsApproval: false,
    isFirstPublication: false,
    users: 0,
    partners: [],
  }
  expect(await check(draft.id)).toEqual({ voucherId: draft.id, ...live })
  await market.unpublish(draft.id)
  expect(await check(draft.id)).toEqual({ voucherId: draft.id, ...live })
})

test('200: the issues for which publishing would be refused; nothing is published', async () => {
  const draft = await market.draft(shop.id, { imagePath: null, codeSource: 'MANUAL' })
  const { ready, issues } = await check(draft.id)
  expect([ready, issues.map(({ path }: { path: string }) => path)]).toEqual([
    false,
    ['/imagePath', '/codeSource'],
  ])
  const refused = await admin('POST', `/admin/vouchers/${draft.id}/publish`)
  expect([refused.body.error, refused.body.issues]).toEqual(['voucher_incomplete', issues])
})

test('200: a merchant sees how many users would be notified, but not their partners', async () => {
  const draft = await market.draft(shop.id)
  const access = { name: 'key', role: 'merchant', merchantIds: [shop.id] }
  const { key } = (await admin('POST', '/admin/keys', access)).body
  expect(await check(draft.id, as(key))).toMatchObject({ users: 3, partners: [] })
})

test('200: needsApproval, while publications need a second person', async () => {
  const draft = await market.draft(shop.id)
  await harness.db`update approval_settings set is_required = true`
  expect(await check(draft.id)).toMatchObject({ ready: true, needsApproval: true })
})

test('404 not_found: an unknown voucher', async () => {
  expect((await admin('GET', `/admin/vouchers/${randomUUID()}/publish-check`)).status).toBe(404)
})
