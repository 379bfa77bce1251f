import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import { clearCache } from './api/cache.ts'
import { runOnceConnected } from './api/reconnect.ts'
import { CloseApp } from './components/close-app.tsx'
import { ErrorBoundary } from './components/error-boundary.tsx'
import { MaintenanceBanner } from './components/maintenance-banner.tsx'
import { Notice } from './components/notice.tsx'
import { OfflineBanner } from './components/offline-banner.tsx'
import { ScreenSkeleton } from './components/skeleton.tsx'
import { TabBar } from './components/tab-bar.tsx'
import { Toast } from './components/toast.tsx'
import { ApplyBranding } from './home/branding.ts'
import { describeCode } from './language/describe-failure.ts'
import { words } from './language/words.ts'
import { hasKeptAttempts } from './redeem/kept-names.ts'
import { currentPlace, onNavigation, resetNavigation } from './routing/navigation.ts'
import { CurrentScreen, fetchWalletWhenIdle } from './screens.tsx'
import { canClose, hasHost } from './session/host.ts'
import { type BlockReason, blockReason, onSession, retryAccess } from './session/session.ts'

export function App() {
  const [userKey, setUserKey] = useState(0)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // This is a layout effect, since a token may arrive before ordinary effects run.
  useLayoutEffect(
    () =>
      onSession((change) => {
        if (change === 'another-user') {
          // Nothing of the previous user stays in memory or on the screen.
          clearCache()
          resetNavigation()
          setUserKey((count) => count + 1)
        }
        // The screens now request what they could not get before.
        if (change === 'token') setUserKey((count) => count + 1)
        // The user has arrived late, or is another one.
        fetchWalletWhenIdle()
        redraw(undefined)
      }),
    [],
  )
  useLayoutEffect(() => onNavigation(() => redraw(undefined)), [])

  const blocked = blockReason()
  const hasAccess = blocked === null
  // Resumes redemptions that an earlier page sent, and drops those of another user.
  useEffect(() => {
    if (hasAccess && hasKeptAttempts())
      runOnceConnected(async () => (await import('./redeem/resume.ts')).resumeAttempts())
  }, [hasAccess, userKey])
  const { route, key: place } = currentPlace()
  // Home stays mounted while its filters change.
  const key = route.screen === 'home' ? 'home' : place
  const hasTabs = route.screen === 'home' || route.screen === 'wallet'
  return (
    <div class={hasTabs ? 'with-tabs' : undefined}>
      {blocked && <BlockedNotice blocked={blocked} />}
      {/* While access is blocked the screens stay mounted, so they continue where they were. */}
      <div key={userKey} hidden={blocked !== null}>
        <OfflineBanner />
        <MaintenanceBanner />
        {blocked !== 'no_token' && blocked !== 'asking_host' && (
          <ErrorBoundary key={key}>
            <ApplyBranding />
            <CurrentScreen key={key} route={route} />
          </ErrorBoundary>
        )}
        {hasTabs && <TabBar />}
      </div>
      <Toast />
    </div>
  )
}

/** Says why access is blocked and what to do. Offers a retry only if a host could provide a token. */
function BlockedNotice({ blocked }: { blocked: BlockReason }) {
  return blocked === 'asking_host' ? <ScreenSkeleton /> : <AccessNotice blocked={blocked} />
}

function AccessNotice({ blocked }: { blocked: Exclude<BlockReason, 'asking_host'> }) {
  const scrollY = useRef(window.scrollY)
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
    return () => {
      const { current } = scrollY
      requestAnimationFrame(() => window.scrollTo(0, current))
    }
  }, [])
  const message = blocked === 'no_token' ? words.arrival.noToken : describeCode(blocked)
  return (
    <Notice {...message} retry={hasHost() ? retryAccess : undefined}>
      {canClose() && <CloseApp class="button quiet" />}
    </Notice>
  )
}
