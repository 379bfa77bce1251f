import { routesOf } from '../define-route.ts'
import { Category } from '../shapes/category.ts'
import { Home } from '../shapes/home.ts'
import { SubCategoryId } from '../shapes/ids.ts'
import { Merchant, MerchantWithOutlets } from '../shapes/merchant.ts'
import { MerchantScreen, VoucherScreen } from '../shapes/screens.ts'
import { LANGUAGE_NOTE, LanguageQuery } from '../shapes/translations.ts'
import { Type } from '../shapes/type.ts'
import { Branding } from '../shapes/user.ts'
import { VoucherForUser } from '../shapes/voucher.ts'
import { BOTH_OR_NEITHER, CategoryQuery, ListQuery, PAGING_NOTE, PathId, PositionQuery } from './shapes.ts'

const defineRoute = routesOf('consumer', 'Browse')

export const viewHome = defineRoute({
  id: 'viewHome',
  method: 'GET',
  path: '/home',
  summary: 'Get all data of a home screen',
  description:
    'Returns the branding, the categories, rows of merchants, and what ends soon in the wallet in one response. ' +
    'It creates no user: for an unknown or anonymized user, `wallet` is left out and no merchant is `favorited`. ' +
    LANGUAGE_NOTE,
  query: Type.Object({ ...PositionQuery, ...LanguageQuery }, BOTH_OR_NEITHER),
  responses: {
    200: { description: 'The home screen.', body: Home },
    304: { description: 'Not modified.', body: null },
  },
})

export const browseMerchants = defineRoute({
  id: 'browseMerchants',
  method: 'GET',
  path: '/merchants',
  summary: 'List active merchants',
  description:
    'Returns the merchants in the partner’s scope. They are sorted by name, with `featured` in the curated order, ' +
    'and with `lat` and `lng` nearest first; merchants without a located outlet then come last. ' +
    `The order does not depend on the language. ${LANGUAGE_NOTE} ${PAGING_NOTE}`,
  query: Type.Object(
    {
      ...CategoryQuery,
      subCategoryId: Type.Optional(SubCategoryId),
      featured: Type.Optional(Type.Literal('true', { description: 'Only featured merchants.' })),
      isNew: Type.Optional(Type.Literal('true', { description: 'Only merchants with the “new” badge.' })),
      ...PositionQuery,
      ...ListQuery,
      ...LanguageQuery,
    },
    BOTH_OR_NEITHER,
  ),
  responses: {
    200: { description: 'The merchants.', body: Type.Array(Merchant) },
    304: { description: 'Not modified.', body: null },
  },
})

export const viewMerchant = defineRoute({
  id: 'viewMerchant',
  method: 'GET',
  path: '/merchants/{id}',
  summary: 'Get a merchant with its active outlets',
  description: LANGUAGE_NOTE,
  params: Type.Object({ id: PathId }),
  query: Type.Object(LanguageQuery),
  responses: {
    200: { description: 'The merchant.', body: MerchantWithOutlets },
    304: { description: 'Not modified.', body: null },
  },
  errors: ['not_found'],
})

export const viewMerchantScreen = defineRoute({
  id: 'viewMerchantScreen',
  method: 'GET',
  path: '/merchants/{id}/screen',
  summary: 'Get all data of a merchant’s screen',
  description: `Returns the branding, the merchant and its live vouchers in one response. It creates no user. ${LANGUAGE_NOTE}`,
  params: Type.Object({ id: PathId }),
  query: Type.Object(LanguageQuery),
  responses: {
    200: { description: 'The screen.', body: MerchantScreen },
    304: { description: 'Not modified.', body: null },
  },
  errors: ['not_found'],
})

export const viewVoucherScreen = defineRoute({
  id: 'viewVoucherScreen',
  method: 'GET',
  path: '/vouchers/{id}/screen',
  summary: 'Get all data of a voucher’s screen',
  description:
    'Returns the branding, the voucher and its merchant in one response, as a link to a voucher needs them. It creates ' +
    `no user. ${LANGUAGE_NOTE}`,
  params: Type.Object({ id: PathId }),
  query: Type.Object(LanguageQuery),
  responses: {
    200: { description: 'The screen.', body: VoucherScreen },
    304: { description: 'Not modified.', body: null },
  },
  errors: ['voucher_not_found', 'voucher_out_of_scope'],
})

export const browseCategories = defineRoute({
  id: 'browseCategories',
  method: 'GET',
  path: '/categories',
  summary: 'List categories in the partner’s scope',
  description: LANGUAGE_NOTE,
  query: Type.Object(LanguageQuery),
  responses: {
    200: {
      description: 'The categories, sorted by their name in the base language.',
      body: Type.Array(Category),
    },
  },
})

export const browseVouchers = defineRoute({
  id: 'browseVouchers',
  method: 'GET',
  path: '/merchants/{id}/vouchers',
  summary: 'List a merchant’s live vouchers, newest first',
  description: `${LANGUAGE_NOTE} ${PAGING_NOTE}`,
  params: Type.Object({ id: PathId }),
  query: Type.Object({ ...ListQuery, ...LanguageQuery }),
  responses: { 200: { description: 'The vouchers.', body: Type.Array(VoucherForUser) } },
  errors: ['not_found'],
})

export const viewVoucher = defineRoute({
  id: 'viewVoucher',
  method: 'GET',
  path: '/vouchers/{id}',
  summary: 'Get a voucher',
  description: `Also returns a voucher that is no longer live, with \`isActive: false\`. ${LANGUAGE_NOTE}`,
  params: Type.Object({ id: PathId }),
  query: Type.Object(LanguageQuery),
  responses: { 200: { description: 'The voucher.', body: VoucherForUser } },
  errors: ['voucher_not_found', 'voucher_out_of_scope'],
})

export const viewBranding = defineRoute({
  id: 'viewBranding',
  method: 'GET',
  path: '/branding',
  summary: 'Get the partner’s branding',
  responses: { 200: { description: 'The branding of the token’s partner.', body: Branding } },
})
