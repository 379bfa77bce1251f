import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'
import { openMarket, visitorsOf } from '../market.ts'
import { onboardIssuer } from '../tokens.ts'

const harness = await createHarness()
const { admin, db } = harness
const mei = visitorsOf(harness, await onboardIssuer(harness))('mei')
const merchant = await openMarket(admin).merchant()
await mei('POST', '/me/favorites', { merchantId: merchant.id })

test.each(['/me', '/me/claims', '/me/redemptions?limit=20'])(
  'GET %s reads no favorites: it answers while nobody can read them',
  async (path) => {
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const lock = db.begin(async (tx) => {
      await tx`lock table favorites in access exclusive mode`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const answer = mei('GET', path)
    const status = await Promise.race([answer.then(({ status }) => status), sleep(3000, 'waits')])
    held.resolve()
    await Promise.all([lock, answer])
    expect(status).toBe(200)
  },
)
