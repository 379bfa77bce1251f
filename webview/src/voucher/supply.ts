import { getCached, markStale, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Preview, Voucher, WalletItem } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'

/** The code with which a redemption would be refused because the shared supply is used up. Null while supply is left. */
export type Exhausted = 'global_cap_reached' | 'codes_exhausted' | null

/** A cap or a code pool is shared by all users. The voucher itself does not show how much of it is left. */
export function canRunOut({ isActive, globalRedemptionCap, codeSource }: Voucher): boolean {
  return isActive && (globalRedemptionCap !== null || codeSource === 'MANUAL')
}

/** Starts with `voucher`, so that it is marked stale together with its voucher. */
export const supplyKey = (voucherId: string) => `voucher-supply:${voucherId}`

export async function loadSupply(voucherId: string): Promise<Exhausted> {
  return exhaustedBy((await call('previewRedemption', { body: { voucherId } })).body)
}

/** Stores what a preview tells. A wallet that was arranged before is arranged again on its next visit. */
export function rememberSupply(voucherId: string, preview: Preview): void {
  const exhausted = exhaustedBy(preview)
  const known = getCached<Exhausted>(supplyKey(voucherId))?.data ?? null
  setCached(supplyKey(voucherId), exhausted)
  if (exhausted !== known) markStale('wallet')
}

/** What the state of a claim tells about the supply. */
export function exhaustedIn(state: WalletItem['state']): Exhausted {
  if (state === 'CODES_EXHAUSTED') return 'codes_exhausted'
  return state === 'CAP_REACHED' ? 'global_cap_reached' : null
}

/** A new cycle brings no new codes, so missing codes take precedence over a reached cap. */
function exhaustedBy({ reasons }: Preview): Exhausted {
  return (['codes_exhausted', 'global_cap_reached'] as const).find((code) => reasons.includes(code)) ?? null
}

export function useSupply(voucher: Voucher): Exhausted {
  const key = canRunOut(voucher) ? supplyKey(voucher.id) : null
  return useQuery(key, () => loadSupply(voucher.id)).data ?? null
}
