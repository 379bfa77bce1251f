import { hash } from 'node:crypto'
import type { Consumer } from '../auth/jwt.ts'
import type { Deps } from '../deps.ts'
import { Refusal, refuse } from '../refusal.ts'
import { findVisitor } from '../users/profile.ts'
import type { BrowseCategoryRow, BrowseOutletRow } from './browse-queries.ts'
import { type Listed, listMerchants, type MerchantQuery } from './listing.ts'
import { isInScope } from './scope.ts'

/** JSON that was put together from parts, and what names this very state of it. */
export type Browsed = { json: string; etag: string; nextCursor: string | null }

const NONE: ReadonlySet<string> = new Set()

export async function browseMerchants(
  deps: Deps,
  consumer: Consumer,
  query: MerchantQuery,
): Promise<Browsed | Refusal> {
  const [snapshot, favorites] = await Promise.all([deps.catalogue.current(), favoritesOf(deps, consumer)])
  const listing = listMerchants(snapshot, consumer.partner.scope, query)
  if (listing instanceof Refusal) return listing
  const json = `[${listing.items.map((item) => `${writeMerchant(item, favorites)}}`).join(',')}]`
  return { json, etag: etagOf(json), nextCursor: listing.nextCursor }
}

export async function viewMerchant(deps: Deps, consumer: Consumer, id: string): Promise<Browsed | Refusal> {
  const [snapshot, favorites] = await Promise.all([deps.catalogue.current(), favoritesOf(deps, consumer)])
  const merchant = snapshot.byId.get(id)
  if (!merchant || !isInScope(consumer.partner.scope, merchant)) return refuse('not_found')
  // Written when it is asked for: for all merchants at once it would hold the others up at every change.
  const outlets = JSON.stringify(merchant.outlets.map(publicOutlet))
  const json = `${writeMerchant({ merchant }, favorites)},"outlets":${outlets}}`
  return { json, etag: etagOf(json), nextCursor: null }
}

/** With a scope: the categories that it names, and those of the merchants that it names. */
export async function browseCategories(
  deps: Deps,
  { partner: { scope } }: Consumer,
): Promise<BrowseCategoryRow[]> {
  const { categories, byId } = await deps.catalogue.current()
  if (scope === null) return categories
  const named = new Set([...scope.categories, ...scope.merchantIds.map((id) => byId.get(id)?.category)])
  return categories.filter(({ slug }) => named.has(slug))
}

/** An outlet without coordinates has no such keys. */
function publicOutlet({ merchantId: _, latitude, longitude, hasPin, ...outlet }: BrowseOutletRow) {
  return { ...outlet, ...(latitude !== null && longitude !== null && { latitude, longitude }), hasPin }
}

/** Without the closing brace, since one merchant goes on with its outlets. */
function writeMerchant({ merchant, distance }: Listed, favorites: ReadonlySet<string>): string {
  const favorited = favorites.has(merchant.id) ? ',"favorited":true' : ',"favorited":false'
  const away =
    distance === undefined ? '' : `,"distanceMeters":${distance === null ? 'null' : Math.round(distance)}`
  return merchant.jsonHead + favorited + merchant.jsonTopVoucher + away
}

async function favoritesOf(deps: Deps, consumer: Consumer): Promise<ReadonlySet<string>> {
  const user = await findVisitor(deps, consumer)
  return user && user.favoriteMerchantIds.length > 0 ? new Set(user.favoriteMerchantIds) : NONE
}

/** Weak, since compression changes the bytes and not what they say. */
function etagOf(json: string): string {
  return `W/"${hash('sha1', json, 'base64url')}"`
}
