import { randomUUIDv7 } from 'node:crypto'
import {
  ClaimCreated,
  RedemptionCreated,
  RedemptionVoided,
  VoucherPublished,
  WebhookEvent,
} from '@counterfoil/contract/events.ts'
import { exampleOf } from '@counterfoil/contract/shapes/example.ts'
import { expect, test } from 'vitest'
import { expandFanouts } from '../../src/domain/webhooks/fanout.ts'
import {
  claimCreated,
  redemptionCreated,
  redemptionVoided,
  voucherPublished,
} from '../../src/domain/webhooks/outbox/events.ts'
import { enqueueEvents } from '../../src/domain/webhooks/outbox/outbox.ts'
import { connect } from '../../src/platform/database/db.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { heldToContract, judge } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket } from '../support/market.ts'
import { onboard } from '../support/signing.ts'

const harness = await createHarness()
const { db, deps, clock, served } = harness
const admin = heldToContract(served, harness.admin)
const market = openMarket(admin)
const publish = (id: string) => admin('POST', `/admin/vouchers/${id}/publish`)
const unpublish = (id: string) => admin('POST', `/admin/vouchers/${id}/unpublish`)

type EventRow = {
  id: string
  partnerId: string
  userId: string
  type: string
  body: string
  createdAt: string
}
/** Does the work of a worker, then returns the events of the voucher. */
const eventsOf = async (voucherId: string) => {
  await expandFanouts(deps)
  return db<EventRow[]>`
    select id, partner_id, user_id, type, body, created_at from events
    where body::json -> 'data' ->> 'voucherId' = ${voucherId} order by user_id`
}
const audit = (id: string) =>
  db`select action, before, after from audit_log where target = ${`voucher:${id}`} order by id`

/** A user who favorites the merchant. */
async function follower(partnerId: string, merchantId: string, externalUserId: string = randomUUIDv7()) {
  const user = { id: randomUUIDv7(), partnerId, externalUserId, createdAt: clock.now, updatedAt: clock.now }
  await db`insert into users ${insertion(user)}`
  await db`insert into favorites ${insertion({ userId: user.id, merchantId, createdAt: clock.now })}`
  return user
}

test('200: DRAFT, PUBLISHED, UNPUBLISHED, PUBLISHED; publishedAt stays that of the first publication', async () => {
  const shop = await market.shop()
  const draft = await market.draft(shop.id)
  const first = await publish(draft.id)
  const publishedAt = clock.now.toISOString()
  expect(first.body).toEqual({
    ...draft,
    status: 'PUBLISHED',
    publishedAt,
    version: 2,
    updatedAt: publishedAt,
    eventsEnqueued: 0,
  })
  clock.advance(60_000)
  expect((await unpublish(draft.id)).body).toMatchObject({ status: 'UNPUBLISHED', publishedAt, version: 3 })
  clock.advance(60_000)
  const again = await publish(draft.id)
  expect(again.body).toMatchObject({ status: 'PUBLISHED', publishedAt, version: 4 })
  expect(await audit(draft.id)).toEqual([
    expect.objectContaining({ action: 'voucher.create' }),
    {
      action: 'voucher.publish',
      before: { status: 'DRAFT', publishedAt: null },
      after: { status: 'PUBLISHED', publishedAt },
    },
    { action: 'voucher.unpublish', before: { status: 'PUBLISHED' }, after: { status: 'UNPUBLISHED' } },
    { action: 'voucher.publish', before: { status: 'UNPUBLISHED' }, after: { status: 'PUBLISHED' } },
  ])
})

test('200: publishing or unpublishing twice changes nothing and writes no audit entry; unpublishing a draft leaves it a draft', async () => {
  const shop = await market.shop()
  const draft = await market.draft(shop.id)
  expect((await unpublish(draft.id)).body).toEqual(draft)
  const { body: published } = await publish(draft.id)
  clock.advance(1000)
  expect((await publish(draft.id)).body).toEqual(published)
  const { body: unpublished } = await unpublish(draft.id)
  clock.advance(1000)
  expect((await unpublish(draft.id)).body).toEqual(unpublished)
  expect((await audit(draft.id)).map(({ action }) => action)).toEqual([
    'voucher.create',
    'voucher.publish',
    'voucher.unpublish',
  ])
})

