import { randomUUIDv7 } from 'node:crypto'
import { ClaimCreated } from '@counterfoil/contract/events.ts'
import { expect, test } from 'vitest'
import { issuesOf } from '../../src/platform/input/validation.ts'
import { judge } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, clock, db } = harness
const market = openMarket(admin)
const issuer = await onboardIssuer(harness)
const visitor = visitorsOf(harness, issuer)
const call = visitor()
const shop = await market.shop()

const claim = (voucherId: unknown, by = call) => by('POST', '/me/claims', { voucherId })
const claimsOf = (voucherId: string) =>
  db`select id, user_id, claimed_at from claims where voucher_id = ${voucherId}`
const eventsOf = (voucherId: string) =>
  db`select * from events where type = 'CLAIM_CREATED' and body like ${`%${voucherId}%`}`
const inSeconds = (seconds: number) => new Date(clock.now.getTime() + seconds * 1000).toISOString()

test('201: claimed, and the partner gets the event as in the contract', async () => {
  const voucher = await market.offer(shop.id, { title: '{b}Free{/b} "kopi" 🦊' })
  const sub = 'who "is" 🦊 \\ this'
  const response = await claim(voucher.id, visitor(sub))
  const [user] = await db`select id from users where external_user_id = ${sub}`
  expect([response.status, response.body]).toEqual([
    201,
    { id: expect.any(String), userId: user?.id, voucherId: voucher.id, claimedAt: clock.now.toISOString() },
  ])
  expect(await claimsOf(voucher.id)).toEqual([
    { id: response.body.id, userId: user?.id, claimedAt: response.body.claimedAt },
  ])
  const [row, ...more] = await eventsOf(voucher.id)
  expect(more).toEqual([])
  const event = JSON.parse(row?.body)
  expect(issuesOf(judge(ClaimCreated), event)).toEqual([])
  expect(event).toEqual({
    id: row?.id,
    type: 'CLAIM_CREATED',
    createdAt: clock.now.toISOString(),
    data: {
      userId: user?.id,
      externalUserId: sub,
      claimId: response.body.id,
      voucherId: voucher.id,
      voucherTitle: '{b}Free{/b} "kopi" 🦊',
      merchantId: shop.id,
    },
  })
  expect(row).toMatchObject({ partnerId: issuer.id, userId: user?.id, createdAt: event.createdAt })
})

test('201: an id in upper case, and unknown properties', async () => {
  const voucher = await market.offer(shop.id)
  const response = await call('POST', '/me/claims', { voucherId: voucher.id.toUpperCase(), note: 'please' })
  expect([response.status, response.body.voucherId]).toEqual([201, voucher.id])
})

test('201: before the redemption window and before the validity period', async () => {
  for (const changes of [
    { validFrom: inSeconds(3600) },
    { applicableFrom: inSeconds(3600) },
    { applicableUntil: inSeconds(-3600) },
    { validUntil: inSeconds(1) },
    { favoritesOnly: true },
  ]) {
    const voucher = await market.offer(shop.id, changes)
    expect([changes, (await claim(voucher.id)).status]).toEqual([changes, 201])
  }
})

test('200: a repeated claim returns the original, with no second event', async () => {
  const voucher = await market.offer(shop.id)
  const first = await claim(voucher.id)
  clock.advance(60_000)
  const second = await claim(voucher.id)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await eventsOf(voucher.id)).toHaveLength(1)
})

test('200: the original, whatever has happened to the voucher since', async () => {
  const { id } = await market.shop()
  const voucher = await market.offer(id, { validUntil: inSeconds(60) })
  const first = await claim(voucher.id)
  const expectOriginal = async () => {
    const again = await claim(voucher.id)
    expect([again.status, again.body]).toEqual([200, first.body])
  }
  await market.unpublish(voucher.id)
  await expectOriginal()
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  await expectOriginal()
  clock.advance(60_000)
  await expectOriginal()
  expect(await eventsOf(voucher.id)).toHaveLength(1)
})

test.each([
  ['who is new', false],
  ['who exists', true],
])('201 once: a hundred claims at once by a user %s: one row, one event', async (name, isKnown) => {
  const crowd = visitor(`a hundred hands of one ${name}`)
  if (isKnown) await crowd('GET', '/me')
  for (let round = 0; round < 3; round += 1) {
    const voucher = await market.offer(shop.id)
    const responses = await Promise.all(Array.from({ length: 100 }, () => claim(voucher.id, crowd)))
    const statuses = responses.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(99).fill(200), 201])
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await claimsOf(voucher.id)).toHaveLength(1)
    const events = await eventsOf(voucher.id)
    expect(events).toHaveLength(1)
    const event = JSON.parse(events[0]?.body)
    expect(issuesOf(judge(ClaimCreated), event)).toEqual([])
    expect(event.data.claimId).toBe(responses[0]?.body.id)
  }
})

