import { expect } from 'vitest'
import type { ApiResponse, Call, Harness } from './harness.ts'
import { openMarket } from './market.ts'

export const PIN = '4821'
export const WRONG_PIN = '1284'
/** The position of the outlet, and one about 111 m north of it. */
export const OUTLET_AT = { latitude: 3.1579, longitude: 101.7116 }
export const NEAR = { consumerLat: 3.1589, consumerLng: 101.7116 }

type Body = ApiResponse['body']

/** A merchant with one outlet that has a PIN and a position, and its vouchers. */
export type Till = {
  merchant: Body
  outlet: Body
  /** A published INSTANT voucher of that merchant. */
  offer(changes?: object): Promise<Body>
  /** A published INSTANT voucher with these codes as its pool, in this order. */
  pool(codes: string[], changes?: object): Promise<Body>
  bodyFor(voucherId: string, changes?: object): Record<string, unknown>
  redeem(
    by: Call,
    voucherId: string,
    changes?: object,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>
  /** Redeems, and expects this refusal and that nothing was written. */
  refused(
    by: Call,
    voucherId: string,
    changes: object,
    expected: [number, object],
    headers?: Record<string, string>,
  ): Promise<ApiResponse>
}

export async function openTill({ admin, db }: Pick<Harness, 'admin' | 'db'>, changes = {}): Promise<Till> {
  const market = openMarket(admin)
  const merchant = await market.merchant(changes)
  const outlet = await market.outlet(merchant.id, { name: 'Kopi Corner', pin: PIN, ...OUTLET_AT })
  const till: Till = {
    merchant,
    outlet,
    offer: (changes) => market.offer(merchant.id, { claimFlow: 'INSTANT', ...changes }),
    async pool(codes, changes) {
      const { id } = await market.draft(merchant.id, {
        claimFlow: 'INSTANT',
        codeSource: 'MANUAL',
        ...changes,
      })
      await admin('POST', `/admin/vouchers/${id}/codes`, { codes })
      return (await admin('POST', `/admin/vouchers/${id}/publish`)).body
    },
    bodyFor: (voucherId, changes) => ({ voucherId, outletId: outlet.id, pin: PIN, ...NEAR, ...changes }),
    redeem: (by, voucherId, changes, headers) =>
      by('POST', '/me/redemptions', till.bodyFor(voucherId, changes), headers),
    async refused(by, voucherId, changes, expected, headers) {
      const before = await writtenIn(db)
      const response = await till.redeem(by, voucherId, changes, headers)
      expect([response.status, response.body]).toEqual(expected)
      expect(await writtenIn(db)).toEqual(before)
      return response
    },
  }
  return till
}

/** Everything that a redemption writes. */
export async function writtenIn(db: Harness['db']): Promise<Body> {
  const [row] = await db`
    select
      (select count(*) from redemptions) as redemptions,
      (select coalesce(json_agg(q order by q.user_id, q.voucher_id, q.cycle_key), '[]') from user_quotas q)
        as by_user,
      (select coalesce(json_agg(q order by q.voucher_id, q.cycle_key), '[]') from voucher_quotas q) as by_all,
      (select count(*) from voucher_codes where redemption_id is not null) as dispensed,
      (select count(*) from events where type = 'REDEMPTION_CREATED') as events`
  return row
}
