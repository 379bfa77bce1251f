import { routesOf } from '../define-route.ts'
import { CategorySlug, Like, MODES, Nullable, OneOf, Optionals, Timezone } from '../shapes/fields.ts'
import { MerchantId, VoucherId } from '../shapes/ids.ts'
import { merchantFields, merchantTranslations } from '../shapes/merchant.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import {
  ById,
  Changes,
  CountedPage,
  CsvFile,
  IfMatch,
  SearchQuery,
  SortedQuery,
  SortQuery,
  versionedFields,
} from './shapes.ts'

const fields = {
  ...merchantFields,
  isActive: Type.Boolean({ description: 'Consumers only see active merchants.', examples: [true] }),
  timezone: Like(Timezone, {
    description: 'IANA time zone. The cycles of the merchant’s vouchers start at midnight in this zone.',
  }),
  topVoucherId: Nullable(VoucherId),
  translations: merchantTranslations,
}

const merchantMode = OneOf(MODES, {
  description: 'A test merchant belongs to the sandbox of one test partner, and only its users see it.',
  examples: ['live'],
})

export const AdminMerchant = Type.Object(
  { id: MerchantId, mode: merchantMode, ...fields, ...versionedFields },
  { title: 'AdminMerchant' },
)

const { name, slug, category, ...optional } = fields

export const NewMerchant = Strict(
  { name, slug, category, ...Optionals(optional) },
  {
    title: 'NewMerchant',
    description:
      'Defaults: isActive true, isNew false, timezone UTC, subCategoryIds and translations empty, all other ' +
      'fields null.',
  },
)

export const Featured = Strict(
  {
    merchantIds: Type.Array(MerchantId, {
      maxItems: 1000,
      uniqueItems: true,
      description: 'The complete list, in the curated order.',
    }),
  },
  { title: 'Featured' },
)

const filters = {
  category: Type.Optional(CategorySlug),
  isActive: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Like(merchantMode, { description: 'live by default' })),
  ...SearchQuery,
}

export const MERCHANT_SORTS = ['-createdAt', 'createdAt', 'name', '-name'] as const

const defineRoute = routesOf('admin', 'Merchants')

export const createMerchant = defineRoute({
  id: 'createMerchant',
  method: 'POST',
  path: '/admin/merchants',
  summary: 'Create a merchant',
  body: NewMerchant,
  responses: { 201: { description: 'Created.', body: AdminMerchant } },
  errors: ['slug_taken'],
  roles: ['admin'],
})

export const listMerchants = defineRoute({
  id: 'listMerchants',
  method: 'GET',
  path: '/admin/merchants',
  summary: 'List merchants',
  query: Type.Object({ ...filters, ...SortedQuery(...MERCHANT_SORTS) }),
  responses: { 200: { description: 'A page of results.', body: CountedPage(AdminMerchant) } },
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const exportMerchants = defineRoute({
  id: 'exportMerchants',
  method: 'GET',
  path: '/admin/merchants.csv',
  summary: 'Export merchants as CSV',
  description:
    'Streams all merchants that match the filters, after a header line. Text is quoted, and gets an apostrophe where ' +
    'a spreadsheet would read it as a formula.',
  query: Type.Object({ ...filters, ...SortQuery(...MERCHANT_SORTS) }),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'id,name,slug,category,isActive',
      '01999d54-3a18-7c62-b6e3-91f0a7d2c402,Kopi Corner,kopi-corner,F_AND_B,true',
    ),
  },
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const getMerchant = defineRoute({
  id: 'getMerchant',
  method: 'GET',
  path: '/admin/merchants/{id}',
  summary: 'Get a merchant',
  params: ById,
  responses: { 200: { description: 'The merchant.', body: AdminMerchant } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const updateMerchant = defineRoute({
  id: 'updateMerchant',
  method: 'PATCH',
  path: '/admin/merchants/{id}',
  summary: 'Update a merchant',
  description:
    'A merchant’s own key can only change name, logoPath, bannerPath, description, translations, timezone, ' +
    'topVoucherId and subCategoryIds.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  responses: { 200: { description: 'The updated merchant.', body: AdminMerchant } },
  errors: ['not_found', 'slug_taken', 'version_conflict'],
  roles: ['admin', 'merchant'],
})

export const getFeatured = defineRoute({
  id: 'getFeatured',
  method: 'GET',
  path: '/admin/featured',
  summary: 'Get the featured merchants, in order',
  responses: { 200: { description: 'The list.', body: Featured } },
  roles: ['admin', 'support', 'viewer'],
})

export const putFeatured = defineRoute({
  id: 'putFeatured',
  method: 'PUT',
  path: '/admin/featured',
  summary: 'Replace the featured merchants',
  body: Featured,
  responses: { 200: { description: 'The updated list.', body: Featured } },
  roles: ['admin'],
})
