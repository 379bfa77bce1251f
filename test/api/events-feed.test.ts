import { randomUUIDv7 } from 'node:crypto'
import { request } from 'node:http'
import { signatureHeader } from '@counterfoil/contract/signature.ts'
import { expect, test } from 'vitest'
import { maintainPartitions } from '../../src/domain/webhooks/retention.ts'
import { insertion } from '../../src/platform/database/sql.ts'
import { contractViolations, routeOf } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { onboard, signedCalls, type TestPartner } from '../support/signing.ts'
import { emitEvents, idAt } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'

const harness = await createHarness()
const { admin, clock, db, served, server } = harness
const callsOf = await signedCalls(harness)
const DAY_MS = 24 * 60 * 60 * 1000

async function read(partner: TestPartner, query: Record<string, string | number> = {}) {
  const path = `/integrations/events?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  await untilFeedIsComplete(db)
  const response = await callsOf(partner)('GET', path)
  expect(contractViolations(routeOf(served, 'GET', path), response)).toEqual([])
  return response
}
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

/** The raw body of the response. */
function textOf(partner: TestPartner, path: string): Promise<string> {
  const timestampSeconds = Math.floor(clock.now.getTime() / 1000)
  const signature = signatureHeader({ secret: partner.secret, timestampSeconds, body: Buffer.alloc(0) })
  return new Promise((resolve, reject) => {
    const headers = { 'x-partner-slug': partner.slug, 'x-signature': signature }
    const outgoing = request(new URL(path, server.listeningOrigin), { headers }, async (incoming) =>
      resolve(Buffer.concat(await incoming.toArray()).toString()),
    )
    outgoing.on('error', reject).end()
  })
}

test('200: pages in order, each event once; next is null at the end, and reading continues after the last id', async () => {
  const partner = await onboard(admin)
  expect((await read(partner)).body).toEqual({ items: [], next: null })
  const emitted = (await emitEvents(harness, partner.id, 5)).map(({ id }) => id)
  const first = await read(partner, { limit: 2 })
  expect([idsOf(first), first.body.next]).toEqual([emitted.slice(0, 2), emitted[1]])
  const second = await read(partner, { limit: 2, after: first.body.next })
  expect([idsOf(second), second.body.next]).toEqual([emitted.slice(2, 4), emitted[3]])
  const last = await read(partner, { limit: 2, after: second.body.next })
  expect([idsOf(last), last.body.next]).toEqual([emitted.slice(4), null])
  expect((await read(partner, { after: emitted[4] as string })).body).toEqual({ items: [], next: null })
  const [more] = await emitEvents(harness, partner.id)
  expect(idsOf(await read(partner, { after: emitted[4] as string }))).toEqual([more?.id])
})

test('200: the last page has no next, even if it is full', async () => {
  const partner = await onboard(admin)
  await emitEvents(harness, partner.id, 3)
  const { body } = await read(partner, { limit: 3 })
  expect([body.items.length, body.next]).toEqual([3, null])
})

test('200: 50 events by default, 200 at most', async () => {
  const partner = await onboard(admin)
  await emitEvents(harness, partner.id, 201)
  expect((await read(partner)).body.items).toHaveLength(50)
  const { body } = await read(partner, { limit: 200 })
  expect([body.items.length, body.next]).toEqual([200, body.items[199].id])
})

test('200: each event in its stored bytes, as in a delivery, even without a webhook URL', async () => {
  const partner = await onboard(admin)
  const bodies = [' {"id":\t"spaces" , "n":1.0,"é":"\\u00e9😀"}', '{"z":1,"a":2}']
  for (const body of bodies) {
    const row = { id: randomUUIDv7(), partnerId: partner.id, userId: randomUUIDv7(), type: 'CLAIM_CREATED' }
    await db`insert into events ${insertion({ ...row, body, createdAt: clock.now })}`
  }
  await untilFeedIsComplete(db)
  const text = await textOf(partner, '/integrations/events')
  expect(text).toBe(`{"items":[${bodies.join(',')}],"next":null}`)
})

test('200: events of one transaction are ordered by id', async () => {
  const partner = await onboard(admin)
  const emitted = (await emitEvents(harness, partner.id, 20)).map(({ id }) => id)
  expect(idsOf(await read(partner))).toEqual(emitted.toSorted())
})

test('200: a partner sees only its own events', async () => {
  const [one, other] = [await onboard(admin), await onboard(admin)]
  const [mine] = await emitEvents(harness, one.id)
  const [theirs] = await emitEvents(harness, other.id)
  expect(idsOf(await read(one))).toEqual([mine?.id])
  expect(idsOf(await read(other))).toEqual([theirs?.id])
})

test('400 validation_failed at /after: an event of another partner, an unknown event, a value that is not an id', async () => {
  const [one, other] = [await onboard(admin), await onboard(admin)]
  await emitEvents(harness, one.id)
  const [theirs] = await emitEvents(harness, other.id)
  const inTheYear10889 = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  for (const after of [theirs?.id as string, randomUUIDv7(), inTheYear10889]) {
    const { status, body } = await read(one, { after })
    const issues = [{ path: '/after', message: 'is not the id of one of your events' }]
    expect([status, body]).toMatchObject([400, { error: 'validation_failed', issues }])
  }
  const { status, body } = await read(one, { after: 'yesterday' })
  expect([status, body.issues[0].path]).toEqual([400, '/after'])
})

test.each([0, 201, 1.5, 'many', ''])('400 validation_failed: a limit of %s', async (limit) => {
  const { status, body } = await read(await onboard(admin), { limit })
  expect([status, body.error, body.issues[0].path]).toEqual([400, 'validation_failed', '/limit'])
})

test('401 invalid_signature, 403 partner_disabled: as on every integration route', async () => {
  const partner = await onboard(admin)
  const forged = await callsOf(partner)('GET', '/integrations/events', undefined, { secret: 'whsec_another' })
  expect([forged.status, forged.body.error]).toEqual([401, 'invalid_signature'])
  const disabled = await onboard(admin, { disabled: true })
  expect((await read(disabled)).status).toBe(403)
})

test('200: a reader whose last event is past its retention continues with the oldest event that is left', async () => {
  const partner = await onboard(admin)
  const [lost] = await emitEvents(harness, partner.id)
  await maintainPartitions(harness.deps)
  expect(idsOf(await read(partner, { after: lost?.id as string }))).toEqual([])
  clock.advance(40 * DAY_MS)
  await maintainPartitions(harness.deps)
  const kept = idAt(clock.now)
  const row = { id: kept, partnerId: partner.id, userId: randomUUIDv7(), type: 'CLAIM_CREATED' }
  await db`insert into events ${insertion({ ...row, body: `{"id":"${kept}"}`, createdAt: clock.now })}`
  await untilFeedIsComplete(db)
  const response = await callsOf(partner)('GET', `/integrations/events?after=${lost?.id}`)
  expect([response.status, idsOf(response)]).toEqual([200, [kept]])
})
