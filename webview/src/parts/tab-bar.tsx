import { words } from '../language/words.ts'
import { back, go, here } from '../routing/navigation.ts'
import { HOME } from '../routing/route.ts'
import { CompassIcon, TicketIcon } from './icons.tsx'
import './tab-bar.css'

/** Between the two places where people start. */
export function TabBar() {
  const { route, depth } = here()
  const { screen } = route
  // Mostly the first screen lies right beneath the wallet: then it is as it was left.
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
