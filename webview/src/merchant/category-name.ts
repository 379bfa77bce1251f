import { cached } from '../api/cache.ts'
import type { Category } from '../api/routes.ts'

/** As the first screen has learnt it. */
export function categoryName(slug: string): string | undefined {
  return cached<Category[]>('categories')?.data.find((category) => category.slug === slug)?.name
}
