import { call } from '../api/call.ts'
import { useQuery } from '../api/use-query.ts'
import { Logo } from '../components/logo.tsx'
import { useScreenFocus } from '../components/screen.tsx'
import { words } from '../language/words.ts'
import { lastPosition } from '../position/locate.ts'
import { replace } from '../routing/navigation.ts'
import type { HomeFilter, Route } from '../routing/route.ts'
import { currentToken } from '../session/session.ts'
import { displayNameIn } from '../session/token-claims.ts'
import { useBranding } from './branding.ts'
import { FeaturedRow, useFeatured } from './featured-row.tsx'
import { Filters } from './filters.tsx'
import { MerchantCards } from './merchant-cards.tsx'
import { NearbyQuestion } from './nearby-question.tsx'
import { SearchField } from './search-field.tsx'
import './home.css'

export function HomeScreen({ route }: { route: Extract<Route, { screen: 'home' }> }) {
  const heading = useScreenFocus()
  const branding = useBranding()
  const featured = useFeatured()
  const token = currentToken()
  const named = token === null ? null : displayNameIn(token)
  // No need to fetch the user if the token has their name.
  const me = useQuery(named === null ? 'me' : null, async () => (await call('viewMe', {})).body)
  const name = named ?? me.data?.displayName
  const isKnown = Boolean(name ?? me.data ?? me.error)

  const { screen: _, ...filter } = route
  const choose = (chosen: HomeFilter) => replace({ screen: 'home', ...chosen })
  /** Until the position is known, places are shown in their usual order. */
  const needsPosition = filter.only === 'near' && lastPosition() === null
  const anywhere = { ...filter, only: undefined }
  const isUnfiltered = Object.values(filter).every((value) => !value)
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
        </div>
        <h1 ref={heading} tabIndex={-1} class={isKnown ? undefined : 'coming'}>
          {name ? words.home.hello(name) : words.home.welcome}
        </h1>
        <SearchField value={filter.search ?? ''} onSearch={(search) => choose(search ? { search } : {})} />
      </header>
      <main class="home">
        {!filter.search && <Filters filter={filter} choose={choose} />}
        {needsPosition && <NearbyQuestion found={() => choose(filter)} giveUp={() => choose(anywhere)} />}
        {isUnfiltered && <FeaturedRow featured={featured} />}
        <MerchantCards
          filter={needsPosition ? anywhere : filter}
          choose={choose}
          isWaiting={isUnfiltered && featured === undefined}
        />
      </main>
    </>
  )
}
