import { fetchOnce, getCached, setAllCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Home, InputOf, Merchant, WalletItem } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { afterFirstPicture } from '../components/first-picture.ts'
import { READY_COUNT_KEY } from '../components/tab-bar.tsx'
import { PAGE_SIZE, stopPrefetching } from './prefetch-home.ts'

export type MerchantPage = { merchants: Merchant[]; next: string | null }
export type MerchantQuery = NonNullable<InputOf<'browseMerchants'>['query']>

export const HOME_KEY = 'home'

export const pageKey = (query: MerchantQuery): string => `merchants:${JSON.stringify(query)}`

/** All that home shows, except the list of all places. Undefined until the service responds, null if it fails. */
export function useHome(): Home | null | undefined {
  const { data, error } = useQuery(HOME_KEY, fetchHome)
  return data ?? (error === null ? undefined : null)
}

async function fetchHome(): Promise<Home> {
  const { body } = await call('viewHome', {})
  const { branding, categories, wallet } = body
  if (wallet?.endsSoon.length) rememberClaims(wallet.endsSoon)
  setAllCached([
    ['branding', branding],
    ['categories', categories],
    [READY_COUNT_KEY, wallet?.counts.ready ?? 0],
  ])
  return body
}

/** This code belongs to the screens of vouchers, so it must not delay the first picture. */
const rememberClaims = (items: WalletItem[]) =>
  afterFirstPicture()
    .then(() => import('../voucher/remember-claims.ts'))
    .then((loaded) => loaded.rememberClaims(items), Object)

const fetchedHome = () => fetchOnce(HOME_KEY, fetchHome)
export const fetchCategories = async () => (await fetchedHome()).categories

export async function fetchPage(query: MerchantQuery): Promise<MerchantPage> {
  const { body, next } = await call('browseMerchants', { query })
  return { merchants: body, next }
}

/**
 * Runs before the first render, which then shows the responses that have arrived. Failed requests are retried by the
 * components that need them. Resolves with the response that the first picture needs.
 */
export async function loadFirstScreen(): Promise<void> {
  stopPrefetching()
  const page = { limit: PAGE_SIZE }
  const home = fetchedHome()
  fetchOnce(pageKey(page), () => fetchPage(page)).catch(() => {})
  await home.catch(() => {})
}

/**
 * Whether the user has claims, or is unknown: only a request for the wallet tells whether an account is closed. Who opened
 * another screen than home, as from a push message, needs the wallet without a connection, too.
 */
export function mayHaveClaims(): boolean {
  const home = getCached<Home>(HOME_KEY)?.data
  return !home?.wallet || Object.values(home.wallet.counts).some((count) => count > 0)
}
