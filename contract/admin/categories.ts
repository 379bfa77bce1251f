import { routesOf } from '../define-route.ts'
import {
  Category,
  categoryName,
  categoryTranslations,
  SubCategory,
  subCategoryName,
  subCategoryTranslations,
} from '../shapes/category.ts'
import { CategorySlug } from '../shapes/fields.ts'
import { SubCategoryId } from '../shapes/ids.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { Page, versionedFields } from './shapes.ts'

export const AdminCategory = Type.Object(
  {
    ...Category.properties,
    subCategories: Type.Array(
      Type.Object({ ...SubCategory.properties, translations: subCategoryTranslations }),
    ),
    translations: categoryTranslations,
    ...versionedFields,
  },
  { title: 'AdminCategory' },
)

export const CategoryContent = Strict(
  {
    name: categoryName,
    subCategories: Type.Array(
      Strict({
        id: Type.Optional(SubCategoryId),
        name: subCategoryName,
        translations: Type.Optional(subCategoryTranslations),
      }),
      { maxItems: 200 },
    ),
    translations: Type.Optional(categoryTranslations),
  },
  {
    title: 'CategoryContent',
    description:
      'A sub-category with an id is kept and renamed. A sub-category without an id is created. A sub-category that is not listed is ' +
      'removed. Translations that are left out stay as they are; {} removes them.',
  },
)

const defineRoute = routesOf('admin', 'Categories')

export const listCategories = defineRoute({
  id: 'listCategories',
  method: 'GET',
  path: '/admin/categories',
  summary: 'List all categories, sorted by name',
  responses: { 200: { description: 'All categories, on one page.', body: Page(AdminCategory) } },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'],
})

export const putCategory = defineRoute({
  id: 'putCategory',
  method: 'PUT',
  path: '/admin/categories/{slug}',
  summary: 'Create or replace a category',
  params: Type.Object({ slug: CategorySlug }),
  body: CategoryContent,
  responses: {
    200: { description: 'Replaced.', body: AdminCategory },
    201: { description: 'Created.', body: AdminCategory },
  },
  errors: ['not_found', 'sub_category_in_use'],
  roles: ['admin'],
})
