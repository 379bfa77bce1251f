import { fetchOnce } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { InputOf, Merchant } from '../api/routes.ts'
import { FEATURED_COUNT, PAGE_SIZE, stopPrefetching } from './prefetch-home.ts'

export type MerchantPage = { merchants: Merchant[]; next: string | null }
export type MerchantQuery = NonNullable<InputOf<'browseMerchants'>['query']>

export const FEATURED_KEY = 'merchants:featured-row'

export const pageKey = (query: MerchantQuery): string => `merchants:${JSON.stringify(query)}`

export const fetchBranding = async () => (await call('viewBranding', {})).body
export const fetchCategories = async () => (await call('browseCategories', {})).body
export const fetchFeatured = async () =>
  (await call('browseMerchants', { query: { featured: 'true', limit: FEATURED_COUNT } })).body

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
  const featured = fetchOnce(FEATURED_KEY, fetchFeatured)
  fetchOnce(pageKey(page), () => fetchPage(page)).catch(() => {})
  fetchOnce('categories', fetchCategories).catch(() => {})
  loadFrame()
  await featured.catch(() => {})
}

/** What every screen needs. */
export function loadFrame(): void {
  fetchOnce('branding', fetchBranding).catch(() => {})
}
