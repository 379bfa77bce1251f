import { Like, Nullable, OneOf } from './fields.ts'
import { MerchantWithOutlets, merchantFields } from './merchant.ts'
import { Type } from './type.ts'
import { Branding } from './user.ts'
import { VoucherForUser } from './voucher.ts'

export const SUPPLIES = ['AVAILABLE', 'CAP_REACHED', 'CODES_EXHAUSTED'] as const
export type Supply = (typeof SUPPLIES)[number]

export const VoucherWithSupply = Type.Object(
  {
    ...VoucherForUser.properties,
    supply: OneOf(SUPPLIES, {
      description:
        'What all users together have left: CAP_REACHED until the next cycle, CODES_EXHAUSTED if no code is left. ' +
        'AVAILABLE otherwise, also for a voucher without a cap and without codes of its own.',
    }),
  },
  { title: 'VoucherWithSupply' },
)

const categoryName = Nullable(
  Like(merchantFields.name, {
    description: 'The name of the merchant’s category; null if it is unknown.',
    examples: ['Food & Drink'],
  }),
)

export const MerchantScreen = Type.Object(
  {
    branding: Branding,
    categoryName,
    merchant: MerchantWithOutlets,
    vouchers: Type.Array(VoucherWithSupply, { description: 'As in `GET /merchants/{id}/vouchers`.' }),
  },
  { title: 'MerchantScreen' },
)

export const VoucherScreen = Type.Object(
  {
    branding: Branding,
    merchant: Nullable(MerchantWithOutlets),
    voucher: VoucherWithSupply,
  },
  {
    title: 'VoucherScreen',
    description: '`merchant` is null if `GET /merchants/{id}` would return 404.',
  },
)
