import type { VoucherForUser } from '@counterfoil/contract/shapes/voucher.ts'
import type { Static } from 'typebox'
import type { CycleBucket } from '../redemptions/rules/cycle.ts'
import type { ShownVoucher, Usage } from './consumer-queries.ts'

export type VoucherView = Static<typeof VoucherForUser>

/** The voucher as the contract shows it, with the user's claim and uses in the cycle. */
export function voucherForUser(
  row: ShownVoucher,
  { claimedAt, used }: Omit<Usage, 'voucherId'>,
  cycle: CycleBucket,
): VoucherView {
  const { merchantCategory: _, merchantSandboxId: __, timezone: ___, translations: ____, ...voucher } = row
  return {
    ...voucher,
    me: {
      claimed: claimedAt !== null,
      claimedAt,
      used,
      remaining: Math.max(0, voucher.redemptionCount - used),
      cycleKey: cycle.key,
      cycleResetsAt: cycle.resetsAt,
    },
  }
}
