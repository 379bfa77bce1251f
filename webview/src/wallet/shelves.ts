import type { Voucher } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { tellUsedUp } from '../voucher/standing.ts'

/** Where a claimed voucher lies, in the order in which the wallet shows them. */
export const SHELVES = ['now', 'favorite', 'unknown', 'notYet', 'usedUp', 'over', 'gone'] as const
export type Shelf = (typeof SHELVES)[number]

type Times = (string | null)[]
const startsOf = ({ validFrom, applicableFrom }: Voucher) => sorted([validFrom, applicableFrom])
const endsOf = ({ validUntil, applicableUntil }: Voucher) => sorted([validUntil, applicableUntil])
/** Timestamps of the service are all of one form: their order is that of their letters. */
const sorted = (times: Times) => times.filter((time): time is string => time !== null).sort()

/** As a redemption would be refused: what was withdrawn is not told to be expired. */
export function shelfOf(
  voucher: Voucher,
  { isFavorite, now }: { isFavorite: boolean; now: number },
): Exclude<Shelf, 'unknown'> {
  const isAhead = (time: string) => Date.parse(time) > now
  if (!voucher.isActive) return 'gone'
  if (!endsOf(voucher).every(isAhead)) return 'over'
  if (startsOf(voucher).some(isAhead)) return 'notYet'
  if (voucher.me.remaining === 0) return 'usedUp'
  return voucher.favoritesOnly && !isFavorite ? 'favorite' : 'now'
}

/** The end that comes first, if it has one. */
export function endOf(voucher: Voucher): string | null {
  return endsOf(voucher)[0] ?? null
}

/** Where there is nothing to do about it but wait, if that. */
export type Resting = 'notYet' | 'usedUp' | 'over' | 'gone'

/** Why it cannot be used now, and from when it can, if ever. */
export function whyNotNow(voucher: Voucher, shelf: Resting): string {
  const told = words.voucher
  const starts = startsOf(voucher)
  const end = endOf(voucher)
  switch (shelf) {
    case 'gone':
      return words.wallet.goneWhy
    case 'over':
      return end === null ? words.wallet.over : told.over(end)
    case 'notYet':
      return told.notYet(starts[starts.length - 1] ?? '')
    case 'usedUp':
      return tellUsedUp(voucher.me.cycleResetsAt, voucher)
  }
}
