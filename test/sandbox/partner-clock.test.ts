import { describe, expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'

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
