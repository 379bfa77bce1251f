import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import { forgetAll } from './api/cache.ts'
import { BrandedApp } from './home/branding.ts'
import { tellCode } from './language/failure-words.ts'
import { words } from './language/words.ts'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { Notice } from './parts/notice.tsx'
import { OfflineBanner } from './parts/offline-banner.tsx'
import { TabBar } from './parts/tab-bar.tsx'
import { Toast } from './parts/toast.tsx'
import { here, onNavigation, startAnew } from './routing/navigation.ts'
import { CurrentScreen } from './routing/screens.tsx'
import { hasHost } from './session/host.ts'
import { type Closed, closedBecause, knock, onSession } from './session/session.ts'

export function App() {
  const [person, setPerson] = useState(0)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // With the drawing itself: a token may come before the effects that follow it.
  useLayoutEffect(
    () =>
      onSession((change) => {
        if (change === 'another-person') {
          // Nothing of the one before stays in memory or on the screen.
          forgetAll()
          startAnew()
          setPerson((count) => count + 1)
        }
        redraw(undefined)
      }),
    [],
  )
  useLayoutEffect(() => onNavigation(() => redraw(undefined)), [])

  const closed = closedBecause()
  const { route, key } = here()
  const hasTabs = route.screen === 'home' || route.screen === 'wallet'
  return (
    <div class={hasTabs ? 'with-tabs' : undefined}>
      {closed && <Door closed={closed} />}
      {/* Under a closed door the screens stay as they are, and go on when it opens. */}
      <div key={person} hidden={closed !== null}>
        <OfflineBanner />
        {closed !== 'no_token' && (
          <ErrorBoundary key={key}>
            <BrandedApp />
            <CurrentScreen key={key} route={route} />
          </ErrorBoundary>
        )}
        {hasTabs && <TabBar />}
      </div>
      <Toast />
    </div>
  )
}

/** Nobody is let in: why, and what to do. A retry only where it could help. */
function Door({ closed }: { closed: Closed }) {
  const scrollY = useRef(window.scrollY)
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    return () => {
      const { current } = scrollY
      requestAnimationFrame(() => window.scrollTo(0, current))
    }
  }, [])
  const told = closed === 'no_token' ? words.arrival.noToken : tellCode(closed)
  return <Notice {...told} retry={hasHost() ? knock : undefined} />
}
