import { askOnce } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { AskedOf, Merchant } from '../api/routes.ts'
import { FEATURED_COUNT, PAGE_SIZE, stopAskingAhead } from './ahead.ts'

export type MerchantPage = { merchants: Merchant[]; next: string | null }
export type MerchantQuery = NonNullable<AskedOf<'browseMerchants'>['query']>

export const FEATURED = 'merchants:featured-row'

export const pageKey = (query: MerchantQuery): string => `merchants:${JSON.stringify(query)}`

export const askBranding = async () => (await call('viewBranding', {})).body
export const askCategories = async () => (await call('browseCategories', {})).body
export const askFeatured = async () =>
  (await call('browseMerchants', { query: { featured: 'true', limit: FEATURED_COUNT } })).body

export async function askPage(query: MerchantQuery): Promise<MerchantPage> {
  const { body, next } = await call('browseMerchants', { query })
  return { merchants: body, next }
}

/**
 * Before the first drawing, which then shows what has come already. What fails is asked for again by whoever shows it.
 * Settles with the one that the first picture hangs on.
 */
export async function askFirstAnswers(): Promise<void> {
  stopAskingAhead()
  const page = { limit: PAGE_SIZE }
  const featured = askOnce(FEATURED, askFeatured)
  const others = [
    askOnce(pageKey(page), () => askPage(page)),
    askOnce('branding', askBranding),
    askOnce('categories', askCategories),
  ]
  for (const answer of others) answer.catch(() => {})
  await featured.catch(() => {})
}
