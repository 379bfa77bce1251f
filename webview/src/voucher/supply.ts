import { getCached, markStale, setCached } from '../api/cache.ts'
import type { Preview, Supply, Voucher, WalletItem } from '../api/routes.ts'
import { useCached } from '../api/use-cached.ts'

/** The code with which a redemption would be refused because the shared supply is used up. Null while supply is left. */
export type Exhausted = 'global_cap_reached' | 'codes_exhausted' | null

/** Starts with `voucher`, so that it is marked stale together with its voucher. */
export const supplyKey = (voucherId: string) => `voucher-supply:${voucherId}`

/** Stores what a preview tells. A wallet that was arranged before is arranged again on its next visit. */
export function rememberSupply(voucherId: string, preview: Preview): void {
  const exhausted = exhaustedBy(preview)
  const known = getCached<Exhausted>(supplyKey(voucherId))?.data ?? null
  setCached(supplyKey(voucherId), exhausted)
  if (exhausted !== known) markStale('wallet')
}

/** The same from the state of a claim, or from the supply of a voucher. */
export function exhaustedIn(state: WalletItem['state'] | Supply): Exhausted {
  if (state === 'CODES_EXHAUSTED') return 'codes_exhausted'
  return state === 'CAP_REACHED' ? 'global_cap_reached' : null
}

/** A new cycle brings no new codes, so missing codes take precedence over a reached cap. */
function exhaustedBy({ reasons }: Preview): Exhausted {
  return (['codes_exhausted', 'global_cap_reached'] as const).find((code) => reasons.includes(code)) ?? null
}

/** Every list and screen that shows a voucher brings its supply along. */
export function useSupply({ id }: Voucher): Exhausted {
  return useCached<Exhausted>(supplyKey(id)) ?? null
}
