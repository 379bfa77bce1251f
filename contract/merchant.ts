import Type from 'typebox'
import { CategorySlug, ImagePath, Like, Nullable, Slug, Text } from './fields.ts'
import { MerchantId, SubCategoryId, VoucherId } from './ids.ts'
import { Outlet } from './outlet.ts'
import { voucherFields } from './voucher.ts'

export const merchantFields = {
  name: Text(200, { description: 'Display name.', examples: ['Kopi Corner'] }),
  slug: Slug,
  category: CategorySlug,
  subCategoryIds: Type.Array(SubCategoryId, { maxItems: 100, uniqueItems: true }),
  logoPath: Nullable(ImagePath),
  bannerPath: Nullable(Like(ImagePath, { examples: ['https://img.example.com/kopi-corner/banner.jpg'] })),
  description: Nullable(
    Text(2000, {
      description: 'Short blurb.',
      examples: ['Hainanese coffee and charcoal toast since 1968.'],
    }),
  ),
  isNew: Type.Boolean({ description: 'Whether the new badge applies.', examples: [false] }),
}

const TopVoucher = Type.Object(
  { id: VoucherId, title: voucherFields.title, imagePath: ImagePath },
  { description: 'The highlighted offer, or null while the merchant has none.' },
)

export const Merchant = Type.Object(
  {
    id: MerchantId,
    ...merchantFields,
    favorited: Type.Boolean({ description: 'Whether the calling user has favorited it.', examples: [true] }),
    topVoucher: Nullable(TopVoucher),
    distanceMeters: Type.Optional(
      Nullable(
        Type.Number({
          description: 'Whole metres to the nearest active outlet. Only where lat and lng were given.',
          examples: [184],
        }),
      ),
    ),
  },
  {
    title: 'Merchant',
    description:
      'A path that begins with `/uploads/` is relative to the origin of the API; an https URL stands ' +
      'as it is.',
  },
)

const { distanceMeters: _onlyInLists, ...ofOne } = Merchant.properties

export const MerchantWithOutlets = Type.Object(
  { ...ofOne, outlets: Type.Array(Outlet, { description: 'The active ones.' }) },
  { title: 'MerchantWithOutlets' },
)
