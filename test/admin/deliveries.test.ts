import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@counterfoil/contract/events.ts'
import { describe, expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { ADMIN_KEY, type Call } from '../support/harness.ts'
import { emitEvents, eventually, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering()
const { clock, served } = harness
const as = (key: string): Call => heldToContract(served, harness.as(key))
const admin = as(ADMIN_KEY)

const MINUTE_MS = 60_000
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
const newestFirst = (...groups: WebhookEvent[][]) => idsOf(groups.flat()).reverse()

const list = async (query: object = {}, call = admin) => {
  const { status, body } = await call('GET', `/admin/deliveries?${new URLSearchParams({ ...query })}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const get = async (id: string, call = admin) => (await call('GET', `/admin/deliveries/${id}`)).body
const untilAttempted = (id: string, count: number) =>
  eventually(async () => {
    const delivery = await get(id)
    return delivery.attempts.length >= count && delivery
  })
const ownKeyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Own', role: 'partner', partnerId })).body.key)

describe('GET /admin/deliveries', async () => {
  const [bank, telco] = [await onboardWithReceiver(harness), await onboardWithReceiver(harness)]
  telco.receiver.behave = (_request, response) => void response.writeHead(503).end('later')
  const beganAt = clock.now.toISOString()
  const untilTried = (count: number) =>
    eventually(async () => {
      const { items } = await list()
      return items.filter((item: { attemptCount: number }) => item.attemptCount === 1).length === count
    })
  const claims = await emitEvents(harness, bank.partner.id, 3)
  await untilTried(3)
  clock.advance(MINUTE_MS)
  const publishedAt = clock.now.toISOString()
  const publications = await emitEvents(harness, bank.partner.id, 2, { isBulk: true })
  await untilTried(5)
  clock.advance(MINUTE_MS)
  const refused = await emitEvents(harness, telco.partner.id)
  await untilTried(6)
  const asBank = await ownKeyOf(bank.partner.id)

  test('200: newest first, with all fields', async () => {
    const { items, nextCursor } = await list()
    expect([idsOf(items), nextCursor]).toEqual([newestFirst(claims, publications, refused), null])
    const [event] = refused
    expect(items[0]).toEqual({
      id: event?.id,
      eventId: event?.id,
      type: 'CLAIM_CREATED',
      partnerId: telco.partner.id,
      partnerName: 'Example Bank',
      userId: event?.data.userId,
      state: 'PENDING',
      attemptCount: 1,
      lastStatus: 503,
      nextAttemptAt: new Date(clock.now.getTime() + 5000).toISOString(),
      deliveredAt: null,
      createdAt: event?.createdAt,
    })
    expect(items[5]).toMatchObject({ state: 'DELIVERED', lastStatus: 200, nextAttemptAt: null })
    expect(items[5].deliveredAt).not.toBeNull()
  })

  test.each([
    ['partnerId', { partnerId: bank.partner.id }, newestFirst(claims, publications)],
    ['state', { state: 'PENDING' }, newestFirst(refused)],
    ['a state that no delivery has', { state: 'FAILED' }, []],
    ['type', { type: 'VOUCHER_PUBLISHED' }, newestFirst(publications)],
    ['from (inclusive)', { from: publishedAt }, newestFirst(publications, refused)],
    ['to (exclusive)', { to: publishedAt }, newestFirst(claims)],
    ['from, to and partnerId', { from: beganAt, to: publishedAt, partnerId: telco.partner.id }, []],
    [
      'state, type and from',
      { state: 'DELIVERED', type: 'CLAIM_CREATED', from: beganAt },
      newestFirst(claims),
    ],
  ])('200: %s', async (_title, query, expected) => {
    expect(idsOf((await list(query)).items)).toEqual(expected)
  })

  test('200: page by page, each delivery once, even if several have the same time', async () => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page = await list({ limit: 2, ...(cursor && { cursor }) })
      pages.push(idsOf(page.items))
      cursor = page.nextCursor
    } while (cursor)
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2])
    expect(pages.flat()).toEqual(newestFirst(claims, publications, refused))
  })

  test('200: a partner’s key sees only its own deliveries, whatever the filter', async () => {
    expect(idsOf((await list({}, asBank)).items)).toEqual(newestFirst(claims, publications))
    expect((await list({ partnerId: telco.partner.id }, asBank)).items).toEqual([])
    expect((await list({ state: 'PENDING' }, asBank)).items).toEqual([])
  })

  test.each([
    ['an unknown state', 'state=LOST'],
    ['an unknown type', 'type=VOUCHER_EATEN'],
    ['a time that does not exist', 'from=2026-13-01T00:00:00Z'],
    ['an invalid id', 'partnerId=nonsense'],
    ['a cursor of another list', `cursor=${Buffer.from(randomUUID()).toString('base64url')}`],
    ['a limit above the maximum', 'limit=201'],
  ])('400 validation_failed: %s', async (_title, query) => {
    const response = await admin('GET', `/admin/deliveries?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  })

  test('404 not_found: a delivery of another partner', async () => {
    const response = await asBank('GET', `/admin/deliveries/${refused[0]?.id}`)
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
    expect((await asBank('GET', `/admin/deliveries/${claims[0]?.id}`)).status).toBe(200)
  })
})

