import { hash } from 'node:crypto'
import type { Category } from '@counterfoil/contract/shapes/category.ts'
import type { Static } from 'typebox'
import type { CacheableJson } from '../../platform/http/unless-cached.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'
import { findVisitorWithFavorites, type UsersDeps } from '../users/current-user.ts'
import type { UserWithFavorites } from '../users/user-queries.ts'
import type { BrowseCategoryRow } from './browse-queries.ts'
import type { CatalogDeps } from './catalog-cache.ts'
import { listMerchants, type MerchantQuery } from './merchant-listing.ts'
import { publicOutlet } from './public-outlet.ts'
import type { Snapshot } from './snapshot.ts'

/** `nextCursor` is null if there is no next page. */
export type Browsed = CacheableJson & { nextCursor: string | null }

type CategoryView = Static<typeof Category>

const NONE: ReadonlySet<number> = new Set()

export async function browseMerchants(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  query: MerchantQuery,
  request: LanguageRequest,
): Promise<Browsed | Refusal> {
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const snapshot = await deps.catalog.current(consumer.partner)
  const listing = listMerchants(snapshot, consumer.partner, query)
  if (listing instanceof Refusal) return listing
  const favorites = favoritesOf(visitor, snapshot)
  const { items, nextCursor } = listing
  const language = snapshot.languages.choose(request)
  const json = snapshot.json.in(language)
  const digest = json.digest(items, favorites)
  return {
    // A next page that appears or disappears changes the response even if the merchants on this page stay the same.
    etag: entityTag(`${digest}${nextCursor === null ? '' : '-more'}`, language),
    headers: languageHeaders(language),
    // Hardly any two users have the same distances.
    write: () =>
      query.lat === undefined ? json.sharedList(digest, items, favorites) : json.list(items, favorites),
    nextCursor,
  }
}

export async function viewMerchant(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  id: string,
  request: LanguageRequest,
): Promise<Browsed | Refusal> {
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const snapshot = await deps.catalog.current(consumer.partner)
  const merchant = snapshot.byId.get(id)
  if (!merchant || !isInScope(consumer.partner, merchant)) return refuse('not_found')
  const favorited = favoritesOf(visitor, snapshot).has(merchant.number)
  const language = snapshot.languages.choose(request)
  const now = timeOf(consumer.partner, deps.now())
  // The JSON is written on demand: writing it for all merchants at every catalog change would block other requests.
  const outlets = JSON.stringify(merchant.outlets.map((outlet) => publicOutlet(outlet, language, now)))
  const json = Buffer.concat([
    snapshot.json.in(language).one(merchant.number, favorited),
    Buffer.from(`,"outlets":${outlets}}`),
  ])
  return {
    etag: entityTag(hash('sha1', json, 'base64url'), language),
    headers: languageHeaders(language),
    write: () => json,
    nextCursor: null,
  }
}

export async function browseCategories(
  deps: CatalogDeps,
  { partner }: Consumer,
  request: LanguageRequest,
): Promise<{ categories: CategoryView[]; language: Language | null }> {
  const snapshot = await deps.catalog.current(partner)
  const language = snapshot.languages.choose(request)
  return { categories: listCategories(snapshot, partner, language), language }
}

/** With a scope, only the categories in the scope and those of its merchants are listed. */
export function listCategories(
  { categories, byId }: Snapshot,
  { scope }: Viewer,
  language: Language | null,
): CategoryView[] {
  const named =
    scope && new Set([...scope.categories, ...scope.merchantIds.map((id) => byId.get(id)?.category)])
  const listed = named === null ? categories : categories.filter(({ slug }) => named.has(slug))
  return listed.map((category) => publicCategory(category, language))
}

function publicCategory(category: BrowseCategoryRow, language: Language | null): CategoryView {
  const { slug, name } = translate(category, language)
  const subCategories = category.subCategories.map((row) => {
    const subCategory = translate(row, language)
    return { id: subCategory.id, name: subCategory.name }
  })
  return { slug, name, subCategories }
}

/** The user's favorites, as merchant numbers of this snapshot. */
export function favoritesOf(visitor: UserWithFavorites | null, { byId }: Snapshot): ReadonlySet<number> {
  if (!visitor || visitor.favoriteMerchantIds.length === 0) return NONE
  return new Set(visitor.favoriteMerchantIds.flatMap((id) => byId.get(id)?.number ?? []))
}
