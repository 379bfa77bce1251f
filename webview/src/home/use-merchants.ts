import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { getCached, setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { reconnectCount, useRetryOnReconnect } from '../api/reconnect.ts'
import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { isFavorite } from '../favorite/favorites.ts'
import { nearQuery } from '../position/near-query.ts'
import type { HomeFilter } from '../routing/route.ts'
import { fetchPage, type MerchantPage, pageKey } from './home-queries.ts'
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

const MAX_PAGE_SIZE = 200

/** The merchants for a filter. The service pages and filters. Favorites, which it lacks, are filtered here. */
export function useMerchants(filter: HomeFilter): MerchantList {
  const isClientFiltered = filter.only === 'favorites'
  const query = isClientFiltered ? { limit: MAX_PAGE_SIZE } : queryOf(filter)
  const key = pageKey(query)
  const first = useQuery(key, () => fetchPage(query))
  const { more, isLoadingMore, moreFailed } = useMore(key)
  const page = first.data

  useEffect(() => {
    if (isClientFiltered && page?.next && !moreFailed) more()
  }, [isClientFiltered, page?.next, moreFailed, more])

  const merchants = isClientFiltered
    ? page?.merchants.filter((merchant) => isWanted(merchant, filter))
    : page?.merchants
  return {
    merchants,
    loaded: page?.merchants ?? [],
    hasMore: Boolean(page?.next),
    isLoadingMore,
    more,
    moreFailed,
    error: page ? null : first.error,
    retry: first.retry,
  }
}

function useMore(key: string) {
  const [loadingKey, setLoadingKey] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ key: string; cause: unknown; reconnectsBefore: number } | null>(
    null,
  )
  /** The page being loaded: it can be requested twice before the next render. */
  const coming = useRef<string | null>(null)
  const more = useCallback(async () => {
    const page = getCached<MerchantPage>(key)?.data
    if (!page?.next || page.next === coming.current) return
    coming.current = page.next
    const reconnectsBefore = reconnectCount()
    setLoadingKey(key)
    try {
      const { body, next } = await call('browseMerchants', { query: {} }, { next: page.next })
      setCached(key, { merchants: [...page.merchants, ...body], next })
      setFailure(null)
    } catch (cause) {
      setFailure({ key, cause, reconnectsBefore })
    }
    setLoadingKey((last) => (last === key ? null : last))
    coming.current = null
  }, [key])
  const failed = failure?.key === key ? failure : null
  useRetryOnReconnect(failed, more)
  return { more, isLoadingMore: loadingKey === key, moreFailed: failed !== null }
}

export function queryOf({ only, category, subCategoryId }: HomeFilter) {
  return {
    limit: PAGE_SIZE,
    ...(category !== undefined && { category }),
    ...(subCategoryId !== undefined && { subCategoryId }),
    ...(only === 'featured' && { featured: 'true' as const }),
    ...(only === 'new' && { isNew: 'true' as const }),
    ...(only === 'near' && nearQuery()),
  }
}

function isWanted(merchant: Merchant, { category, subCategoryId }: HomeFilter): boolean {
  return (
    isFavorite(merchant) &&
    (category === undefined || merchant.category === category) &&
    (subCategoryId === undefined || merchant.subCategoryIds.includes(subCategoryId))
  )
}