const issuesOf = async (id: string) => {
  const { status, body } = await publish(id)
  expect([status, body.error]).toEqual([422, 'voucher_incomplete'])
  return body.issues.map(({ path }: { path: string }) => path)
}
const statusOf = async (id: string) => (await admin('GET', `/admin/vouchers/${id}`)).body.status

test('422 voucher_incomplete: lists everything that is missing; nothing changed, no event', async () => {
  const { id: partnerId } = await onboard(admin)
  const merchant = await market.merchant({ isActive: false })
  await follower(partnerId, merchant.id)
  const past = new Date(clock.now.getTime() - 1).toISOString()
  const draft = await market.draft(merchant.id, { imagePath: null, codeSource: 'MANUAL', validUntil: past })
  const paths = ['/imagePath', '/merchantId', '/outletIds', '/codeSource', '/validUntil']
  expect(await issuesOf(draft.id)).toEqual(paths)
  expect((await admin('GET', `/admin/vouchers/${draft.id}`)).body).toEqual(draft)
  expect(await eventsOf(draft.id)).toEqual([])
})

test('422 voucher_incomplete: from the millisecond at which its validity ends', async () => {
  const shop = await market.shop()
  const draft = await market.draft(shop.id, { validUntil: clock.now.toISOString() })
  expect(await issuesOf(draft.id)).toEqual(['/validUntil'])
  const next = new Date(clock.now.getTime() + 1).toISOString()
  await market.change(`/admin/vouchers/${draft.id}`, { validUntil: next })
  expect((await publish(draft.id)).status).toBe(200)
})

test('422 voucher_incomplete: no active outlet among those where it is valid', async () => {
  const merchant = await market.merchant()
  const inactive = await market.outlet(merchant.id, { isActive: false })
  const everywhere = await market.draft(merchant.id)
  expect(await issuesOf(everywhere.id)).toEqual(['/outletIds'])
  const active = await market.outlet(merchant.id)
  expect((await publish(everywhere.id)).status).toBe(200)
  const somewhere = await market.draft(merchant.id, { outletIds: [inactive.id] })
  expect(await issuesOf(somewhere.id)).toEqual(['/outletIds'])
  await market.change(`/admin/vouchers/${somewhere.id}`, { outletIds: [inactive.id, active.id] })
  expect((await publish(somewhere.id)).status).toBe(200)
})

test('422 voucher_incomplete: a MANUAL voucher whose codes are all dispensed; AUTO needs none', async () => {
  const shop = await market.shop()
  const manual = await market.draft(shop.id, { codeSource: 'MANUAL' })
  await admin('POST', `/admin/vouchers/${manual.id}/codes`, { codes: ['A'] })
  await dispenseAll(manual.id)
  expect(await issuesOf(manual.id)).toEqual(['/codeSource'])
  await admin('POST', `/admin/vouchers/${manual.id}/codes`, { codes: ['B'] })
  expect((await publish(manual.id)).status).toBe(200)
  const auto = await market.draft(shop.id, { codeSource: 'AUTO' })
  expect((await publish(auto.id)).status).toBe(200)
})

test('422 voucher_incomplete: publishing again has the same requirements; the voucher stays UNPUBLISHED', async () => {
  const shop = await market.shop()
  const voucher = await market.offer(shop.id)
  await unpublish(voucher.id)
  await market.change(`/admin/vouchers/${voucher.id}`, { imagePath: null })
  expect(await issuesOf(voucher.id)).toEqual(['/imagePath'])
  expect(await statusOf(voucher.id)).toBe('UNPUBLISHED')
})

