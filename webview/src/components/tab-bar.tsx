import { useEffect, useState } from 'preact/hooks'
import { getCached, onCacheChange } from '../api/cache.ts'
import { format, words } from '../language/words.ts'
import { currentPlace, go, goHome } from '../routing/navigation.ts'
import { CompassIcon, TicketIcon } from './icons.tsx'
import './tab-bar.css'

/** The number of vouchers that can be used now. */
export const READY_COUNT_KEY = 'ready-count'

/** Switches between home and wallet. */
export function TabBar() {
  const { screen } = currentPlace().route
  const ready = useReadyCount()
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
        {ready > 0 && (
          <span class="tab-count">
            <span aria-hidden="true">{format.number(ready)}</span>
            <span class="visually-hidden">{words.tabs.ready(ready)}</span>
          </span>
        )}
      </button>
    </nav>
  )
}

/** Stored with each wallet that loads. */
function useReadyCount(): number {
  const read = () => getCached<number>(READY_COUNT_KEY)?.data ?? 0
  const [count, setCount] = useState(read)
  useEffect(() => {
    setCount(read())
    return onCacheChange(() => setCount(read()))
  }, [])
  return count
}
