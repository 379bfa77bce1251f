import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { cached, keep } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Category, Merchant } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { isFavorite } from '../favorite/favorites.ts'
import { lastPosition } from '../position/locate.ts'
import type { HomeFilter } from '../routing/route.ts'
import { PAGE_SIZE } from './ahead.ts'
import { askPage, type MerchantPage, pageKey } from './first-answers.ts'
import { matchesSearch } from './search.ts'

export type MerchantList = {
  /** undefined until the first page is there. */
  merchants: Merchant[] | undefined
  /** More to come: on demand, or already on its way. */
  hasMore: boolean
  isLoadingMore: boolean
  more(): void
  moreFailed: boolean
  error: unknown
  retry(): void
}

const SEARCHED_PAGE_SIZE = 200
/** About ten metres: enough to sort by. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** The list that the filter asks for. The service pages and filters; what it cannot, search and hearts, is done here. */
export function useMerchants(filter: HomeFilter): MerchantList {
  const isSifted = Boolean(filter.search) || filter.only === 'favorites'
  const query = isSifted ? { limit: SEARCHED_PAGE_SIZE } : queryOf(filter)
  const key = pageKey(query)
  const first = useAnswer(key, () => askPage(query))
  const { more, isLoadingMore, moreFailed } = useMore(key)
  const page = first.data

  // A search is over all there is, so the rest follows by itself.
  useEffect(() => {
    if (isSifted && page?.next && !moreFailed) more()
  }, [isSifted, page?.next, moreFailed, more])

  const merchants = isSifted
    ? page?.merchants.filter((merchant) => isWanted(merchant, filter))
    : page?.merchants
  return {
    merchants,
    hasMore: Boolean(page?.next),
    isLoadingMore,
    more,
    moreFailed,
    error: page ? null : first.error,
    retry: first.retry,
  }
}

function useMore(key: string) {
  const [state, setState] = useState<{ key: string; is: 'loading' | 'failed' } | null>(null)
  /** The page that is on its way: two may ask for it before either is drawn. */
  const coming = useRef<string | null>(null)
  const more = useCallback(async () => {
    const page = cached<MerchantPage>(key)?.data
    if (!page?.next || page.next === coming.current) return
    coming.current = page.next
    setState({ key, is: 'loading' })
    try {
      const { body, next } = await call('browseMerchants', { query: {} }, { next: page.next })
      keep(key, { merchants: [...page.merchants, ...body], next })
      setState(null)
    } catch {
      setState({ key, is: 'failed' })
    }
    coming.current = null
  }, [key])
  const is = state?.key === key ? state.is : null
  return { more, isLoadingMore: is === 'loading', moreFailed: is === 'failed' }
}

function queryOf({ only, category, subCategoryId }: HomeFilter) {
  const position = only === 'near' ? lastPosition() : null
  return {
    limit: PAGE_SIZE,
    ...(category !== undefined && { category }),
    ...(subCategoryId !== undefined && { subCategoryId }),
    ...(only === 'featured' && { featured: 'true' as const }),
    ...(only === 'new' && { isNew: 'true' as const }),
    ...(position && { lat: rounded(position.latitude), lng: rounded(position.longitude) }),
  }
}

function isWanted(merchant: Merchant, { search, only, category, subCategoryId }: HomeFilter): boolean {
  if (search) return matchesSearch(merchant, search, cached<Category[]>('categories')?.data)
  return (
    (only !== 'favorites' || isFavorite(merchant)) &&
    (category === undefined || merchant.category === category) &&
    (subCategoryId === undefined || merchant.subCategoryIds.includes(subCategoryId))
  )
}
