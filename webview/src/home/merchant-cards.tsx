import { useEffect, useMemo, useRef } from 'preact/hooks'
import { cached } from '../api/cache.ts'
import type { Merchant } from '../api/routes.ts'
import { words } from '../language/words.ts'
import { categoryName } from '../merchant/category-name.ts'
import { Failed } from '../parts/failed.tsx'
import { CardSkeletons } from '../parts/skeleton.tsx'
import type { HomeFilter } from '../routing/route.ts'
import { MerchantCard } from './merchant-card.tsx'
import { type MerchantList, useMerchants } from './merchant-list.ts'

type Props = { filter: HomeFilter; choose: (filter: HomeFilter) => void }

/** Held back while what stands above is on its way, so that both come at once and nothing moves. */
export function MerchantCards({ filter, choose, isHeld }: Props & { isHeld: boolean }) {
  const list = useMerchants(filter)
  const { merchants, error, retry } = list
  if (error !== null && !merchants) return <Failed error={error} retry={retry} />
  if (isHeld || !merchants || (merchants.length === 0 && list.isLoadingMore)) {
    return (
      <section aria-busy="true">
        <h2>{titleOf(filter)}</h2>
        <CardSkeletons />
      </section>
    )
  }
  if (merchants.length === 0) return <Nothing filter={filter} choose={choose} />
  return (
    <section aria-labelledby="places">
      <h2 id="places">{titleOf(filter)}</h2>
      {filter.search && (
        <p class="quiet-text" role="status">
          {list.isLoadingMore ? words.home.searching : words.home.found(merchants.length)}
        </p>
      )}
      <Cards merchants={merchants} />
      {list.hasMore && <More list={list} />}
    </section>
  )
}

/** Drawn anew for other places only, and when the names of their kinds have come: each answer redraws the screen. */
function Cards({ merchants }: { merchants: Merchant[] }) {
  const kinds = cached('categories')?.data
  return useMemo(
    () => (
      <ul class="cards">
        {merchants.map((merchant) => (
          <MerchantCard key={merchant.id} merchant={merchant} />
        ))}
      </ul>
    ),
    [merchants, kinds],
  )
}

function titleOf({ only, search, category }: HomeFilter): string {
  const { home } = words
  if (search) return `“${search}”`
  if (only === undefined && category !== undefined) return categoryName(category) ?? home.allPlaces
  if (only === 'featured') return home.featured
  if (only === 'new') return home.newPlaces
  if (only === 'near') return home.nearPlaces
  return only === 'favorites' ? home.favorites : home.allPlaces
}

/** The next page comes by itself before the end of the list is in sight; the button is for keyboards and failures. */
function More({ list: { more, isLoadingMore, moreFailed } }: { list: MerchantList }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoadingMore || moreFailed || !end.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), {
      rootMargin: '600px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, isLoadingMore, moreFailed])
  return (
    <div ref={end} class="more">
      {moreFailed && <p role="alert">{words.home.moreFailed}</p>}
      <button type="button" class="button quiet" disabled={isLoadingMore} onClick={more}>
        {moreFailed ? words.retry : words.home.more}
      </button>
    </div>
  )
}

function Nothing({ filter, choose }: Props) {
  const { home } = words
  const isFiltered = Boolean(filter.only || filter.category)
  const { title, text } = filter.search
    ? home.noResults(filter.search)
    : filter.only === 'favorites' && !filter.category
      ? home.noFavorites
      : isFiltered
        ? home.noMatches
        : home.empty
  return (
    <div class="empty" role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {(isFiltered || filter.search) && (
        <button type="button" class="button quiet" onClick={() => choose({})}>
          {home.noMatches.action}
        </button>
      )}
    </div>
  )
}
