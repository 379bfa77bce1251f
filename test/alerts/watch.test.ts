import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { beforeEach, expect, test } from 'vitest'
import { watchAlerts } from '../../src/domain/alerts/watch-alerts.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboard } from '../support/signing.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { HOUR_MS, MINUTE_MS, openAlertScene } from './alert-scene.ts'

const harness = await createHarness({ allowPrivateTargets: true }, { attemptsPerMinute: 1000 })
const { clock, db, deps } = harness
const scene = openAlertScene(harness)
const { admin, callAs, receive, work, notice, clear } = scene
const market = openMarket(harness.admin)
const till = await openTill(harness)
const visitor = visitorsOf(harness, await onboardIssuer(harness))
const partner = await onboard(harness.admin, { name: 'Flaky Bank', webhookUrl: 'http://127.0.0.1:9/hooks' })
const DAY_MS = 24 * HOUR_MS

beforeEach(async () => {
  await clear()
  await db`update vouchers set valid_until = null`
})

type Line = { kind: string; change: string; message: string }
const linesIn = (bodies: { data: { alerts: Line[] } }[]) =>
  bodies.flatMap(({ data }) => data.alerts.map(({ kind, change, message }) => [kind, change, message]))
const fail = (since: Date | null) => db`
  insert into endpoints (partner_id, failures, failing_since) values (${partner.id}, ${since ? 3 : 0}, ${since})
  on conflict (partner_id) do update set failures = excluded.failures, failing_since = excluded.failing_since`

test('ENDPOINT_FAILING: sent when it has failed for 10 minutes, with a line when it ends', async () => {
  const { bodies } = await receive('SIGNED', { alertKinds: ['ENDPOINT_FAILING'] })
  await work()
  await fail(clock.now)
  for (let minute = 1; minute < 10; minute += 1) await work()
  expect(bodies()).toEqual([])
  await work()
  const failing = 'Deliveries to Flaky Bank are failing: the last 3 attempts failed'
  expect(linesIn(bodies())).toEqual([['ENDPOINT_FAILING', 'BEGAN', failing]])
  await fail(null)
  clock.advance(10 * MINUTE_MS)
  await work()
  expect(linesIn(bodies())[1]).toEqual(['ENDPOINT_FAILING', 'ENDED', failing])
})

test('one that fails for less than 10 minutes is never sent', async () => {
  const { bodies } = await receive('SIGNED', { alertKinds: ['ENDPOINT_FAILING'] })
  await fail(clock.now)
  for (let minute = 0; minute < 5; minute += 1) await work()
  await fail(null)
  for (let minute = 0; minute < 10; minute += 1) await work()
  expect(bodies()).toEqual([])
})

test('an alert that became a worse one has no end', async () => {
  const kinds = ['ENDPOINT_FAILING', 'ENDPOINT_PAUSED']
  const { bodies } = await receive('SIGNED', { alertKinds: kinds })
  await fail(new Date(clock.now.getTime() - HOUR_MS))
  await work()
  await db`update endpoints set paused_at = ${clock.now}, pause_reason = 'GONE' where partner_id = ${partner.id}`
  clock.advance(10 * MINUTE_MS)
  await work()
  expect(linesIn(bodies()).map(([kind, change]) => [kind, change])).toEqual([
    ['ENDPOINT_FAILING', 'BEGAN'],
    ['ENDPOINT_PAUSED', 'BEGAN'],
  ])
  await db`delete from endpoints where partner_id = ${partner.id}`
})

