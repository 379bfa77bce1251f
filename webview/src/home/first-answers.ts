import { askOnce } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { AskedOf, Merchant } from '../api/routes.ts'
import { fetchFirstPicture } from '../parts/first-picture.ts'

/** What the first screen shows, asked for apart from it: the screen may still be on its way. */

export type MerchantPage = { merchants: Merchant[]; next: string | null }
export type MerchantQuery = NonNullable<AskedOf<'browseMerchants'>['query']>

export const FEATURED = 'merchants:featured-row'
export const PAGE_SIZE = 20
const FEATURED_COUNT = 8

export const pageKey = (query: MerchantQuery): string => `merchants:${JSON.stringify(query)}`

export const askBranding = async () => (await call('viewBranding', {})).body
export const askCategories = async () => (await call('browseCategories', {})).body
export const askFeatured = async () =>
  (await call('browseMerchants', { query: { featured: 'true', limit: FEATURED_COUNT } })).body

export async function askPage(query: MerchantQuery): Promise<MerchantPage> {
  const { body, next } = await call('browseMerchants', { query })
  return { merchants: body, next }
}

/** Of a merchant in the featured row. */
export const pictureOf = ({ topVoucher, bannerPath }: Merchant): string | null =>
  topVoucher?.imagePath ?? bannerPath

/** What fails here is asked for again by whoever shows it. */
export function askAhead(): void {
  const page = { limit: PAGE_SIZE }
  const ahead = [
    askOnce(FEATURED, askFeatured).then(([first]) => {
      const path = first && pictureOf(first)
      if (path) fetchFirstPicture(path)
    }),
    askOnce(pageKey(page), () => askPage(page)),
    askOnce('branding', askBranding),
    askOnce('categories', askCategories),
  ]
  for (const answer of ahead) answer.catch(() => {})
}
