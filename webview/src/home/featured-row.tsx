import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { words } from '../language/words.ts'
import { FEATURED_KEY, fetchFeatured } from './home-queries.ts'
import { featuredPicture } from './prefetch-home.ts'
import { type RowCard, SwipeRow } from './swipe-row.tsx'

/** Undefined until the service responds. Empty if it fails. */
export function useFeatured(): Merchant[] | undefined {
  const { data, error } = useQuery(FEATURED_KEY, fetchFeatured)
  return data ?? (error === null ? undefined : [])
}

export const rowCardOf = (merchant: Merchant): RowCard => ({
  merchantId: merchant.id,
  name: merchant.name,
  category: merchant.category,
  title: merchant.topVoucher?.title ?? null,
  picturePath: featuredPicture(merchant),
})

/** The row of merchants that the operator features. */
export function FeaturedRow({ featured }: { featured: Merchant[] | undefined }) {
  if (featured?.length === 0) return null
  return (
    <SwipeRow id="featured" heading={words.home.featured} cards={featured?.map(rowCardOf)} isFirst={true} />
  )
}
