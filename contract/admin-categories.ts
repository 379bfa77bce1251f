import Type from 'typebox'
import { Page, Strict, versionedFields } from './admin-shapes.ts'
import { Category, categoryName, subCategoryName } from './category.ts'
import { CategorySlug } from './fields.ts'
import { SubCategoryId } from './ids.ts'
import { defineRoute } from './route.ts'

export const AdminCategory = Type.Object(
  { ...Category.properties, ...versionedFields },
  { title: 'AdminCategory' },
)

export const CategoryContent = Strict(
  {
    name: categoryName,
    subCategories: Type.Array(Strict({ id: Type.Optional(SubCategoryId), name: subCategoryName }), {
      maxItems: 200,
    }),
  },
  {
    title: 'CategoryContent',
    description:
      'A sub-category with an id is kept and renamed. One without an id is created. One that is not listed is ' +
      'removed.',
  },
)

const tag = 'Categories'
const surface = 'admin'

export const listCategories = defineRoute({
  id: 'listCategories',
  method: 'GET',
  path: '/admin/categories',
  surface,
  tag,
  summary: 'List all categories, sorted by name',
  answers: { 200: { description: 'All categories, on one page.', body: Page(AdminCategory) } },
  roles: ['admin', 'support', 'merchant', 'partner'],
})

export const putCategory = defineRoute({
  id: 'putCategory',
  method: 'PUT',
  path: '/admin/categories/{slug}',
  surface,
  tag,
  summary: 'Create or replace a category',
  params: Type.Object({ slug: CategorySlug }),
  body: CategoryContent,
  answers: {
    200: { description: 'Replaced.', body: AdminCategory },
    201: { description: 'Created.', body: AdminCategory },
  },
  errors: ['not_found', 'sub_category_in_use'],
  roles: ['admin'],
})
