import { expect, test } from 'vitest'
import { auditLedger } from '../../src/domain/redemptions/ledger/ledger.ts'
import { openReceiver } from '../support/receiver.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'

const harness = await startDelivering({}, { allowPrivateTargets: true })
const receiver = await openReceiver()
const twin = await openTwin(harness, { webhookUrl: receiver.url })
const { call, redeem } = twin
const TEST = '/integrations/test'

test('in one minute: redeem, reach the limit, a month later redeem again, expire, lock a PIN, fail and retry', async () => {
  const startedMs = performance.now()
  const mei = await twin.user('mei')
  const first = await redeem(mei, 'limit-reached')
  expect([first.status, first.body.status]).toEqual([201, 'SUCCESS'])
  const again = await redeem(mei, 'limit-reached')
  expect([again.status, again.body.error]).toEqual([422, 'limit_reached'])

  const moved = await call('PUT', `${TEST}/clock`, { advance: 'P1M' })
  expect(moved.status).toBe(200)
  const next = await redeem(mei, 'limit-reached')
  expect([next.status, next.body.redeemedAt.slice(0, 7)]).toEqual([201, moved.body.now.slice(0, 7)])
  expect(next.body.cycleKey).not.toBe(first.body.cycleKey)

  // The voucher has become valid by now, and expires a month later.
  expect((await redeem(mei, 'not-yet-valid')).status).toBe(201)
  await call('PUT', `${TEST}/clock`, { advance: 'P1M' })
  expect((await redeem(mei, 'not-yet-valid')).body.error).toBe('voucher_expired')

  for (let wrong = 0; wrong < 10; wrong += 1) {
    expect((await redeem(mei, 'succeeds', { pin: '9999' })).body.error).toBe('invalid_pin')
    await call('PUT', `${TEST}/clock`, { advance: 'PT1M' })
  }
  const locked = await redeem(mei, 'succeeds')
  expect([locked.status, locked.body.error]).toEqual([429, 'rate_limited'])
  await call('PUT', `${TEST}/clock`, { advance: 'PT1H' })
  expect((await redeem(mei, 'succeeds')).status).toBe(201)

  await receiver.waitFor(4)
  const failing = await call('POST', `${TEST}/deliveries`, { failNext: 3, status: 500 })
  expect(failing.body).toEqual({ failing: 3, retried: 0 })
  const before = receiver.received.length
  await call('POST', `${TEST}/redemptions`, {
    externalUserId: 'mei',
    voucherId: twin.scenario('succeeds').voucherId,
  })
  const retry = async () => {
    harness.clock.advance(1000)
    return (await call('POST', `${TEST}/deliveries`, { retryNow: true })).body.failing
  }
  // The receiver sees one request only, and it is the fourth attempt.
  await expect.poll(async () => [await retry(), receiver.received.length]).toEqual([0, before + 1])
  const last = receiver.received.at(-1)
  expect([last?.headers['x-delivery-attempt'], JSON.parse(last?.body ?? '').type]).toEqual([
    '4',
    'REDEMPTION_CREATED',
  ])
  expect(receiver.isSigned(last as never, twin.partner.secret, harness.clock.now)).toBe(true)
  expect(performance.now() - startedMs).toBeLessThan(60_000)
  expect(await auditLedger(harness.db, harness.clock.now)).toEqual([])
})
