import { expect, test } from 'vitest'
import type { ApiResponse } from '../support/harness.ts'
import { createHarness } from '../support/harness.ts'
import { visitorsOf } from '../support/market.ts'
import { openTill } from '../support/till.ts'
import { onboardIssuer } from '../support/tokens.ts'

const tally = (responses: ApiResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test.each(['repeatable read', 'serializable'])(
  'a database whose default isolation is %s: concurrent requests do not fail each other',
  async (isolation) => {
    const harness = await createHarness()
    const { db } = harness
    const [row] = await db`select current_database() as name`
    await db.unsafe(`alter database ${row?.name} set default_transaction_isolation = '${isolation}'`)
    const { as } = await harness.startNode()
    const visitor = visitorsOf({ ...harness, as }, await onboardIssuer(harness))
    const till = await openTill(harness)
    const voucherId = (await till.offer({ claimFlow: 'WALLET' })).id
    const capped = await till.offer({ globalRedemptionCap: 10 })

    const atOnce = async (send: (i: number) => Promise<ApiResponse>) =>
      tally(await Promise.all(Array.from({ length: 30 }, (_, i) => send(i))))
    expect(await atOnce(() => visitor('new')('GET', '/me'))).toEqual({ 200: 30 })
    const claim = () => visitor('one')('POST', '/me/claims', { voucherId })
    expect(await atOnce(claim)).toEqual({ 201: 1, 200: 29 })
    const favorite = () => visitor('one')('POST', '/me/favorites', { merchantId: till.merchant.id })
    expect(await atOnce(favorite)).toEqual({ 201: 1, 200: 29 })
    const unfavorite = () => visitor('one')('DELETE', `/me/favorites/${till.merchant.id}`)
    expect(await atOnce(unfavorite)).toEqual({ 204: 30 })
    expect(await atOnce((i) => till.redeem(visitor(`user-${i}`), capped.id))).toEqual({ 201: 10, 422: 20 })
  },
)