describe('GET /admin/deliveries/{id}', () => {
  test('200: the event as it is sent, and every attempt with its time, outcome and next attempt', async () => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = (_request, response) => void response.writeHead(500).end('x'.repeat(3000))
    const [event] = await emitEvents(harness, partner.id)
    const id = event?.id as string
    const first = await untilAttempted(id, 1)
    const firstAt = clock.now
    const dueAt = new Date(firstAt.getTime() + 5000)
    expect(first).toMatchObject({ state: 'PENDING', attemptCount: 1, nextAttemptAt: dueAt.toISOString() })
    receiver.behave = (_request, response) => void response.writeHead(201).end('thanks')
    clock.advance(5000)
    const { attempts, ...delivery } = await untilAttempted(id, 2)
    expect(delivery).toMatchObject({ id, eventId: id, state: 'DELIVERED', attemptCount: 2, event })
    expect(JSON.stringify(delivery.event)).toBe(receiver.received[0]?.body)
    expect(attempts).toEqual([
      {
        number: 1,
        attemptedAt: firstAt.toISOString(),
        status: 500,
        durationMs: expect.any(Number),
        response: 'x'.repeat(1024),
        error: null,
        nextAttemptAt: dueAt.toISOString(),
      },
      {
        number: 2,
        attemptedAt: dueAt.toISOString(),
        status: 201,
        durationMs: expect.any(Number),
        response: 'thanks',
        error: null,
        nextAttemptAt: null,
      },
    ])
  })

  test('200: a plain reason for an attempt without a response', async () => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    await receiver.close()
    const [event] = await emitEvents(harness, partner.id)
    const { attempts, lastStatus } = await untilAttempted(event?.id as string, 1)
    expect([lastStatus, attempts[0].status, attempts[0].response]).toEqual([null, null, null])
    expect(attempts[0].error).toContain('the connection was refused')
  })

  test('200: no next attempt while the endpoint is paused or the partner is disabled', async () => {
    const { partner, receiver } = await onboardWithReceiver(harness)
    receiver.behave = (_request, response) => void response.writeHead(500).end()
    const [event] = await emitEvents(harness, partner.id)
    const id = event?.id as string
    expect((await untilAttempted(id, 1)).nextAttemptAt).not.toBeNull()
    await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: true })
    expect(await get(id)).toMatchObject({ state: 'PENDING', nextAttemptAt: null })
    await admin('PATCH', `/admin/partners/${partner.id}`, { disabled: false })
    receiver.behave = (_request, response) => void response.writeHead(410).end()
    clock.advance(5000)
    expect(await untilAttempted(id, 2)).toMatchObject({ state: 'PENDING', nextAttemptAt: null })
  })

  test.each([['an unknown delivery', randomUUID()]])('404 not_found: %s', async (_title, id) => {
    const response = await admin('GET', `/admin/deliveries/${id}`)
    expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
  })

  test('404 not_found: an event of a partner that had no webhook URL', async () => {
    const { partner } = await onboardWithReceiver(harness, { webhookUrl: null })
    const [event] = await emitEvents(harness, partner.id)
    expect((await admin('GET', `/admin/deliveries/${event?.id}`)).status).toBe(404)
    expect((await list({ partnerId: partner.id })).items).toEqual([])
  })
})
