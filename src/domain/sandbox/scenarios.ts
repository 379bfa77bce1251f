import { createHash } from 'node:crypto'
import type { OutletFields } from '../catalog/outlet-queries.ts'
import type { FieldsToStore } from '../vouchers/queries.ts'

/** The position of the outlets, at which a device can redeem. */
export const SCENARIO_POSITION = { latitude: 3.1579, longitude: 101.7116 }
/** A position about 5 km away from the outlets. */
const FAR_AWAY = { latitude: 3.2029, longitude: 101.7116 }

export const SCENARIO_PIN = '0000'
/** The category in the scope of a test twin. One scenario is outside of it. */
export const SCENARIO_CATEGORY = 'F_AND_B'
const OTHER_CATEGORY = 'TRAVEL'

const DAY_MS = 24 * 3_600_000

export type Scenario = {
  /** The slug of the merchant. */
  slug: string
  name: string
  /** The response to a redemption, as in docs/sandbox.md. */
  result: string
  category?: string
  outlet?: Partial<OutletFields> & { pin?: null }
  /** `now` is the time of the reset, in the time of the partner's clock. */
  voucher?: (now: Date) => Partial<FieldsToStore>
  codes?: string[]
}

const after = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()

/** Each scenario has one merchant, with one outlet and one voucher. */
export const SCENARIOS: readonly Scenario[] = [
  { slug: 'succeeds', name: 'Succeeds', result: '201 SUCCESS' },
  {
    slug: 'succeeds-with-code',
    name: 'Succeeds with a code',
    result: '201 SUCCESS',
    voucher: () => ({ codeSource: 'AUTO' }),
  },
  {
    slug: 'takes-codes',
    name: 'Takes codes at the counter',
    result: '201 SUCCESS',
    outlet: { redeemBy: 'BOTH' },
  },
  { slug: 'flagged', name: 'Flagged', result: '201 FLAGGED' },
  { slug: 'too-far', name: 'Too far', result: '422 too_far', outlet: FAR_AWAY },
  {
    slug: 'not-geolocated',
    name: 'Not geolocated',
    result: '201 SUCCESS',
    outlet: { latitude: null, longitude: null },
  },
  {
    slug: 'not-yet-valid',
    name: 'Not yet valid',
    result: '422 voucher_not_yet_valid',
    voucher: (now) => ({ validFrom: after(now, 30), validUntil: after(now, 60) }),
  },
  {
    slug: 'expired',
    name: 'Expired',
    result: '422 voucher_expired',
    voucher: (now) => ({ validUntil: after(now, -1) }),
  },
  {
    slug: 'limit-reached',
    name: 'Limit reached',
    result: '201 SUCCESS, then 422 limit_reached',
    voucher: () => ({ redemptionCount: 1, cycle: 'MONTHLY' }),
  },
  {
    slug: 'cap-reached',
    name: 'Cap reached',
    result: '201 SUCCESS, then 422 global_cap_reached',
    voucher: () => ({ globalRedemptionCap: 1 }),
  },
  {
    slug: 'one-code',
    name: 'Pool with one code',
    result: '201 SUCCESS, then 422 codes_exhausted',
    voucher: () => ({ codeSource: 'MANUAL' }),
    codes: ['THE-ONLY-CODE'],
  },
  {
    slug: 'empty-pool',
    name: 'Empty pool',
    result: '422 codes_exhausted',
    voucher: () => ({ codeSource: 'MANUAL' }),
  },
  {
    slug: 'favorites-only',
    name: 'Favorites only',
    result: '403 not_a_favorite',
    voucher: () => ({ favoritesOnly: true }),
  },
  {
    slug: 'wallet-only',
    name: 'Wallet only',
    result: '422 no_claim',
    voucher: () => ({ claimFlow: 'WALLET' }),
  },
  {
    slug: 'outlet-inactive',
    name: 'Outlet inactive',
    result: '422 outlet_inactive',
    outlet: { isActive: false },
  },
  {
    slug: 'outlet-without-pin',
    name: 'Outlet without PIN',
    result: '422 outlet_pin_not_set',
    outlet: { pin: null },
  },
  {
    slug: 'out-of-scope',
    name: 'Out of scope',
    result: '403 voucher_out_of_scope',
    category: OTHER_CATEGORY,
  },
]

/** The id is the same at every reset, so that a partner can keep it in its own tests. */
export function scenarioId(partnerId: string, kind: 'merchant' | 'outlet' | 'voucher', slug: string): string {
  const hex = createHash('sha256').update(`${partnerId} ${kind} ${slug}`).digest('hex')
  // RFC 9562, section 5.8: version 8 is for custom ids.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
