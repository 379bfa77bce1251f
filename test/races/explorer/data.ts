import { type Column, type Layout, NULL, type Row } from './rows.ts'

/** A redemption is reported by its place, from here on. */
export const REDEEMED = 10

export const USER_NAMES = ['A', 'B', 'C']

/** What a process may redeem. */
type Redeemer = { name: string; user: number; cycle: number }
type Terms = { quota: number; cap: number | null; codes?: number; earlier?: number }

export type Redemption = Record<
  | 'exists'
  | 'user'
  | 'cycle'
  | 'code'
  | 'isVoided'
  | 'isRejected'
  | 'isLate'
  | 'remaining'
  | 'events'
  | 'exceedsQuota'
  | 'exceedsCap'
  | 'remainsWrongly',
  Column
> & { row: Row }

export type Data = ReturnType<typeof openData>

/** The rows of a voucher with its redemptions. In the database to which a merchant moves, they have no values yet. */
export function openData(
  layout: Layout,
  terms: Terms,
  redeemers: Redeemer[],
  database: '' | 'source' | 'target' = '',
) {
  const prefix = database && `${database}.`
  const set = (value: number) => (database === 'target' ? 0 : value)
  const users = USER_NAMES.map((_, user) => user).slice(
    0,
    1 + Math.max(terms.earlier ?? 0, ...redeemers.map(({ user }) => user)),
  )
  const cycles = redeemers.some(({ cycle }) => cycle === 1) ? [0, 1] : [0]
  const inCycle = (cycle: number) => (cycle === 0 ? '' : ', next cycle')
  const hasEarlier = Number(terms.earlier !== undefined)
  const earlierCode = hasEarlier && terms.codes ? 1 : 0
  const redemption = (place: number): Redemption => {
    const { name, user, cycle } = redeemers[place - 1] ?? {
      name: 'earlier',
      user: terms.earlier ?? 0,
      cycle: 0,
    }
    return layout.row(`${prefix}redemptions (${name})`, {
      exists: set(place === 0 ? hasEarlier : 0),
      user,
      cycle,
      code: set(place === 0 ? earlierCode : 0),
      isVoided: 0,
      isRejected: 0,
      isLate: 0,
      remaining: 0,
      events: set(place === 0 ? hasEarlier : 0),
      exceedsQuota: 0,
      exceedsCap: 0,
      remainsWrongly: 0,
    })
  }
  return {
    voucher: layout.row(`${prefix}vouchers`, { quota: set(terms.quota), cap: set(terms.cap ?? NULL) }),
    catalog: layout.row(`${prefix}catalog_version`, { version: 1 }),
    /** By cycle, and then by user. The earlier redemption is of the first cycle. */
    userQuotas: cycles.map((cycle) =>
      users.map((user) =>
        layout.row(`${prefix}user_quotas (${USER_NAMES[user]}${inCycle(cycle)})`, {
          used: set(Number(cycle === 0 && terms.earlier === user)),
        }),
      ),
    ),
    voucherQuotas: cycles.map((cycle) =>
      layout.row(`${prefix}voucher_quotas${inCycle(cycle)}`, { used: set(cycle === 0 ? hasEarlier : 0) }),
    ),
    keys: [0, 1].map((key) => layout.row(`${prefix}idempotency_keys (${key + 1})`, { redemption: 0 })),
    codes: Array.from({ length: terms.codes ?? 0 }, (_, i) =>
      layout.row(`${prefix}voucher_codes (${i + 1})`, { redemption: set(i < earlierCode ? REDEEMED : 0) }),
    ),
    /** The first is the earlier one. Each process that redeems has its own place after it. */
    redemptions: [0, ...redeemers.map((_, i) => i + 1)].map(redemption),
  }
}
