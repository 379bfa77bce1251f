import { hash } from 'node:crypto'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import { languageHeaders } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { isInScope } from '../partners/scope.ts'
import { findVisitorWithFavorites, type UsersDeps } from '../users/current-user.ts'
import type { UserWithFavorites } from '../users/user-queries.ts'
import type { BrowseCategoryRow, BrowseOutletRow } from './browse-queries.ts'
import type { CatalogDeps } from './catalog-cache.ts'
import { listMerchants, type MerchantQuery } from './merchant-listing.ts'
import type { Snapshot } from './snapshot.ts'

/** A response's entity tag, headers for its language, and a function that writes its JSON if it is needed. */
export type Browsed = {
  etag: string
  headers: Record<string, string>
  write: () => Buffer
  nextCursor: string | null
}

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
  return {
    // A next page that appears or disappears changes the response even if the merchants on this page stay the same.
    etag: entityTag(`${json.digest(items, favorites)}${nextCursor === null ? '' : '-more'}`, language),
    headers: languageHeaders(language),
    write: () => json.list(items, favorites),
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
  // The JSON is written on demand: writing it for all merchants at every catalog change would block other requests.
  const outlets = JSON.stringify(merchant.outlets.map((outlet) => publicOutlet(translate(outlet, language))))
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

/** With a scope, only the categories in the scope and those of its merchants are listed. */
export async function browseCategories(
  deps: CatalogDeps,
  { partner }: Consumer,
  request: LanguageRequest,
): Promise<{ categories: BrowseCategoryRow[]; language: Language | null }> {
  const { scope } = partner
  const { categories, byId, languages } = await deps.catalog.current(partner)
  const language = languages.choose(request)
  const translated = categories.map((category) => translateCategory(category, language))
  if (scope === null) return { categories: translated, language }
  const named = new Set([...scope.categories, ...scope.merchantIds.map((id) => byId.get(id)?.category)])
  return { categories: translated.filter(({ slug }) => named.has(slug)), language }
}

function translateCategory(category: BrowseCategoryRow, language: Language | null): BrowseCategoryRow {
  const subCategories = category.subCategories.map((subCategory) => translate(subCategory, language))
  return { ...translate(category, language), subCategories }
}

/** An outlet without coordinates has neither of these keys. */
function publicOutlet({ merchantId: _, translations: __, ...row }: BrowseOutletRow) {
  const { latitude, longitude, hasPin, ...outlet } = row
  return { ...outlet, ...(latitude !== null && longitude !== null && { latitude, longitude }), hasPin }
}

/** The user's favorites, as merchant numbers of this snapshot. */
function favoritesOf(visitor: UserWithFavorites | null, { byId }: Snapshot): ReadonlySet<number> {
  if (!visitor || visitor.favoriteMerchantIds.length === 0) return NONE
  return new Set(visitor.favoriteMerchantIds.flatMap((id) => byId.get(id)?.number ?? []))
}

/** The tag is weak, because compression changes the bytes but not their meaning. */
function entityTag(digest: string, language: Language | null): string {
  return `W/"${digest}${language ? `-${language.tag}` : ''}"`
}