test('VOUCHER_PUBLISHED: one event for each user who favorites the merchant and may see it, none for others', async () => {
  const other = await market.category()
  const shop = await market.shop({ category: other.slug })
  const elsewhere = await market.shop()
  const scope = (merchantIds: string[], categories: string[]) => ({ scope: { merchantIds, categories } })
  const audience = await Promise.all(
    [
      await onboard(admin),
      await onboard(admin, scope([shop.id], [])),
      await onboard(admin, scope([], ['F_AND_B', other.slug])),
    ].map(({ id }) => follower(id, shop.id)),
  )
  const outOfScope = await onboard(admin, scope([elsewhere.id], ['F_AND_B']))
  const nothing = await onboard(admin, scope([], []))
  const disabled = await onboard(admin, { disabled: true })
  for (const { id } of [outOfScope, nothing, disabled]) await follower(id, shop.id)
  await follower(audience[0]?.partnerId as string, elsewhere.id)
  const gone = await follower(audience[0]?.partnerId as string, shop.id)
  await db`update users set anonymized_at = now() where id = ${gone.id}`

  const draft = await market.draft(shop.id)
  expect((await publish(draft.id)).body.eventsEnqueued).toBe(3)
  const events = await eventsOf(draft.id)
  expect(events.map(({ userId, partnerId }) => [userId, partnerId])).toEqual(
    audience.map(({ id, partnerId }) => [id, partnerId]).sort(),
  )
})

test('VOUCHER_PUBLISHED: only the first time, not after unpublish and publish, also for new favorites', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  await follower(partnerId, shop.id)
  const draft = await market.draft(shop.id)
  expect((await publish(draft.id)).body.eventsEnqueued).toBe(1)
  await follower(partnerId, shop.id)
  expect((await publish(draft.id)).body.eventsEnqueued).toBe(0)
  await unpublish(draft.id)
  expect((await publish(draft.id)).body.eventsEnqueued).toBe(0)
  expect(await eventsOf(draft.id)).toHaveLength(1)
})

test('VOUCHER_PUBLISHED: eight concurrent publications on two nodes emit it once', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  for (let i = 0; i < 20; i += 1) await follower(partnerId, shop.id)
  const draft = await market.draft(shop.id)
  const node = await harness.startNode()
  const calls = [admin, node.admin, admin, node.admin, admin, node.admin, admin, node.admin]
  const responses = await Promise.all(
    calls.map((call) => call('POST', `/admin/vouchers/${draft.id}/publish`)),
  )
  expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 200))
  expect(responses.map(({ body }) => body.eventsEnqueued).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 20])
  expect(await eventsOf(draft.id)).toHaveLength(20)
})

const NASTY = [
  'plain-42',
  'quote " backslash \\ slash / ',
  'tab\tnewline\nreturn\rbell\u0007delete\u007f',
  '<script>&amp;\u2028\u2029',
  'émoji 😀 中文 \ufeff',
  '"\\u0000id"',
  '{b}$1 %s ?',
]

test('VOUCHER_PUBLISHED: the body is byte for byte that of the pure builder, and matches the contract', async () => {
  const { id: partnerId } = await onboard(admin)
  const merchant = await market.shop({ name: 'Kopi "Corner" \\ & Söhne' })
  const users = await Promise.all(
    NASTY.map((externalUserId) => follower(partnerId, merchant.id, externalUserId)),
  )
  const title = '{b}Free{/b} kopi \\u0000id "\\u0000user" \'x\' 😀\u2028'
  for (const valueType of ['PERCENT', null]) {
    const draft = await market.draft(merchant.id, { title, valueType })
    clock.advance(1)
    await publish(draft.id)
    const events = await eventsOf(draft.id)
    expect(events).toHaveLength(NASTY.length)
    for (const { id, userId, type, body, createdAt } of events) {
      const { externalUserId } = users.find((user) => user.id === userId) as { externalUserId: string }
      const built = voucherPublished(
        { id, createdAt: clock.now },
        {
          userId,
          externalUserId,
          voucherId: draft.id,
          voucherTitle: title,
          merchantId: merchant.id,
          merchantName: merchant.name,
          valueType: valueType as 'PERCENT' | null,
        },
      )
      expect(body).toBe(JSON.stringify(built))
      expect(judge(VoucherPublished)(JSON.parse(body)), body).toBe(true)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect([type, createdAt]).toEqual(['VOUCHER_PUBLISHED', clock.now.toISOString()])
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(NASTY.length)
  }
})

test('VOUCHER_PUBLISHED: later changes of title and name do not change the body', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  await follower(partnerId, shop.id)
  const voucher = await market.offer(shop.id)
  const before = await eventsOf(voucher.id)
  await market.change(`/admin/vouchers/${voucher.id}`, { title: 'Another' })
  await market.change(`/admin/merchants/${shop.id}`, { name: 'Another' })
  expect(await eventsOf(voucher.id)).toEqual(before)
  expect(before).toHaveLength(1)
})

