import { call } from '../api/call.ts'
import type { Preview, Voucher } from '../api/routes.ts'
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
  return exhaustedIn((await call('previewRedemption', { body: { voucherId } })).body)
}

/** A new cycle brings no new codes, so missing codes take precedence over a reached cap. */
export function exhaustedIn({ reasons }: Preview): Exhausted {
  return (['codes_exhausted', 'global_cap_reached'] as const).find((code) => reasons.includes(code)) ?? null
}

export function useSupply(voucher: Voucher): Exhausted {
  const key = canRunOut(voucher) ? supplyKey(voucher.id) : null
  return useQuery(key, () => loadSupply(voucher.id)).data ?? null
}
