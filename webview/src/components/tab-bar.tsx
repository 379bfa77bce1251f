import { words } from '../language/words.ts'
import { back, currentPlace, go } from '../routing/navigation.ts'
import { HOME } from '../routing/route.ts'
import { CompassIcon, TicketIcon } from './icons.tsx'
import './tab-bar.css'

/** Switches between home and wallet. */
export function TabBar() {
  const { route, depth } = currentPlace()
  const { screen } = route
  // Home is usually right below the wallet. Going back then restores it as it was.
  const goHome = () => (depth === 1 ? back() : go(HOME))
  return (
    <nav class="tabs" aria-label={words.tabs.label}>
      <button
        type="button"
        aria-current={screen === 'home' ? 'page' : undefined}
        onClick={() => (screen === 'home' ? window.scrollTo({ top: 0 }) : goHome())}
      >
        <CompassIcon />
        {words.tabs.home}
      </button>
      <button
        type="button"
        aria-current={screen === 'wallet' ? 'page' : undefined}
        onClick={() => screen !== 'wallet' && go({ screen: 'wallet' })}
      >
        <TicketIcon />
        {words.tabs.wallet}
      </button>
    </nav>
  )
}
