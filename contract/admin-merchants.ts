import Type from 'typebox'
import { ById, Changes, IfMatch, Page, PageQuery, Recorded, SearchQuery, Strict } from './admin-shapes.ts'
import { CategorySlug, Nullable, Optionals, Text } from './fields.ts'
import { MerchantId, VoucherId } from './ids.ts'
import { merchantFields } from './merchant.ts'
import { defineRoute } from './route.ts'

const fields = {
  ...merchantFields,
  isActive: Type.Boolean({ description: 'Consumers see active merchants only.', examples: [true] }),
  timezone: Text(64, {
    description: 'IANA name of the time zone in which the cycles of its vouchers turn.',
    examples: ['Asia/Kuala_Lumpur'],
  }),
  topVoucherId: Nullable(VoucherId),
}

export const AdminMerchant = Type.Object(
  { id: MerchantId, ...fields, ...Recorded },
  { title: 'AdminMerchant' },
)

const { name, slug, category, ...optional } = fields

export const NewMerchant = Strict(
  { name, slug, category, ...Optionals(optional) },
  {
    title: 'NewMerchant',
    description:
      'Left out: isActive is true, isNew false, timezone UTC, subCategoryIds empty, all else is null.',
  },
)

export const Featured = Strict(
  {
    merchantIds: Type.Array(MerchantId, {
      maxItems: 1000,
      uniqueItems: true,
      description: 'In the curated order, whole.',
    }),
  },
  { title: 'Featured' },
)

const tag = 'Merchants'
const surface = 'admin'

export const createMerchant = defineRoute({
  id: 'createMerchant',
  method: 'POST',
  path: '/admin/merchants',
  surface,
  tag,
  summary: 'Create a merchant',
  body: NewMerchant,
  answers: { 201: { description: 'Created.', body: AdminMerchant } },
  errors: ['slug_taken'],
  roles: ['admin'],
})

export const listMerchants = defineRoute({
  id: 'listMerchants',
  method: 'GET',
  path: '/admin/merchants',
  surface,
  tag,
  summary: 'List merchants, newest first',
  query: Type.Object({
    category: Type.Optional(CategorySlug),
    isActive: Type.Optional(Type.Boolean()),
    ...PageQuery,
    ...SearchQuery,
  }),
  answers: { 200: { description: 'A page.', body: Page(AdminMerchant) } },
  roles: ['admin', 'support', 'merchant'],
})

export const getMerchant = defineRoute({
  id: 'getMerchant',
  method: 'GET',
  path: '/admin/merchants/{id}',
  surface,
  tag,
  summary: 'One merchant',
  params: ById,
  answers: { 200: { description: 'The merchant.', body: AdminMerchant } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const updateMerchant = defineRoute({
  id: 'updateMerchant',
  method: 'PATCH',
  path: '/admin/merchants/{id}',
  surface,
  tag,
  summary: 'Change a merchant',
  description:
    'A merchant’s own key may change name, logoPath, bannerPath, description, timezone, topVoucherId and ' +
    'subCategoryIds only.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  answers: { 200: { description: 'The merchant as it is now.', body: AdminMerchant } },
  errors: ['not_found', 'slug_taken', 'version_conflict'],
  roles: ['admin', 'merchant'],
})

export const getFeatured = defineRoute({
  id: 'getFeatured',
  method: 'GET',
  path: '/admin/featured',
  surface,
  tag,
  summary: 'The featured merchants in their order',
  answers: { 200: { description: 'The list.', body: Featured } },
  roles: ['admin', 'support'],
})

export const putFeatured = defineRoute({
  id: 'putFeatured',
  method: 'PUT',
  path: '/admin/featured',
  surface,
  tag,
  summary: 'Choose the featured merchants and their order',
  body: Featured,
  answers: { 200: { description: 'The list as it is now.', body: Featured } },
  roles: ['admin'],
})