test('VOUCHER_ENDS_SOON: three days before the end, until it ends or is extended', async () => {
  const validUntil = new Date(clock.now.getTime() + 3 * DAY_MS + 30 * MINUTE_MS).toISOString()
  const shop = await market.shop({ timezone: 'Asia/Kuala_Lumpur' })
  const voucher = await market.offer(shop.id, { title: 'Free kopi', validUntil })
  const asMerchant = await callAs({ role: 'merchant', merchantIds: [shop.id] })
  const alerts = async () => (await asMerchant('GET', '/admin/alerts')).body.items
  expect(await alerts()).toEqual([])
  clock.advance(31 * MINUTE_MS)
  const [alert] = await alerts()
  expect(alert).toMatchObject({
    kind: 'VOUCHER_ENDS_SOON',
    message: expect.stringMatching(/^Free kopi ends on .+ \(Asia\/Kuala_Lumpur\)$/),
    subject: { type: 'voucher', id: voucher.id, name: 'Free kopi' },
    since: new Date(Date.parse(validUntil) - 3 * DAY_MS).toISOString(),
  })
  clock.advance(3 * DAY_MS)
  expect(await alerts()).toEqual([])
})

test('CAP_NEARLY_REACHED at 80 %, CAP_REACHED at 100 %, since they were noticed; a higher cap ends both', async () => {
  const { bodies } = await receive('SIGNED', { alertKinds: ['CAP_NEARLY_REACHED', 'CAP_REACHED'] })
  const voucher = await till.offer({ title: 'Five toasts', redemptionCount: 10, globalRedemptionCap: 5 })
  const redeem = async (times: number) => {
    for (let i = 0; i < times; i += 1) expect((await till.redeem(visitor(), voucher.id)).status).toBe(201)
  }
  const capAlerts = async () =>
    (await admin('GET', '/admin/alerts')).body.items.filter(({ kind }: Line) => kind.startsWith('CAP'))
  await redeem(3)
  expect(await capAlerts()).toEqual([])
  await redeem(1)
  await work()
  const noticedAt = clock.now.toISOString()
  expect(linesIn(bodies())).toEqual([
    ['CAP_NEARLY_REACHED', 'BEGAN', '4 of 5 redemptions of Five toasts are used'],
  ])
  clock.advance(MINUTE_MS)
  expect(await capAlerts()).toMatchObject([{ kind: 'CAP_NEARLY_REACHED', since: noticedAt }])
  await redeem(1)
  await work()
  expect(linesIn(bodies())[1]).toEqual(['CAP_REACHED', 'BEGAN', 'All 5 redemptions of Five toasts are used'])
  await admin('PATCH', `/admin/vouchers/${voucher.id}`, { globalRedemptionCap: 50 })
  clock.advance(10 * MINUTE_MS)
  await work()
  expect(linesIn(bodies())[2]?.slice(0, 2)).toEqual(['CAP_REACHED', 'ENDED'])
  expect(await capAlerts()).toEqual([])
})

test('STATEMENTS_CLOSED: for merchants and partners as well; listed for 7 days', async () => {
  const { merchant } = till
  const asMerchant = await callAs({ role: 'merchant', merchantIds: [merchant.id] })
  const asPartner = await callAs({ role: 'partner', partnerId: partner.id })
  const [open] = await db`select to_char(${clock.now}::timestamptz - interval '1 month', 'YYYY-MM') as month`
  clock.advance(MINUTE_MS)
  const closed = await admin('POST', `/admin/statements/${open?.month}/close`)
  expect(closed.status).toBe(200)
  for (const call of [admin, asMerchant, asPartner]) {
    const { items } = (await call('GET', '/admin/alerts')).body
    expect(items).toMatchObject([{ kind: 'STATEMENTS_CLOSED', subject: { type: 'month', id: open?.month } }])
  }
  clock.advance(7 * DAY_MS)
  expect((await asMerchant('GET', '/admin/alerts')).body.items).toEqual([])
})

