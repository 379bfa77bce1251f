import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { tellAllGone, tellUsedUp } from '../voucher/standing.ts'
import type { RunOut } from '../voucher/supply.ts'

/** Where a claimed voucher lies, in the order in which the wallet shows them. */
export const SHELVES = [
  'ready',
  'favorite',
  'unknown',
  'notYet',
  'fullyRedeemed',
  'usedUp',
  'expired',
  'withdrawn',
] as const
export type Shelf = (typeof SHELVES)[number]

type Times = (string | null)[]
const startsOf = ({ validFrom, applicableFrom }: Voucher) => sorted([validFrom, applicableFrom])
const endsOf = ({ validUntil, applicableUntil }: Voucher) => sorted([validUntil, applicableUntil])
/** Timestamps of the service are all of one form: their order is that of their letters. */
const sorted = (times: Times) => times.filter((time): time is string => time !== null).sort()

/** As a redemption would be refused: what was withdrawn is not told to be expired. */
export function shelfOf(
  voucher: Voucher,
  { isFavorite, now, runOut }: { isFavorite: boolean; now: number; runOut: RunOut },
): Exclude<Shelf, 'unknown'> {
  const isAhead = (time: string) => Date.parse(time) > now
  if (!voucher.isActive) return 'withdrawn'
  if (!endsOf(voucher).every(isAhead)) return 'expired'
  if (startsOf(voucher).some(isAhead)) return 'notYet'
  if (voucher.me.remaining === 0) return 'usedUp'
  if (runOut !== null) return 'fullyRedeemed'
  return voucher.favoritesOnly && !isFavorite ? 'favorite' : 'ready'
}

/** The end that comes first, if it has one. */
export function endOf(voucher: Voucher): string | null {
  return endsOf(voucher)[0] ?? null
}

/** Where there is nothing to do about it but wait, if that. */
export type Resting = 'notYet' | 'fullyRedeemed' | 'usedUp' | 'expired' | 'withdrawn'

/** Why it cannot be used now, and from when it can, if ever. */
export function whyNotNow(voucher: Voucher, shelf: Resting, runOut: RunOut): string {
  const told = words.voucher
  const starts = startsOf(voucher)
  const end = endOf(voucher)
  switch (shelf) {
    case 'withdrawn':
      return words.wallet.withdrawnWhy
    case 'expired':
      return end === null ? words.wallet.expired : told.expired(end)
    case 'notYet':
      return told.notYet(starts[starts.length - 1] ?? '')
    case 'fullyRedeemed':
      return tellAllGone(voucher, runOut)
    case 'usedUp':
      return tellUsedUp(voucher.me.cycleResetsAt, voucher)
  }
}