const STAMP = { id: randomUUIDv7(), createdAt: new Date('2026-11-15T08:30:00.007Z') }

test.each([
  ['CLAIM_CREATED', ClaimCreated, claimCreated],
  ['REDEMPTION_CREATED', RedemptionCreated, redemptionCreated],
  ['REDEMPTION_VOIDED', RedemptionVoided, redemptionVoided],
  ['VOUCHER_PUBLISHED', VoucherPublished, voucherPublished],
])(
  '%s: exactly the keys of the contract, in its order, even if the facts have more',
  (type, schema, build) => {
    const example = exampleOf(schema as object) as WebhookEvent
    const facts = { code: 'SECRET-1', ...example.data, voucherCode: 'SECRET-2' }
    const event = build(STAMP, facts as never)
    expect(JSON.stringify(event)).toBe(
      JSON.stringify({ id: STAMP.id, type, createdAt: '2026-11-15T08:30:00.007Z', data: example.data }),
    )
    expect(judge(WebhookEvent)(event)).toBe(true)
  },
)

test('enqueueEvents: stores the given events byte for byte', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  const events = await Promise.all(
    NASTY.map(async (externalUserId) => {
      const { id: userId } = await follower(partnerId, shop.id, externalUserId)
      const voucherTitle = '{b}Free{/b} kopi'
      const data = { claimId: randomUUIDv7(), voucherId: randomUUIDv7(), voucherTitle, merchantId: shop.id }
      const stamp = { id: randomUUIDv7(), createdAt: clock.now }
      return { partnerId, event: claimCreated(stamp, { userId, externalUserId, ...data }) }
    }),
  )
  await db.begin(async (tx) => {
    await enqueueEvents(tx, events)
    await enqueueEvents(tx, [])
  })
  for (const { event } of events) {
    const [row] = await db<EventRow[]>`
      select id, partner_id, user_id, type, body, created_at from events where id = ${event.id}`
    expect(row).toEqual({
      id: event.id,
      partnerId,
      userId: event.data.userId,
      type: 'CLAIM_CREATED',
      body: JSON.stringify(event),
      createdAt: event.createdAt,
    })
  }
})

test('a publication wakes the workers of all nodes, and they find its audience', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  await follower(partnerId, shop.id)
  const draft = await market.draft(shop.id)
  await expandFanouts(deps)
  const listener = await connect(db.url, { max: 2 })
  const woken = Promise.withResolvers<number>()
  await listener.listen('events', async () => {
    const [row] = await listener`select count(*) from fanouts`
    woken.resolve(row?.count)
  })
  await publish(draft.id)
  expect(await woken.promise).toBe(1)
  await listener.end({ timeout: 1 })
})

test('a failed publication changes no status and writes no events', async () => {
  const { id: partnerId } = await onboard(admin)
  const shop = await market.shop()
  await follower(partnerId, shop.id)
  const draft = await market.draft(shop.id)
  await db`alter table audit_log add constraint refuse_publication check (action <> 'voucher.publish') not valid`
  const response = await harness.admin('POST', `/admin/vouchers/${draft.id}/publish`)
  await db`alter table audit_log drop constraint refuse_publication`
  expect([response.status, response.body]).toEqual([500, { error: 'internal_error' }])
  expect(await statusOf(draft.id)).toBe('DRAFT')
  expect(await eventsOf(draft.id)).toEqual([])
})

/** Draws codes as redemptions do, but without the redemptions. */
async function dispenseAll(voucherId: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update voucher_codes set redemption_id = ${randomUUIDv7()} where voucher_id = ${voucherId}`
  })
}