test('a merchant and a partner see their own alerts only', async () => {
  const other = await market.merchant()
  const about = (merchantId: string | null, partnerId: string | null, name: string) =>
    notice(name, {
      kind: 'POOL_LOW',
      subjectType: 'voucher',
      merchantId,
      partnerId,
      facts: { available: 1, total: 10 },
    })
  await about(till.merchant.id, null, 'Kopi')
  await about(other.id, null, 'Tea')
  await about(null, partner.id, 'Flaky')
  await notice('Aina')
  const namesSeenBy = async (access: object) => {
    const call = await callAs(access)
    const { items } = (await call('GET', '/admin/alerts')).body
    return items.map(({ subject }: { subject: { name: string } }) => subject.name)
  }
  expect(await namesSeenBy({ role: 'merchant', merchantIds: [till.merchant.id] })).toEqual(['Kopi'])
  expect(await namesSeenBy({ role: 'partner', partnerId: partner.id })).toEqual(['Flaky'])
  expect(await namesSeenBy({ role: 'support' })).toHaveLength(4)
})

test('each destination gets what its owner sees and its filter wants', async () => {
  const ofMerchant = await callAs({ role: 'merchant', merchantIds: [till.merchant.id] })
  const ofPartner = await callAs({ role: 'partner', partnerId: partner.id })
  const all = await receive('SIGNED')
  const filtered = await receive('SIGNED', { merchantId: till.merchant.id })
  const byKind = await receive('SIGNED', { alertKinds: ['NEW_DEVICE'] })
  const merchants = await receive('SIGNED', {}, ofMerchant)
  const partners = await receive('SIGNED', {}, ofPartner)
  const about = (kind: AlertKind, merchantId: string | null, partnerId: string | null) =>
    notice(kind, { kind, merchantId, partnerId, facts: { available: 1, total: 10, error: 'x' } })
  await about('POOL_LOW', till.merchant.id, null)
  await about('JWKS_UNREACHABLE', null, partner.id)
  await about('STATEMENTS_CLOSED', null, null)
  await notice('Aina')
  await work()
  const kindsAt = ({ bodies }: typeof all) => linesIn(bodies()).map(([kind]) => kind)
  expect(kindsAt(all)).toEqual(['POOL_LOW', 'JWKS_UNREACHABLE', 'STATEMENTS_CLOSED', 'NEW_DEVICE'])
  expect(kindsAt(filtered)).toEqual(['POOL_LOW', 'STATEMENTS_CLOSED'])
  expect(kindsAt(byKind)).toEqual(['NEW_DEVICE'])
  expect(kindsAt(merchants)).toEqual(['POOL_LOW', 'STATEMENTS_CLOSED'])
  expect(kindsAt(partners)).toEqual(['JWKS_UNREACHABLE', 'STATEMENTS_CLOSED'])
})

test('nothing of before: a new destination gets what begins from now on', async () => {
  await notice('Before')
  await work()
  const { bodies } = await receive('SIGNED')
  await work()
  expect(bodies()).toEqual([])
})

test('two workers at once: each alert is stored and sent once', async () => {
  const { bodies } = await receive('SIGNED', { alertKinds: ['VOUCHER_ENDS_SOON'] })
  const shop = await market.shop()
  const validUntil = new Date(clock.now.getTime() + DAY_MS).toISOString()
  for (let i = 0; i < 5; i += 1) await market.offer(shop.id, { validUntil })
  const node = await harness.startNode()
  for (let round = 0; round < 5; round += 1) {
    clock.advance(MINUTE_MS)
    await Promise.all([watchAlerts(deps), watchAlerts(node.deps), watchAlerts(deps)])
  }
  await work()
  expect(bodies()).toHaveLength(1)
  expect(bodies()[0].data.alerts).toHaveLength(5)
})

test('a restored copy sends nothing until its deliveries are released', async () => {
  const { bodies } = await receive('SIGNED')
  await db`
    insert into installation (secrets_key_check, created_at, deliveries_held_since)
    values ('x', ${clock.now}, ${clock.now})`
  await notice('Held')
  await work()
  expect(bodies()).toEqual([])
  await db`update installation set deliveries_held_since = null`
  await work()
  expect(bodies()).toHaveLength(1)
})
