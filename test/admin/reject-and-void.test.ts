import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { db } = harness
const as = (key: string): Call => heldToContract(harness.served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const keyOf = async (access: object) =>
  as((await admin('POST', '/admin/keys', { name: 'Aina', ...access })).body.key)
const asSupport = await keyOf({ role: 'support' })

const FLAGGED = { consumerLat: undefined, consumerLng: undefined }
const redeem = async (user: string) =>
  (await till.redeem(visitor(user), (await till.offer()).id, FLAGGED)).body.id as string
const review = (id: string, body: object) => asSupport('POST', `/admin/redemptions/${id}/review`, body)

test('200: rejected and voided in one transaction, with an entry and an event as if by two calls', async () => {
  const id = await redeem('mei')
  const { status, body } = await review(id, {
    outcome: 'REJECTED',
    note: 'Fake.',
    voidReason: 'Not at the outlet.',
  })
  expect([status, body]).toMatchObject([
    200,
    {
      voidReason: 'Not at the outlet.',
      review: { outcome: 'REJECTED', note: 'Fake.', reviewedByName: 'Aina' },
    },
  ])
  const entries = await db`select action, at from audit_log where target = ${`redemption:${id}`} order by id`
  expect(entries.map(({ action }) => action)).toEqual(['redemption.void', 'redemption.review'])
  const events = await db`select type from events where type = 'REDEMPTION_VOIDED' and body like ${`%${id}%`}`
  expect(events).toHaveLength(1)
  await review(id, { outcome: 'REJECTED', voidReason: 'Again.' })
  expect((await admin('GET', `/admin/redemptions/${id}`)).body.voidReason).toBe('Not at the outlet.')
})

test('the list of rejected redemptions that are not voided', async () => {
  const [rejected, both] = [await redeem('lim'), await redeem('tan')]
  await review(rejected, { outcome: 'REJECTED' })
  await review(both, { outcome: 'REJECTED', voidReason: 'Not at the outlet.' })
  const { items } = (await asSupport('GET', '/admin/redemptions?reviewOutcome=REJECTED&voided=false')).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([rejected])
})

test('400: voidReason with an accepted review', async () => {
  const response = await review(await redeem('ng'), { outcome: 'ACCEPTED', voidReason: 'x' })
  expect([response.status, response.body.issues]).toMatchObject([
    400,
    [{ path: '/voidReason', message: 'needs outcome REJECTED' }],
  ])
})

test('the reviewer’s name is for the operator: merchants and partners get null', async () => {
  const id = await redeem('wong')
  await review(id, { outcome: 'ACCEPTED' })
  const nameFor = async (access: object) =>
    (await (await keyOf(access))('GET', `/admin/redemptions/${id}`)).body.review.reviewedByName
  expect([
    await nameFor({ role: 'admin' }),
    await nameFor({ role: 'merchant', merchantIds: [till.merchant.id] }),
    await nameFor({ role: 'partner', partnerId: issuer.partner.id }),
  ]).toEqual(['Aina', null, null])
})

test('badges: what waits for a review, for those who review', async () => {
  const waiting = async (call: Call) => (await call('GET', '/admin/badges')).body
  await redeem('teh')
  expect(await waiting(asSupport)).toEqual({ review: { value: 2, isExact: true }, alerts: 0 })
  const asPartner = await keyOf({ role: 'partner', partnerId: issuer.partner.id })
  expect(await waiting(asPartner)).toEqual({ review: null, alerts: 0 })
})
