import { getCached } from '../api/cache.ts'
import type { Category } from '../api/routes.ts'

/** Read from the cache of the home screen. */
export function categoryName(slug: string): string | undefined {
  return getCached<Category[]>('categories')?.data.find((category) => category.slug === slug)?.name
}
