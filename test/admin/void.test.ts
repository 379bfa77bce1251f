import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call, createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { db, clock, served, startNode } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)
const till = await openTill(harness)
const visitor = visitorsOf(harness, await onboardIssuer(harness))

const keyOf = async (access: object) =>
  (await admin('POST', '/admin/keys', { name: 'Key', ...access })).body.key as string
const support = await keyOf({ role: 'support' })
const asSupport = as(support)

const REASON = 'Redeemed twice by mistake.'
const voided = (id: string, reason = REASON, call = asSupport) =>
  call('POST', `/admin/redemptions/${id}/void`, { reason })
const redeemed = async (by: Call, voucherId: string) => {
  const { status, body } = await till.redeem(by, voucherId)
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const counters = async (voucherId: string) => {
  const byUser =
    await db`select used from user_quotas where voucher_id = ${voucherId} order by user_id, cycle_key`
  const byAll = await db`select used from voucher_quotas where voucher_id = ${voucherId} order by cycle_key`
  return { byUser: byUser.map(({ used }) => used), byAll: byAll.map(({ used }) => used) }
}

test('200: quota and cap are given back, and the same user can redeem once more', async () => {
  const voucher = await till.offer({ globalRedemptionCap: 1 })
  const user = visitor('again')
  const first = await redeemed(user, voucher.id)
  expect((await till.redeem(user, voucher.id)).body.error).toBe('limit_reached')
  expect((await till.redeem(visitor('next'), voucher.id)).body.error).toBe('global_cap_reached')

  const { status, body } = await voided(first.id)
  expect([status, body.voidedAt, body.voidReason]).toEqual([200, clock.now.toISOString(), REASON])
  expect((await user('GET', `/vouchers/${voucher.id}`)).body.me).toMatchObject({ used: 0, remaining: 1 })
  await redeemed(user, voucher.id)
  expect((await till.redeem(user, voucher.id)).body.error).toBe('limit_reached')
  expect(await counters(voucher.id)).toEqual({ byUser: [1], byAll: [1] })
})

const voidEvents = (redemptionId: string) =>
  db`select * from events where type = 'REDEMPTION_VOIDED' and body like ${`%${redemptionId}%`}`

test('REDEMPTION_VOIDED: written once with the void, even if it is voided again', async () => {
  const voucher = await till.offer({ codeSource: 'AUTO' })
  const redemption = await redeemed(visitor('told'), voucher.id)
  expect((await voided(redemption.id)).status).toBe(200)
  await Promise.all([voided(redemption.id), voided(redemption.id, 'Another reason.')])
  const events = await voidEvents(redemption.id)
  expect(events.map(({ body }) => JSON.parse(body))).toEqual([
    {
      id: events[0]?.id,
      type: 'REDEMPTION_VOIDED',
      createdAt: clock.now.toISOString(),
      data: {
        userId: redemption.userId,
        externalUserId: 'told',
        redemptionId: redemption.id,
        voucherId: voucher.id,
        voucherTitle: redemption.voucherTitle,
        merchantId: till.merchant.id,
        outletId: till.outlet.id,
        reason: REASON,
        voidedAt: clock.now.toISOString(),
      },
    },
  ])
  expect(events[0]?.body).not.toContain(redemption.code)
})

test('200: the row and its code stay; a pool code is not dispensed again', async () => {
  const market = await till.offer({ codeSource: 'AUTO' })
  const auto = await redeemed(visitor('coded'), market.id)
  expect((await voided(auto.id)).body).toMatchObject({ id: auto.id, code: auto.code, status: 'SUCCESS' })
  expect((await visitor('coded')('GET', '/me/redemptions')).body).toMatchObject([
    { id: auto.id, code: auto.code, voidedAt: clock.now.toISOString() },
  ])

  const { body: draft } = await admin('POST', `/admin/merchants/${till.merchant.id}/vouchers`, {
    ...{ title: 'Pooled', codeSource: 'MANUAL', claimFlow: 'INSTANT', redemptionCount: 9 },
    imagePath: 'https://img.example.com/offer.jpg',
  })
  await admin('POST', `/admin/vouchers/${draft.id}/codes`, { codes: ['A-1', 'A-2'] })
  await admin('POST', `/admin/vouchers/${draft.id}/publish`)
  const pooled = await redeemed(visitor('pooled'), draft.id)
  await voided(pooled.id)
  expect((await redeemed(visitor('pooled'), draft.id)).code).not.toBe(pooled.code)
  expect((await till.redeem(visitor('pooled'), draft.id)).body.error).toBe('codes_exhausted')
})

test('200: the quota is given back in the cycle of the redemption, not in the current one', async () => {
  const voucher = await till.offer({ cycle: 'MONTHLY', redemptionCount: 1 })
  const user = visitor('cyclic')
  clock.now = new Date('2027-01-15T08:00:00Z')
  const january = await redeemed(user, voucher.id)
  clock.now = new Date('2027-02-15T08:00:00Z')
  await redeemed(user, voucher.id)
  expect((await voided(january.id)).body.cycleKey).toBe('2027-01')
  expect(await counters(voucher.id)).toEqual({ byUser: [0, 1], byAll: [0, 1] })
  expect((await till.redeem(user, voucher.id)).body.error).toBe('limit_reached')
})

test('200: a second void with another reason changes nothing and gives nothing back', async () => {
  const voucher = await till.offer({ redemptionCount: 5 })
  const user = visitor('repeated')
  const one = await redeemed(user, voucher.id)
  await redeemed(user, voucher.id)
  const first = await voided(one.id)
  clock.advance(60_000)
  expect((await voided(one.id, 'Another reason.')).body).toEqual(first.body)
  expect(await counters(voucher.id)).toEqual({ byUser: [1], byAll: [1] })
  const { items } = (await admin('GET', `/admin/audit?target=redemption:${one.id}`)).body
  expect(items).toHaveLength(1)
})

test('200 for all, one wins: 20 concurrent voids of one redemption on two nodes, 10 times', async () => {
  const node = await startNode()
  const onNode = heldToContract(served, node.as(support))
  const voucher = await till.offer({ redemptionCount: 1000 })
  const user = visitor('raced')
  for (let round = 0; round < 10; round += 1) {
    await redeemed(user, voucher.id)
    const { id } = await redeemed(user, voucher.id)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => voided(id, `Reason ${i}`, i % 2 ? asSupport : onNode)),
    )
    for (const response of responses)
      expect([response.status, response.body]).toEqual([200, responses[0]?.body])
    expect(await counters(voucher.id)).toEqual({ byUser: [round + 1], byAll: [round + 1] })
    const entries = await db`select from audit_log where target = ${`redemption:${id}`}`
    expect(entries).toHaveLength(1)
  }
})

