import { Timestamp } from './fields.ts'
import { ClaimId, MerchantId, UserId, VoucherId } from './ids.ts'
import { Type } from './type.ts'
import { voucherFields } from './voucher.ts'

export const Claim = Type.Object(
  { id: ClaimId, userId: UserId, voucherId: VoucherId, claimedAt: Timestamp },
  { title: 'Claim' },
)

export const WalletEntry = Type.Object(
  {
    id: ClaimId,
    voucherId: VoucherId,
    claimedAt: Timestamp,
    voucherTitle: voucherFields.title,
    voucherIsActive: Type.Boolean({
      description: 'False if the voucher was unpublished. The claim remains, but cannot be redeemed.',
      examples: [true],
    }),
    merchantId: MerchantId,
  },
  { title: 'WalletEntry' },
)
