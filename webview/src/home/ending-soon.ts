import type { Merchant, Voucher } from '../api/routes.ts'
import { format } from '../language/words.ts'
import { ENDS_SOON_DAYS, usableUntil } from '../voucher/availability.ts'
import { offersOf } from './offers.ts'

export type Ending = { merchant: Merchant; voucher: Voucher; end: string }

/** The end of an offer that the user can still get, if it is near. */
export function nearEndOf(voucher: Voucher): string | null {
  const end = usableUntil(voucher)
  return end !== null && voucher.me.remaining > 0 && format.daysUntil(end) <= ENDS_SOON_DAYS ? end : null
}

/** The offers that end first, one per merchant, as far as they have loaded. */
export function endingSoon(merchants: Merchant[]): Ending[] {
  return merchants
    .flatMap((merchant) => {
      const [first] = (offersOf(merchant.id) ?? [])
        .flatMap((voucher) => {
          const end = nearEndOf(voucher)
          return end === null ? [] : [{ merchant, voucher, end }]
        })
        .sort(byEnd)
      return first ? [first] : []
    })
    .sort(byEnd)
}

const byEnd = (one: Ending, other: Ending) => (one.end < other.end ? -1 : 1)