test('no deadlock and exact counters: concurrent voids and redemptions of the same users and vouchers', async () => {
  const vouchers = await Promise.all([1, 2].map(() => till.offer({ redemptionCount: 1000 })))
  const users = ['a', 'b', 'c'].map((name) => visitor(`busy ${name}`))
  const pairs = users.flatMap((user) => vouchers.map(({ id }) => ({ user, id })))
  let last = await Promise.all(pairs.map(({ user, id }) => redeemed(user, id)))
  for (let round = 0; round < 10; round += 1) {
    const [latest, undone] = await Promise.all([
      Promise.all(pairs.map(({ user, id }) => redeemed(user, id))),
      Promise.all(last.map(({ id }) => voided(id))),
    ])
    for (const response of undone) expect([response.status, response.body.error]).toEqual([200, undefined])
    last = latest
  }
  for (const { id } of vouchers) expect(await counters(id)).toEqual({ byUser: [1, 1, 1], byAll: [3] })
})

test('the audit log has the caller and the time; no code, and no text about the user', async () => {
  const voucher = await till.offer({ codeSource: 'AUTO' })
  const { id, code } = await redeemed(visitor('audited'), voucher.id)
  await voided(id)
  const { items } = (await admin('GET', `/admin/audit?target=redemption:${id}`)).body
  expect(items).toMatchObject([
    {
      actor: { kind: 'key', name: 'Key' },
      action: 'redemption.void',
      before: { voidedAt: null },
      after: { voidedAt: clock.now.toISOString() },
    },
  ])
  await admin('POST', `/admin/redemptions/${id}/review`, { outcome: 'REJECTED', note: 'Seen.' })
  const [log] = await db`select json_agg(audit_log)::text as text from audit_log`
  expect(log?.text).toContain(id)
  for (const text of [code, REASON, 'Seen.']) expect(log?.text).not.toContain(text)
})

test('403 forbidden for merchant and partner, 404 if unknown, 400 without a reason; nothing changed', async () => {
  const voucher = await till.offer()
  const { id, merchantId } = await redeemed(visitor('kept'), voucher.id)
  const asMerchant = as(await keyOf({ role: 'merchant', merchantIds: [merchantId] }))
  expect((await voided(id, REASON, asMerchant)).status).toBe(403)
  for (const unknown of [randomUUID(), 'nonsense']) {
    const response = await voided(unknown)
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  }
  for (const body of [
    {},
    { reason: '' },
    { reason: ' ' },
    { reason: 'x'.repeat(501) },
    { reason: 'x', by: 'y' },
  ]) {
    const response = await asSupport('POST', `/admin/redemptions/${id}/void`, body)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  }
  expect((await admin('GET', `/admin/redemptions/${id}`)).body.voidedAt).toBeNull()
  expect(await counters(voucher.id)).toEqual({ byUser: [1], byAll: [1] })
})
