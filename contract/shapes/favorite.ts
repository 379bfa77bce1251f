import { Timestamp } from './fields.ts'
import { MerchantId, UserId } from './ids.ts'
import { merchantFields } from './merchant.ts'
import { Type } from './type.ts'

export const Favorite = Type.Object(
  { userId: UserId, merchantId: MerchantId, createdAt: Timestamp },
  { title: 'Favorite' },
)

const { name, slug, category, logoPath } = merchantFields

export const FavoriteMerchant = Type.Object(
  { merchantId: MerchantId, favoritedAt: Timestamp, name, slug, category, logoPath },
  { title: 'FavoriteMerchant' },
)
