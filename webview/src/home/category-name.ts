import { getCached } from '../api/cache.ts'
import type { Category } from '../api/routes.ts'

/** The name of one category, which a merchant's screen brings along. */
export const categoryNameKey = (slug: string): string => `category-name:${slug}`

/** Reads the name from what home or a merchant's screen has brought along. */
export function categoryName(slug: string): string | undefined {
  const listed = getCached<Category[]>('categories')?.data.find((category) => category.slug === slug)
  return listed?.name ?? getCached<string | null>(categoryNameKey(slug))?.data ?? undefined
}
