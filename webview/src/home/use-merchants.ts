import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { getCached, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Category, Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { isFavorite } from '../favorite/favorites.ts'
import { nearQuery } from '../position/near-query.ts'
import type { HomeFilter } from '../routing/route.ts'
import { fetchPage, type MerchantPage, pageKey } from './home-queries.ts'
import { matchesSearch } from './matches-search.ts'
import { fetchOffers, isLoadingOffers } from './offers.ts'
import { PAGE_SIZE } from './prefetch-home.ts'

export type MerchantList = {
  /** Undefined until the first page has loaded. */
  merchants: Merchant[] | undefined
  /** All that has loaded, before the filters of this app. */
  loaded: Merchant[]
  /** There are further pages, not loaded or loading. */
  hasMore: boolean
  isLoadingMore: boolean
  more(): void
  moreFailed: boolean
  error: unknown
  retry(): void
}

const SEARCHED_PAGE_SIZE = 200
/** The service has no search. Beyond this many merchants, only the titles of their top vouchers are searched. */
const MAX_SEARCHED_MERCHANTS = 100

/** The merchants for a filter. The service pages and filters. Search and favorites, which it lacks, are filtered here. */
export function useMerchants(filter: HomeFilter): MerchantList {
  const isClientFiltered = Boolean(filter.search) || filter.only === 'favorites'
  const query = isClientFiltered ? { limit: SEARCHED_PAGE_SIZE } : queryOf(filter)
  const key = pageKey(query)
  const first = useQuery(key, () => fetchPage(query))
  const { more, isLoadingMore, moreFailed } = useMore(key)
  const page = first.data

  // A search covers all merchants, so it loads every page, and then the titles of their vouchers.
  useEffect(() => {
    if (isClientFiltered && page?.next && !moreFailed) more()
  }, [isClientFiltered, page?.next, moreFailed, more])
  const isSearchable = Boolean(filter.search && page && !page.next)
  useEffect(() => {
    if (!isSearchable) return
    for (const { id } of page?.merchants.slice(0, MAX_SEARCHED_MERCHANTS) ?? []) fetchOffers(id)
  }, [isSearchable, page])

  const merchants = isClientFiltered
    ? page?.merchants.filter((merchant) => isWanted(merchant, filter))
    : page?.merchants
  return {
    merchants,
    loaded: page?.merchants ?? [],
    hasMore: Boolean(page?.next),
    isLoadingMore: isLoadingMore || (isSearchable && isLoadingOffers()),
    more,
    moreFailed,
    error: page ? null : first.error,
    retry: first.retry,
  }
}

function useMore(key: string) {
  const [state, setState] = useState<{ key: string; is: 'loading' | 'failed' } | null>(null)
  /** The page being loaded: it can be requested twice before the next render. */
  const coming = useRef<string | null>(null)
  const more = useCallback(async () => {
    const page = getCached<MerchantPage>(key)?.data
    if (!page?.next || page.next === coming.current) return
    coming.current = page.next
    setState({ key, is: 'loading' })
    try {
      const { body, next } = await call('browseMerchants', { query: {} }, { next: page.next })
      setCached(key, { merchants: [...page.merchants, ...body], next })
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
  return {
    limit: PAGE_SIZE,
    ...(category !== undefined && { category }),
    ...(subCategoryId !== undefined && { subCategoryId }),
    ...(only === 'featured' && { featured: 'true' as const }),
    ...(only === 'new' && { isNew: 'true' as const }),
    ...(only === 'near' && nearQuery()),
  }
}

function isWanted(merchant: Merchant, { search, only, category, subCategoryId }: HomeFilter): boolean {
  if (search) return matchesSearch(merchant, search, getCached<Category[]>('categories')?.data)
  return (
    (only !== 'favorites' || isFavorite(merchant)) &&
    (category === undefined || merchant.category === category) &&
    (subCategoryId === undefined || merchant.subCategoryIds.includes(subCategoryId))
  )
}
