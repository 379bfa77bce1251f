import { useEffect, useRef, useState } from 'preact/hooks'
import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { afterFirstPicture } from '../components/first-picture.ts'
import { lazy } from '../components/lazy.tsx'
import { TornTicket } from '../components/notice.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { words } from '../language/words.ts'
import { currentPlace, savedPosition } from '../routing/navigation.ts'
import type { HomeFilter } from '../routing/route.ts'
import { categoryName } from './category-name.ts'
import { fetchCategories } from './home-queries.ts'
import { MerchantCard } from './merchant-card.tsx'
import { type MerchantList, useMerchants } from './use-merchants.ts'

/**
 * How many cards are shown in each step of the first view. With the rows above them, those of the first step fill the
 * view of a phone.
 */
const STEPS = [4, 12, Number.POSITIVE_INFINITY]
const LAST_STEP = STEPS.length - 1

const UnavailableFavorites = lazy(
  async () => (await import('./unavailable-favorites.tsx')).UnavailableFavorites,
)

type Props = { filter: HomeFilter; choose: (filter: HomeFilter) => void }

/** `isWaiting` holds the list back until the content above has loaded, so that both appear together and nothing shifts. */
export function MerchantCards({ filter, choose, isWaiting }: Props & { isWaiting: boolean }) {
  const list = useMerchants(filter)
  const { merchants, error, retry } = list
  const shown = useShownCount()
  if (error !== null && !merchants) return <FailureMessage error={error} retry={retry} />
  if (isWaiting || !merchants || (merchants.length === 0 && list.isLoadingMore)) {
    return (
      // New elements instead of moved ones, so that nothing seems to jump when the row above it arrives.
      <section key={String(isWaiting)} aria-busy="true">
        <h2>{titleOf(filter)}</h2>
        <CardSkeletons />
      </section>
    )
  }
  const isFavorites = filter.only === 'favorites' && !list.hasMore
  const nothing = merchants.length === 0 && <NoMerchants filter={filter} choose={choose} />
  return (
    <>
      {!nothing && (
        <section aria-labelledby="places">
          <h2 id="places">{titleOf(filter)}</h2>
          <Cards merchants={merchants.slice(0, shown)} />
          {shown >= merchants.length && list.hasMore && <LoadMore list={list} />}
        </section>
      )}
      {isFavorites ? <UnavailableFavorites merchants={list.loaded}>{nothing}</UnavailableFavorites> : nothing}
    </>
  )
}

/** The rest of the list follows the first view in short steps, so that the phone reacts to a tap between them. */
function useShownCount(): number {
  const [step, setStep] = useState(() => (savedPosition(currentPlace().key) === undefined ? 0 : LAST_STEP))
  useEffect(() => {
    if (step === LAST_STEP) return
    afterFirstPicture().then(() => requestAnimationFrame(() => setTimeout(() => setStep(step + 1))))
  }, [step])
  return STEPS[step] as number
}

function Cards({ merchants }: { merchants: Merchant[] }) {
  const categories = useQuery('categories', fetchCategories).data
  return (
    <ul class="cards">
      {merchants.map((merchant) => (
        <MerchantCard
          key={merchant.id}
          merchant={merchant}
          categoryName={categories?.find(({ slug }) => slug === merchant.category)?.name}
        />
      ))}
    </ul>
  )
}

function titleOf({ only, category }: HomeFilter): string {
  const { home } = words
  if (only === undefined && category !== undefined) return categoryName(category) ?? home.allPlaces
  if (only === 'featured') return home.featured
  if (only === 'new') return home.newPlaces
  if (only === 'near') return home.nearPlaces
  return only === 'favorites' ? home.favorites : home.allPlaces
}

/** The next page loads automatically before the end of the list is visible. The button is for keyboards and failures. */
function LoadMore({ list: { more, isLoadingMore, moreFailed } }: { list: MerchantList }) {
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

function NoMerchants({ filter, choose }: Props) {
  const { home } = words
  const isFiltered = Boolean(filter.only || filter.category)
  const { title, text } =
    filter.only === 'favorites' && !filter.category
      ? home.noFavorites
      : isFiltered
        ? home.noMatches
        : home.empty
  return (
    <div class="empty" role="status">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      {isFiltered && (
        <button type="button" class="button quiet" onClick={() => choose({})}>
          {home.noMatches.action}
        </button>
      )}
    </div>
  )
}
