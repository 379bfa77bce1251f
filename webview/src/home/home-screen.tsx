import { call } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { words } from '../language/words.ts'
import { Logo } from '../parts/logo.tsx'
import { useArrival } from '../parts/screen.tsx'
import { lastPosition } from '../position/locate.ts'
import { replace } from '../routing/navigation.ts'
import type { HomeFilter, Route } from '../routing/route.ts'
import { nameIn } from '../session/claims.ts'
import { currentToken } from '../session/session.ts'
import { useBranding } from './branding.ts'
import { FeaturedRow, useFeatured } from './featured-row.tsx'
import { Filters } from './filters.tsx'
import { MerchantCards } from './merchant-cards.tsx'
import { NearbyQuestion } from './nearby-question.tsx'
import { SearchField } from './search-field.tsx'
import './home.css'

export function HomeScreen({ route }: { route: Extract<Route, { screen: 'home' }> }) {
  const heading = useArrival()
  const branding = useBranding()
  const featured = useFeatured()
  const token = currentToken()
  const named = token === null ? null : nameIn(token)
  // Who is named by the token is not asked for.
  const me = useAnswer(named === null ? 'me' : null, async () => (await call('viewMe', {})).body)
  const name = named ?? me.data?.displayName
  const isKnown = Boolean(name ?? me.data ?? me.error)

  const { screen: _, ...filter } = route
  const choose = (chosen: HomeFilter) => replace({ screen: 'home', ...chosen })
  /** Near what? Until that is known, the places are shown as they come. */
  const isLost = filter.only === 'near' && lastPosition() === null
  const anywhere = { ...filter, only: undefined }
  const isPlain = Object.values(filter).every((value) => !value)
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
        {isLost && <NearbyQuestion found={() => choose(filter)} giveUp={() => choose(anywhere)} />}
        {isPlain && <FeaturedRow featured={featured} />}
        <MerchantCards
          filter={isLost ? anywhere : filter}
          choose={choose}
          isHeld={isPlain && featured === undefined}
        />
      </main>
    </>
  )
}
