import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ScreenSkeleton } from './components/skeleton.tsx'
import { hasClaims } from './home/home-queries.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { fetchSearchResults } from './home/search-results-loader.tsx'
import type { Route } from './routing/route.ts'
import { blockReason } from './session/session.ts'

type RouteOf<S extends Route['screen']> = Extract<Route, { screen: S }>
type Screen<S extends Route['screen']> = ComponentType<{ route: RouteOf<S> }>

/** Home is part of the app. The other screens load when the app is idle, so that they also work offline. */
const LAZY_SCREENS: { [S in Exclude<Route['screen'], 'home'>]: () => Promise<Screen<S>> } = {
  merchant: async () => (await import('./merchant/merchant-screen.tsx')).MerchantScreen,
  voucher: async () => (await import('./voucher/voucher-screen.tsx')).VoucherScreen,
  wallet: async () => (await import('./wallet/wallet-screen.tsx')).WalletScreen,
  redemption: async () => (await import('./wallet/redemption-screen.tsx')).RedemptionScreen,
  redeem: async () => (await import('./redeem/redeem-screen.tsx')).RedeemScreen,
}

const loadedScreens: Partial<Record<Route['screen'], ComponentType<{ route: Route }>>> = {
  home: HomeScreen as ComponentType<{ route: Route }>,
}

export async function fetchScreen(screen: Route['screen']): Promise<void> {
  if (screen === 'home' || loadedScreens[screen]) return
  loadedScreens[screen] = (await LAZY_SCREENS[screen]()) as ComponentType<{ route: Route }>
}

/** After this time the pictures of the first screen have usually loaded. */
const IDLE_AFTER_MS = 3_000

function whenIdle(task: () => Promise<void>): void {
  // A screen that fails to load here is loaded when it is needed.
  const run = () => void task().catch(() => {})
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(run), IDLE_AFTER_MS)
}

export function fetchScreensWhenIdle(): void {
  whenIdle(async () => {
    // Screens load one at a time, since pictures may still be loading.
    for (const screen of Object.keys(LAZY_SCREENS) as Route['screen'][])
      await fetchScreen(screen).catch(() => {})
    await fetchSearchResults().catch(() => {})
    import('./components/pull-to-refresh.ts').then((pull) => pull.installPullToRefresh()).catch(() => {})
    await fetchWallet()
  })
}

export const fetchWalletWhenIdle = (): void => whenIdle(fetchWallet)

async function fetchWallet(): Promise<void> {
  if (blockReason() !== null || !hasClaims()) return
  const { fetchWalletAhead } = await import('./wallet/wallet-query.ts')
  await fetchWalletAhead()
}

export function CurrentScreen({ route }: { route: Route }) {
  const [, redraw] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const LoadedScreen = loadedScreens[route.screen]
  useEffect(() => {
    if (!LoadedScreen) fetchScreen(route.screen).then(() => redraw((count) => count + 1), setError)
  }, [LoadedScreen, route.screen])
  if (error !== null) throw error
  return LoadedScreen ? <LoadedScreen route={route} /> : <ScreenSkeleton />
}
