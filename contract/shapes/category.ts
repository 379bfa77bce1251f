import { CategorySlug, Text } from './fields.ts'
import { SubCategoryId } from './ids.ts'
import { Translations } from './translations.ts'
import { Type } from './type.ts'

export const categoryName = Text(100, { examples: ['Food & beverage'] })
export const subCategoryName = Text(100, { examples: ['Coffee'] })

export const categoryTranslations = Translations(
  { name: categoryName },
  { ms: { name: 'Makanan & minuman' } },
)
export const subCategoryTranslations = Translations({ name: subCategoryName }, { ms: { name: 'Kopi' } })

export const SubCategory = Type.Object({ id: SubCategoryId, name: subCategoryName }, { title: 'SubCategory' })

export const Category = Type.Object(
  { slug: CategorySlug, name: categoryName, subCategories: Type.Array(SubCategory) },
  { title: 'Category' },
)
