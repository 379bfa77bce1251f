import { useAnswer } from '../api/use-answer.ts'

/** A category by the name people gave it; by its slug until that is known. */
export function useCategoryName(): (slug: string) => string {
  const { data } = useAnswer('listCategories', {})
  return (slug) => data?.items.find((category) => category.slug === slug)?.name ?? slug
}
