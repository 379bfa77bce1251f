import type { ComponentType } from 'preact'
import { runOnceConnected } from './api/reconnect.ts'
import { FailureMessage } from './components/failure-message.tsx'
import { type Lazy, lazy } from './components/lazy.tsx'
import { ScreenSkeleton } from './components/skeleton.tsx'
import { mayHaveClaims } from './home/home-queries.ts'
import { HomeScreen, SearchResults } from './home/home-screen.tsx'
import type { Route } from './routing/route.ts'
import { blockReason } from './session/session.ts'

type RouteOf<S extends Route['screen']> = Extract<Route, { screen: S }>
type Screen<S extends Route['screen']> = ComponentType<{ route: RouteOf<S> }>

const lazyScreen = <S extends Route['screen']>(load: () => Promise<Screen<S>>) =>
  lazy(load, () => <ScreenSkeleton />, FailedScreen)

function FailedScreen(props: Parameters<typeof FailureMessage>[0]) {
  return (
    <main>
      <FailureMessage {...props} />
    </main>
  )
}

/** Home is part of the app. The other screens load when the app is idle, so that they also work offline. */
const LAZY_SCREENS: { [S in Exclude<Route['screen'], 'home'>]: Lazy<{ route: RouteOf<S> }> } = {
  merchant: lazyScreen<'merchant'>(
    async () => (await import('./merchant/merchant-screen.tsx')).MerchantScreen,
  ),
  voucher: lazyScreen<'voucher'>(async () => (await import('./voucher/voucher-screen.tsx')).VoucherScreen),
  wallet: lazyScreen<'wallet'>(async () => (await import('./wallet/wallet-screen.tsx')).WalletScreen),
  redemption: lazyScreen<'redemption'>(
    async () => (await import('./wallet/redemption-screen.tsx')).RedemptionScreen,
  ),
  redeem: lazyScreen<'redeem'>(async () => (await import('./redeem/redeem-screen.tsx')).RedeemScreen),
}

export async function fetchScreen(screen: Route['screen']): Promise<void> {
  if (screen !== 'home') await LAZY_SCREENS[screen].fetch()
}

/** What is fetched ahead waits at most this long for the pictures of the first screen. */
const MAX_WAIT_MS = 3_000
const LOOK_EVERY_MS = 250

/** Whether the screen has its data and its pictures, which nothing else should delay. */
const hasLoaded = (): boolean =>
  document.querySelector('.ghost') === null && [...document.images].every(({ complete }) => complete)

function whenIdle(task: () => Promise<void>): void {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    if (!hasLoaded() && performance.now() - startedAt < MAX_WAIT_MS) return
    clearInterval(timer)
    const run = window.requestIdleCallback ?? setTimeout
    run(() => runOnceConnected(task))
  }, LOOK_EVERY_MS)
}

export function fetchScreensWhenIdle(): void {
  whenIdle(async () => {
    await prepareForOffline()
    runOnceConnected(fetchAllScreens)
  })
}

/** First what the wallet needs without a connection, because many visits are short. */
async function prepareForOffline(): Promise<void> {
  const [{ installPullToRefresh }, { startKeeping }, { registerWorker }, { walletLogos }] = await Promise.all(
    [
      import('./components/pull-to-refresh.ts'),
      import('./offline/kept-data.ts'),
      import('./offline/register-worker.ts'),
      import('./wallet/wallet-query.ts'),
      fetchScreen('wallet'),
    ],
  )
  installPullToRefresh()
  startKeeping()
  await fetchWallet()
  await registerWorker(walletLogos())
}

/** They load one at a time, since pictures may still be loading. */
async function fetchAllScreens(): Promise<void> {
  for (const { fetch } of [...Object.values(LAZY_SCREENS), SearchResults]) await fetch()
}

export const fetchWalletWhenIdle = (): void => whenIdle(fetchWallet)

async function fetchWallet(): Promise<void> {
  if (blockReason() !== null || !mayHaveClaims()) return
  const { fetchWalletAhead } = await import('./wallet/wallet-query.ts')
  await fetchWalletAhead()
}

export function CurrentScreen({ route }: { route: Route }) {
  if (route.screen === 'home') return <HomeScreen route={route} />
  const Screen = LAZY_SCREENS[route.screen] as ComponentType<{ route: Route }>
  return <Screen route={route} />
}
