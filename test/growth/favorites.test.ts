import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { openMarket, visitorsOf } from '../support/market.ts'
import { onboardIssuer } from '../support/tokens.ts'
import { whileLocked } from './while-locked.ts'

const harness = await createHarness()
const { admin, db } = harness
const mei = visitorsOf(harness, await onboardIssuer(harness))('mei')
const merchant = await openMarket(admin).merchant()
await mei('POST', '/me/favorites', { merchantId: merchant.id })

test.each(['/me', '/me/claims', '/me/redemptions?limit=20'])(
  'GET %s reads no favorites: it answers while the table is locked',
  async (path) => {
    expect(await whileLocked(db, 'favorites', async () => (await mei('GET', path)).status)).toBe(200)
  },
)
