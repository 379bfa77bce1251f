import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { heldToContract } from '../support/conformity.ts'
import { createHarness } from '../support/harness.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents } from '../webhooks/delivery-scene.ts'

const harness = await createHarness()
const { clock, db, deps } = harness
const admin = heldToContract(harness.served, harness.admin)
const partner = await onboard(harness.admin, { webhookUrl: 'http://127.0.0.1:9/hooks' })
const since = clock.now.toISOString()
await emitEvents(harness, partner.id, 3)
clock.advance(1000)
const later = clock.now.toISOString()
const [failed] = await emitEvents(harness, partner.id, 2)
await db`update deliveries set state = 'FAILED' where event_id = ${failed?.id ?? ''}`
clock.advance(1000)

const count = (body: object, id = partner.id) => admin('POST', `/admin/partners/${id}/replay/count`, body)

test.each([
  ['all', { since, only: 'all' }, 5],
  ['all of a period, whose end is exclusive', { since, until: later, only: 'all' }, 3],
  ['only failed ones', { since, only: 'failed' }, 1],
  ['none', { since, until: since, only: 'all' }, 0],
])('200: %s; nothing is sent, and the replay itself has the same total', async (_what, body, total) => {
  const { status, body: counted } = await count(body)
  expect([status, counted]).toEqual([200, { total }])
  expect((await admin('GET', `/admin/partners/${partner.id}/replay`)).status).toBe(404)
  const started = await admin('POST', `/admin/partners/${partner.id}/replay`, body)
  expect(started.body.total).toBe(total)
  for (const cell of await deps.cells.all()) await cell.db`delete from replays`
})

test('404 not_found: an unknown partner; 409 no_webhook_url: a partner without a webhook URL', async () => {
  expect((await count({ since, only: 'all' }, randomUUID())).body.error).toBe('not_found')
  const silent = await onboard(harness.admin, { webhookUrl: null })
  expect((await count({ since, only: 'all' }, silent.id)).body.error).toBe('no_webhook_url')
})
