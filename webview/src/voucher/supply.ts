import { call } from '../api/call.ts'
import type { Preview, Voucher } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'

/** Why there is none left for anybody, as a redemption would be told; null while there is. */
export type RunOut = 'global_cap_reached' | 'codes_exhausted' | null

/** Of what all users share, a cap or a pool of codes, the voucher itself does not say how much is left. */
export function canRunOut({ isActive, globalRedemptionCap, codeSource }: Voucher): boolean {
  return isActive && (globalRedemptionCap !== null || codeSource === 'MANUAL')
}

/** Grows stale with its voucher. */
export const supplyKey = (voucherId: string) => `voucher-supply:${voucherId}`

export async function loadSupply(voucherId: string): Promise<RunOut> {
  return runOutIn((await call('previewRedemption', { body: { voucherId } })).body)
}

/** A new cycle brings no new codes: where both are gone, it is the codes. */
export function runOutIn({ reasons }: Preview): RunOut {
  return (['codes_exhausted', 'global_cap_reached'] as const).find((code) => reasons.includes(code)) ?? null
}

export function useSupply(voucher: Voucher): RunOut {
  const key = canRunOut(voucher) ? supplyKey(voucher.id) : null
  return useAnswer(key, () => loadSupply(voucher.id)).data ?? null
}
