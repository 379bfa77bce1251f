import { listCategories } from '@counterfoil/contract/admin/categories.ts'
import { useApiQuery } from '../api/use-api-query.ts'

export function useCategories() {
  return useApiQuery(listCategories, {}).data?.items ?? []
}

/** The name of a category; its slug until the names are loaded. */
export function useCategoryName(): (slug: string) => string {
  const categories = useCategories()
  return (slug) => categories.find((category) => category.slug === slug)?.name ?? slug
}
