import { getCached } from '../api/cache.ts'
import type { Category } from '../api/routes.ts'

/** Reads the name from the cache of the home screen. */
export function categoryName(slug: string): string | undefined {
  return getCached<Category[]>('categories')?.data.find((category) => category.slug === slug)?.name
}
