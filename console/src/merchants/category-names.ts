import { listCategories } from '@counterfoil/contract/admin/categories.ts'
import { useAnswer } from '../api/use-answer.ts'

export function useCategories() {
  return useAnswer(listCategories, {}).data?.items ?? []
}

/** The name of a category; its slug until the names are loaded. */
export function useCategoryName(): (slug: string) => string {
  const categories = useCategories()
  return (slug) => categories.find((category) => category.slug === slug)?.name ?? slug
}
