import { describe, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'

const harness = await createHarness({}, { attemptsPerMinute: 1000 })
const { admin, db, clock, server } = harness
const TEST = '/integrations/test'
const DAY_MS = 24 * 3_600_000

test('users are created, changed and anonymized by the clock of their partner; the audit log has the real time', async () => {
  const twin = await openTwin(harness)
  const { body } = await twin.call('PUT', `${TEST}/clock`, { advance: 'P1M' })
  const now = body.now
  const bySync = (await twin.call('POST', '/integrations/users', { externalUserId: 'synced' })).body.userId
  const byToken = (await (await twin.user('arrived'))('GET', '/me')).body.id
  const view = async (id: string) => (await admin('GET', `/admin/users/${id}`)).body
  expect([(await view(bySync)).createdAt, (await view(byToken)).createdAt]).toEqual([now, now])
  await twin.call('DELETE', '/integrations/users/synced')
  expect((await view(bySync)).anonymizedAt).toBe(now)
  const audited = (await admin('GET', `/admin/audit?target=user:${bySync}`)).body.items
  expect(audited.map(({ at }: { at: string }) => at)).toEqual(Array(2).fill(clock.now.toISOString()))
  const back = await twin.call('PUT', `${TEST}/clock`, { reset: true })
  expect([back.status, back.body.error, back.body.details.newestRecordAt]).toEqual([
    422,
    'clock_backwards',
    now,
  ])
})

test('the picture of every scenario voucher and of a published one exists, before and after a reset', async () => {
  const twin = await openTwin(harness)
  const { merchantId } = twin.scenario('succeeds')
  const published = await twin.call('POST', `${TEST}/publish`, { merchantId })
  const check = async () => {
    const paths = await db<{ imagePath: string }[]>`
      select distinct image_path from vouchers join merchants on merchants.id = merchant_id
      where sandbox_id = ${twin.partner.id}`
    expect(paths).toHaveLength(1)
    const picture = await server.inject({ url: paths[0]?.imagePath ?? '' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(picture.rawPayload.length).toBeGreaterThan(1000)
  }
  expect(published.status).toBe(201)
  await check()
  expect((await twin.call('POST', `${TEST}/reset`)).status).toBe(204)
  await check()
})

test('after a reset, the feed of events starts again: 200 with cursorLost for an event from before, 400 for another partner’s', async () => {
  const [twin, other] = [await openTwin(harness), await openTwin(harness)]
  const read = async (after: string) => {
    await untilFeedIsComplete(db)
    return twin.call('GET', `/integrations/events?after=${after}`)
  }
  const redeem = async ({ call }: typeof twin) => {
    const scenarios = (await call('GET', `${TEST}/scenarios`)).body.items
    const { voucherId } = scenarios.find(({ scenario }: { scenario: string }) => scenario === 'succeeds')
    await call('POST', '/integrations/users', { externalUserId: 'reader' })
    const { status } = await call('POST', `${TEST}/redemptions`, { externalUserId: 'reader', voucherId })
    expect(status).toBe(201)
    await untilFeedIsComplete(db)
    return (await call('GET', '/integrations/events')).body.items.at(-1).id
  }
  const [seen, foreign] = [await redeem(twin), await redeem(other)]
  await twin.call('POST', `${TEST}/reset`)
  expect((await read(seen)).body).toEqual({ items: [], next: null, cursorLost: true })
  const next = await redeem(twin)
  const { body } = await read(seen)
  expect([body.items.at(-1).id, body.cursorLost]).toEqual([next, true])
  expect((await read(next)).body).toEqual({ items: [], next: null })
  expect((await read(foreign)).status).toBe(400)
})

describe('the ledger audit, of a redemption and a void under a clock two months ahead', async () => {
  const twin = await openTwin(harness)
  await twin.call('PUT', `${TEST}/clock`, { advance: 'P2M' })
  const { body } = await twin.redeem(await twin.user(), 'succeeds')
  await twin.call('POST', `${TEST}/void`, { redemptionId: body.id })
  await db`delete from events where partner_id = ${twin.partner.id}`
  const rulesAt = async (days: number) =>
    (await auditLedger(db, new Date(clock.now.getTime() + days * DAY_MS))).map(({ rule }) => rule)

  test('reports their missing events while events are kept', async () => {
    expect(await rulesAt(0)).toEqual([
      'each redemption has exactly one event',
      'each voided redemption has exactly one event of it',
    ])
  })

  test('reports nothing 31 real days later, when their events have been dropped', async () => {
    expect(await rulesAt(31)).toEqual([])
  })
})
