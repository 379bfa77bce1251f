import type { WalletGroup, WalletState } from '@counterfoil/contract/shapes/wallet.ts'
import { listInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type CycleBucket, type CycleKind, cycleAt } from '../redemptions/rules/cycle.ts'
import type { Facts, VoucherFacts } from '../redemptions/rules/decide.ts'
import { readVoucherTimes } from '../redemptions/rules/voucher-times.ts'
import { type ClaimedRow, type CounterRow, listClaimed, listCounters } from './claimed-queries.ts'
import { byPlace, groupOf, type Place, placeOf, stateOf } from './wallet-state.ts'

/** A claim with its state, its place in the wallet, and the user's uses in the current cycle of the voucher. */
export type ArrangedClaim = {
  place: Place
  state: WalletState
  group: WalletGroup
  voucher: VoucherFacts
  timezone: string
  isFavorite: boolean
  cycle: CycleBucket
  used: number
}

/** All claims of a user in the order to show. Each cell needs two statements, however many claims there are. */
export async function arrangeWallet(
  deps: Runtime,
  partner: PartnerEntry,
  userId: string,
  now: Date,
): Promise<ArrangedClaim[]> {
  const claims = await listInCells(deps, ({ db }) => arrangeClaims(db, partner, userId, now))
  return claims.sort((one, other) => byPlace(one.place, other.place))
}

async function arrangeClaims(
  db: Reader,
  partner: PartnerEntry,
  userId: string,
  now: Date,
): Promise<ArrangedClaim[]> {
  const rows = await listClaimed(db, userId)
  if (rows.length === 0) return []
  const cycleOf = openCycles(now)
  const inCycle = rows.map((row) => ({ row, cycle: cycleOf(row.cycle, row.timezone) }))
  const requested = inCycle.map(({ row, cycle }) => ({ voucherId: row.id, cycleKey: cycle.key }))
  const counters = new Map((await listCounters(db, userId, requested)).map((row) => [row.voucherId, row]))
  return inCycle.map(({ row, cycle }) => arrange(row, cycle, counters.get(row.id), partner, now))
}

function arrange(
  row: ClaimedRow,
  cycle: CycleBucket,
  { usedByUser, usedByAll, codesLeft }: Omit<CounterRow, 'voucherId'> = NOT_COUNTED,
  { scope, sandboxId }: PartnerEntry,
  now: Date,
): ArrangedClaim {
  const { isFavorite, timezone } = row
  const voucher = { ...row, ...readVoucherTimes(row) }
  const counted = { cycle, usedByUser, usedByAll, codesLeft }
  const state = stateOf({ ...WITHOUT_OUTLET, ...counted, now, scope, sandboxId, voucher, isFavorite })
  return {
    place: placeOf({ id: row.claimId, claimedAt: row.claimedAt }, voucher, state),
    state,
    group: groupOf(state),
    ...{ voucher, timezone, isFavorite, cycle, used: usedByUser },
  }
}

const NOT_COUNTED = { usedByUser: 0, usedByAll: 0, codesLeft: 0 }

/** The facts of a claimed voucher whose outlet is not chosen yet, as in a preview. */
const WITHOUT_OUTLET = {
  method: 'PIN',
  retryAfterSeconds: null,
  outlet: undefined,
  defenseSeconds: null,
  pinIsRight: null,
  consumer: null,
  hasClaim: true,
} satisfies Partial<Facts>

/** Calendar arithmetic is slow, and most vouchers share their cycle and time zone. */
function openCycles(now: Date): (kind: CycleKind, timezone: string) => CycleBucket {
  const known = new Map<string, CycleBucket>()
  return (kind, timezone) => {
    const key = `${kind} ${timezone}`
    const cycle = known.get(key) ?? cycleAt(kind, timezone, now)
    known.set(key, cycle)
    return cycle
  }
}
