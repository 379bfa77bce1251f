import { CategorySlug, ImagePath, Like, Nullable, Slug, Text } from './fields.ts'
import { MerchantId, SubCategoryId, VoucherId } from './ids.ts'
import { Outlet } from './outlet.ts'
import { Translations } from './translations.ts'
import { Type } from './type.ts'
import { voucherFields } from './voucher.ts'

export const merchantFields = {
  name: Text(200, { description: 'The name shown to users.', examples: ['Kopi Corner'] }),
  slug: Slug,
  category: CategorySlug,
  subCategoryIds: Type.Array(SubCategoryId, { maxItems: 100, uniqueItems: true }),
  logoPath: Nullable(ImagePath),
  bannerPath: Nullable(Like(ImagePath, { examples: ['https://img.example.com/kopi-corner/banner.jpg'] })),
  description: Nullable(
    Text(2000, {
      description: 'A short introduction.',
      examples: ['Hainanese coffee and charcoal toast since 1968.'],
    }),
  ),
  isNew: Type.Boolean({ description: 'Whether the merchant has the “new” badge.', examples: [false] }),
}

export const merchantTranslations = Translations(
  {
    name: merchantFields.name,
    description: Text(2000),
  },
  { ms: { description: 'Kopi Hainan dan roti bakar arang sejak 1968.' } },
)

const TopVoucher = Type.Object(
  { id: VoucherId, title: voucherFields.title, imagePath: ImagePath },
  { description: 'The highlighted voucher, or null if the merchant has no live voucher.' },
)

export const Merchant = Type.Object(
  {
    id: MerchantId,
    ...merchantFields,
    favorited: Type.Boolean({
      description: 'Whether the merchant is a favorite of the user.',
      examples: [true],
    }),
    topVoucher: Nullable(TopVoucher),
    distanceMeters: Type.Optional(
      Nullable(
        Type.Number({
          description:
            'Distance to the nearest active outlet in whole meters. Present only if lat and lng were sent; null if ' +
            'no active outlet has coordinates.',
          examples: [184],
        }),
      ),
    ),
  },
  {
    title: 'Merchant',
    description:
      'Image paths that start with `/uploads/` are relative to the origin of the API; all others are https URLs.',
  },
)

const { distanceMeters: _onlyInLists, ...commonFields } = Merchant.properties

export const MerchantWithOutlets = Type.Object(
  {
    ...commonFields,
    outlets: Type.Array(Outlet, { description: 'The active outlets, by name; 2 comes before 10.' }),
  },
  { title: 'MerchantWithOutlets' },
)
