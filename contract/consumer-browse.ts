import Type from 'typebox'
import { Category } from './category.ts'
import { ListQuery, PAGED, PathId } from './consumer-shapes.ts'
import { Latitude, Like, Longitude } from './fields.ts'
import { SubCategoryId } from './ids.ts'
import { Merchant, MerchantWithOutlets } from './merchant.ts'
import { defineRoute } from './route.ts'
import { Branding } from './user.ts'
import { VoucherForUser } from './voucher.ts'

const tag = 'Browse'
const surface = 'consumer'

export const browseMerchants = defineRoute({
  id: 'browseMerchants',
  method: 'GET',
  path: '/merchants',
  surface,
  tag,
  summary: 'List active merchants',
  description:
    'Those in the partner’s scope, by name; with `featured` in the curated order; with `lat` and ' +
    `\`lng\` nearest first, merchants without a located outlet last. ${PAGED}`,
  query: Type.Object(
    {
      category: Type.Optional(
        Type.String({ maxLength: 100, description: 'A category slug.', examples: ['F_AND_B'] }),
      ),
      subCategoryId: Type.Optional(SubCategoryId),
      featured: Type.Optional(Type.Literal('true', { description: 'Curated merchants only.' })),
      isNew: Type.Optional(Type.Literal('true', { description: 'Merchants with the new badge only.' })),
      lat: Type.Optional(Like(Latitude, { description: 'Adds distanceMeters. Together with lng.' })),
      lng: Type.Optional(Like(Longitude, { description: 'Adds distanceMeters. Together with lat.' })),
      ...ListQuery,
    },
    { dependentRequired: { lat: ['lng'], lng: ['lat'] } },
  ),
  answers: {
    200: { description: 'The merchants.', body: Type.Array(Merchant) },
    304: { description: 'Nothing has changed.', body: null },
  },
})

export const viewMerchant = defineRoute({
  id: 'viewMerchant',
  method: 'GET',
  path: '/merchants/{id}',
  surface,
  tag,
  summary: 'One merchant with its active outlets',
  params: Type.Object({ id: PathId }),
  answers: {
    200: { description: 'The merchant.', body: MerchantWithOutlets },
    304: { description: 'Nothing has changed.', body: null },
  },
  errors: ['not_found'],
})

export const browseCategories = defineRoute({
  id: 'browseCategories',
  method: 'GET',
  path: '/categories',
  surface,
  tag,
  summary: 'List the categories in the partner’s scope',
  answers: { 200: { description: 'The categories, by name.', body: Type.Array(Category) } },
})

export const browseVouchers = defineRoute({
  id: 'browseVouchers',
  method: 'GET',
  path: '/merchants/{id}/vouchers',
  surface,
  tag,
  summary: 'List the live vouchers of a merchant, newest first',
  description: PAGED,
  params: Type.Object({ id: PathId }),
  query: Type.Object(ListQuery),
  answers: { 200: { description: 'The vouchers.', body: Type.Array(VoucherForUser) } },
  errors: ['not_found'],
})

export const viewVoucher = defineRoute({
  id: 'viewVoucher',
  method: 'GET',
  path: '/vouchers/{id}',
  surface,
  tag,
  summary: 'One voucher',
  params: Type.Object({ id: PathId }),
  answers: { 200: { description: 'The voucher.', body: VoucherForUser } },
  errors: ['voucher_not_found', 'voucher_out_of_scope'],
})

export const viewBranding = defineRoute({
  id: 'viewBranding',
  method: 'GET',
  path: '/branding',
  surface,
  tag,
  summary: 'How the token’s partner presents itself',
  answers: { 200: { description: 'The brand.', body: Branding } },
})
