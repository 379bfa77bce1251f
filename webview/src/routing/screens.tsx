import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { HomeScreen } from '../home/home-screen.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import type { Route } from './route.ts'

type RouteOf<S extends Route['screen']> = Extract<Route, { screen: S }>
type Screen<S extends Route['screen']> = ComponentType<{ route: RouteOf<S> }>

/** Home comes with the app; the others follow when it is idle, so that they are there when the connection is not. */
const LATER: { [S in Exclude<Route['screen'], 'home'>]: () => Promise<Screen<S>> } = {
  merchant: async () => (await import('../merchant/merchant-screen.tsx')).MerchantScreen,
  voucher: async () => (await import('../voucher/voucher-screen.tsx')).VoucherScreen,
  wallet: async () => (await import('../wallet/wallet-screen.tsx')).WalletScreen,
  redemption: async () => (await import('../wallet/redemption-screen.tsx')).RedemptionScreen,
  redeem: async () => (await import('../redeem/redeem-screen.tsx')).RedeemScreen,
}

const arrived: Partial<Record<Route['screen'], ComponentType<{ route: Route }>>> = {
  home: HomeScreen as ComponentType<{ route: Route }>,
}

async function fetchScreen(screen: Route['screen']): Promise<void> {
  if (screen === 'home' || arrived[screen]) return
  arrived[screen] = (await LATER[screen]()) as ComponentType<{ route: Route }>
}

export function fetchScreensWhenIdle(): void {
  // One after the other: the pictures of the first screen are still on their way.
  const fetchAll = async () => {
    for (const screen of Object.keys(LATER) as Route['screen'][]) await fetchScreen(screen).catch(() => {})
  }
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(fetchAll), 3_000)
}

export function CurrentScreen({ route }: { route: Route }) {
  const [, redraw] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const Arrived = arrived[route.screen]
  useEffect(() => {
    if (!Arrived) fetchScreen(route.screen).then(() => redraw((count) => count + 1), setError)
  }, [Arrived, route.screen])
  if (error !== null) throw error
  return Arrived ? <Arrived route={route} /> : <ScreenSkeleton />
}
