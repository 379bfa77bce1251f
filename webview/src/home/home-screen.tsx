import { useLayoutEffect, useRef } from 'preact/hooks'
import { CloseApp } from '../components/close-app.tsx'
import { lazy } from '../components/lazy.tsx'
import { Logo } from '../components/logo.tsx'
import { useScreenFocus } from '../components/screen-focus.ts'
import { CardSkeletons } from '../components/skeleton.tsx'
import { words } from '../language/words.ts'
import { lastPosition } from '../position/locate.ts'
import { currentPlace, filterHome, hasFilter, savedPosition } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { canClose } from '../session/host.ts'
import { currentToken } from '../session/session.ts'
import { displayNameIn } from '../session/token-claims.ts'
import { useBranding } from './branding.ts'
import { Filters } from './filters.tsx'
import { useHome } from './home-queries.ts'
import { FeaturedRow, HomeRows } from './home-rows.tsx'
import { MerchantCards } from './merchant-card-list.tsx'
import { SearchField } from './search-field.tsx'
import './home.css'

/** These are not part of the first view. */
const NearbyQuestion = lazy(async () => (await import('./nearby-question.tsx')).NearbyQuestion)
export const SearchResults = lazy(
  async () => (await import('./search-results.tsx')).SearchResults,
  () => <CardSkeletons />,
)

export function HomeScreen({ route }: { route: Extract<Route, { screen: 'home' }> }) {
  const heading = useScreenFocus()
  const branding = useBranding()
  const home = useHome()
  const token = currentToken()
  const named = token === null ? null : displayNameIn(token)
  // The name in the token is known before the service responds.
  const name = named ?? home?.greeting.displayName
  const isKnown = Boolean(name) || home !== undefined

  const { screen: _, ...filter } = route
  /** Until the position is known, places are shown in their usual order. */
  const needsPosition = filter.only === 'near' && lastPosition() === null
  const anywhere = { ...filter, only: undefined }
  const isUnfiltered = !hasFilter(filter)
  useScrollOfPlace()
  return (
    <>
      <header class="head">
        <div class="brand">
          {branding && (
            <>
              <Logo path={branding.logoPath} name={branding.displayName} />
              <span>{branding.displayName}</span>
            </>
          )}
          {canClose() && <CloseApp class="icon-button" />}
        </div>
        <h1 ref={heading} tabIndex={-1} class={isKnown ? undefined : 'coming'}>
          {name ? words.home.hello(name) : words.home.welcome}
        </h1>
        <SearchField
          value={filter.search ?? ''}
          onSearch={(search) => filterHome(search ? { search } : {})}
        />
      </header>
      <main class="home">
        {!filter.search && <Filters filter={filter} choose={filterHome} />}
        {needsPosition && (
          <NearbyQuestion found={() => filterHome(filter)} giveUp={() => filterHome(anywhere)} />
        )}
        {isUnfiltered && <FeaturedRow featured={home === null ? [] : home?.featured} />}
        {isUnfiltered && <HomeRows home={home} />}
        {filter.search ? (
          <SearchResults search={filter.search} choose={filterHome} />
        ) : (
          <MerchantCards
            filter={needsPosition ? anywhere : filter}
            choose={filterHome}
            isWaiting={isUnfiltered && home === undefined}
          />
        )}
      </main>
    </>
  )
}

/** Back from a filter stays on this screen, and returns to where the whole list was left. */
function useScrollOfPlace(): void {
  const { key } = currentPlace()
  const last = useRef(key)
  useLayoutEffect(() => {
    if (last.current === key) return
    last.current = key
    window.scrollTo(0, savedPosition(key)?.scrollY ?? 0)
  }, [key])
}
