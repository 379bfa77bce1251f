import { words } from '../language/words.ts'
import { currentPlace, go, goHome } from '../routing/navigation.ts'
import { CompassIcon, TicketIcon } from './icons.tsx'
import './tab-bar.css'

/** Switches between home and wallet. */
export function TabBar() {
  const { screen } = currentPlace().route
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