test('201 once on two nodes', async () => {
  const node = await harness.startNode()
  const voucher = await market.offer(shop.id)
  const [here, there] = [visitor('two nodes'), visitorsOf({ ...harness, as: node.as }, issuer)('two nodes')]
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => claim(voucher.id, i % 2 === 0 ? here : there)),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
  expect(await eventsOf(voucher.id)).toHaveLength(1)
})

test('201 for each of many users at once', async () => {
  const voucher = await market.offer(shop.id)
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, i) => claim(voucher.id, visitor(`one of many ${i}`))),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
  expect(await claimsOf(voucher.id)).toHaveLength(30)
  expect(await eventsOf(voucher.id)).toHaveLength(30)
})

test.each([
  ['no body', undefined],
  ['an empty object', {}],
  ['null', { voucherId: null }],
  ['a number', { voucherId: 1 }],
  ['no uuid', { voucherId: 'kopi' }],
  ['a uuid with more around it', { voucherId: ` ${randomUUIDv7()}` }],
  ['a list', [randomUUIDv7()]],
])('400 validation_failed: %s', async (_name, body) => {
  const response = await call('POST', '/me/claims', body)
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
})

test('415 unsupported_media_type, 413 payload_too_large', async () => {
  expect((await call('POST', '/me/claims', 'voucherId=1', { 'content-type': 'text/plain' })).body).toEqual({
    error: 'unsupported_media_type',
  })
  expect(
    (await call('POST', '/me/claims', { voucherId: randomUUIDv7(), note: 'x'.repeat(70_000) })).body,
  ).toEqual({
    error: 'payload_too_large',
  })
})

test('403 voucher_out_of_scope: also if claimed before; nothing written', async () => {
  const voucher = await market.offer(shop.id)
  const narrow = await onboardIssuer(harness, { scope: { merchantIds: [shop.id], categories: [] } })
  const narrowed = visitorsOf(harness, narrow)()
  expect((await claim(voucher.id, narrowed)).status).toBe(201)
  const unclaimed = await market.offer(shop.id)
  const scope = { merchantIds: [], categories: [(await market.category()).slug] }
  await market.change(`/admin/partners/${narrow.id}`, { scope })
  for (const { id } of [voucher, unclaimed]) {
    const response = await claim(id, narrowed)
    expect([response.status, response.body]).toEqual([403, { error: 'voucher_out_of_scope' }])
  }
  expect(await claimsOf(unclaimed.id)).toEqual([])
  await market.change(`/admin/partners/${narrow.id}`, { scope: { ...scope, categories: ['F_AND_B'] } })
  expect((await claim(voucher.id, narrowed)).status).toBe(200)
  expect((await claim(unclaimed.id, narrowed)).status).toBe(201)
})

test('404 voucher_not_found: unknown or never published', async () => {
  const draft = await market.draft(shop.id)
  for (const id of [randomUUIDv7(), draft.id, shop.id]) {
    const response = await claim(id)
    expect([response.status, response.body]).toEqual([404, { error: 'voucher_not_found' }])
  }
})

test('422 voucher_not_claimable: not a wallet voucher, before all other rules', async () => {
  const voucher = await market.offer(shop.id, { claimFlow: 'INSTANT' })
  expect((await claim(voucher.id)).body).toEqual({ error: 'voucher_not_claimable' })
  await market.unpublish(voucher.id)
  const response = await claim(voucher.id)
  expect([response.status, response.body]).toEqual([422, { error: 'voucher_not_claimable' }])
})

test('422 voucher_inactive: unpublished, or the merchant inactive; expired or not; nothing written', async () => {
  const { id } = await market.shop()
  const [unpublished, closed] = [
    await market.offer(id, { validUntil: inSeconds(60) }),
    await market.offer(id),
  ]
  await market.unpublish(unpublished.id)
  const refused = [422, { error: 'voucher_inactive' }]
  const outcome = async (voucherId: string) => {
    const { status, body } = await claim(voucherId)
    return [status, body]
  }
  expect(await outcome(unpublished.id)).toEqual(refused)
  await market.change(`/admin/merchants/${id}`, { isActive: false })
  expect(await outcome(closed.id)).toEqual(refused)
  clock.advance(60_000)
  expect(await outcome(unpublished.id)).toEqual(refused)
  expect(
    await db`select from claims where voucher_id = any (${[unpublished.id, closed.id]}::uuid[])`,
  ).toHaveLength(0)
  expect(await eventsOf(closed.id)).toHaveLength(0)
  await market.change(`/admin/merchants/${id}`, { isActive: true })
  expect((await claim(closed.id)).status).toBe(201)
})

test('422 voucher_expired: from the millisecond at which the validity period ends', async () => {
  const voucher = await market.offer(shop.id, { validUntil: inSeconds(60) })
  clock.advance(59_999)
  expect((await claim(voucher.id, visitor('in time'))).status).toBe(201)
  clock.advance(1)
  const response = await claim(voucher.id, visitor('too late'))
  expect([response.status, response.body]).toEqual([422, { error: 'voucher_expired' }])
  expect(await claimsOf(voucher.id)).toHaveLength(1)
})
