import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openTwin } from '../support/sandbox-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { openFaultyProxy } from './faulty-proxy.ts'
import { clientOf, failureOf, listen } from './sdk-scene.ts'

const harness = await createHarness()
const twin = await openTwin(harness)
const proxy = await openFaultyProxy(await listen(harness))
const warnings: string[] = []
const onWarning = (message: string) => void warnings.push(message)
const { sandbox, events } = await clientOf(harness, twin.partner, { baseUrl: proxy.url, onWarning })
const idsOf = async (slug: string) => {
  const found = (await sandbox.scenarios()).find(({ scenario }) => scenario === slug)
  if (!found) throw new Error(`no scenario ${slug}`)
  return found
}

test('redeem, move the clock, redeem again, void, publish, fail deliveries and reset', async () => {
  const { voucherId, merchantId } = await idsOf('limit-reached')
  const { token } = await sandbox.token({ externalUserId: 'mei', displayName: 'Mei' })
  expect((await harness.as(token)('GET', '/me')).body.displayName).toBe('Mei')
  const first = await sandbox.redeem({ externalUserId: 'mei', voucherId })
  expect(await failureOf(sandbox.redeem({ externalUserId: 'mei', voucherId }))).toMatchObject({
    code: 'limit_reached',
  })
  const { now, realTime } = await sandbox.clock.advance('P1M')
  expect(Date.parse(now)).toBeGreaterThan(Date.parse(realTime))
  expect((await sandbox.clock.get()).now).toBe(now)
  const second = await sandbox.redeem({ externalUserId: 'mei', voucherId, outcome: 'FLAGGED' })
  expect([first.status, second.status]).toEqual(['SUCCESS', 'FLAGGED'])
  expect(await sandbox.void(second.id)).toMatchObject({ redemptionId: second.id })
  expect(await sandbox.publish(merchantId, 'New')).toMatchObject({ eventsEnqueued: 0 })
  expect(await sandbox.deliveries({ failNext: 2 })).toEqual({ failing: 2, retried: 0 })
  expect(await failureOf(sandbox.clock.reset())).toMatchObject({ code: 'clock_backwards', status: 422 })
  await sandbox.reset()
  expect((await sandbox.clock.set(new Date(realTime))).now).toBe(realTime)
  expect((await idsOf('limit-reached')).voucherId).toBe(voucherId)
})

test('the issuer of the twin comes from its settings', async () => {
  const { slug, jwtIssuer } = twin.partner
  expect(await sandbox.info()).toMatchObject({ slug, issuer: jwtIssuer, liveSlug: twin.live.slug })
})

test('catching up goes on after a reset, with a warning', async () => {
  const { voucherId } = await idsOf('succeeds')
  let last: string | null = null
  const catchUp = async () => {
    await harness.as((await sandbox.token({ externalUserId: 'reader' })).token)('GET', '/me')
    await sandbox.redeem({ externalUserId: 'reader', voucherId })
    await untilFeedIsComplete(harness.db)
    const save = (id: string) => {
      last = id
    }
    return events.catchUp({ load: () => last, save, handle: () => {} })
  }
  expect([await catchUp(), warnings]).toEqual([1, []])
  await sandbox.reset()
  const seen = last
  expect(await catchUp()).toBe(1)
  expect(warnings).toEqual([`Counterfoil: the event ${seen} is gone, so some events may come again`])
})

test('an advance is not repeated after a lost response; setting the clock is', async () => {
  proxy.faults.push('reset')
  expect(await failureOf(sandbox.clock.advance('P1D'))).toMatchObject({ code: 'connection_failed' })
  proxy.faults.push('reset')
  expect((await sandbox.clock.set(harness.clock.now)).now).toBe(harness.clock.now.toISOString())
})

test('live_mode: the secret of the live partner', async () => {
  const live = await clientOf(harness, twin.live.partner)
  expect(await failureOf(live.sandbox.reset())).toMatchObject({ code: 'live_mode', status: 403 })
})
