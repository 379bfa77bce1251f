import { hash } from 'node:crypto'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { isInScope } from '../partners/scope.ts'
import type { Consumer } from '../users/consumer.ts'
import { findVisitorWithFavorites } from '../users/current-user.ts'
import type { UserWithFavorites } from '../users/user-queries.ts'
import type { BrowseCategoryRow, BrowseOutletRow } from './browse-queries.ts'
import { listMerchants, type MerchantQuery } from './merchant-listing.ts'
import type { Snapshot } from './snapshot.ts'

/** An answer's entity tag, and a function that writes its JSON if it is needed. */
export type Browsed = { etag: string; write: () => Buffer; nextCursor: string | null }

const NONE: ReadonlySet<number> = new Set()

export async function browseMerchants(
  deps: Deps,
  consumer: Consumer,
  query: MerchantQuery,
): Promise<Browsed | Refusal> {
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const snapshot = await deps.catalog.current()
  const listing = listMerchants(snapshot, consumer.partner.scope, query)
  if (listing instanceof Refusal) return listing
  const favorites = favoritesOf(visitor, snapshot)
  const { items, nextCursor } = listing
  return {
    // A next page that appears or disappears changes the answer even if the merchants on this page stay the same.
    etag: weak(`${snapshot.json.digest(items, favorites)}${nextCursor === null ? '' : '-more'}`),
    write: () => snapshot.json.list(items, favorites),
    nextCursor,
  }
}

export async function viewMerchant(deps: Deps, consumer: Consumer, id: string): Promise<Browsed | Refusal> {
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const snapshot = await deps.catalog.current()
  const merchant = snapshot.byId.get(id)
  if (!merchant || !isInScope(consumer.partner.scope, merchant)) return refuse('not_found')
  const favorited = favoritesOf(visitor, snapshot).has(merchant.number)
  // Written on demand: writing it for all merchants at every catalog change would block other requests.
  const outlets = JSON.stringify(merchant.outlets.map(publicOutlet))
  const json = Buffer.concat([
    snapshot.json.one(merchant.number, favorited),
    Buffer.from(`,"outlets":${outlets}}`),
  ])
  return { etag: weak(hash('sha1', json, 'base64url')), write: () => json, nextCursor: null }
}

/** With a scope: the categories it names, and the categories of the merchants it names. */
export async function browseCategories(
  deps: Deps,
  { partner: { scope } }: Consumer,
): Promise<BrowseCategoryRow[]> {
  const { categories, byId } = await deps.catalog.current()
  if (scope === null) return categories
  const named = new Set([...scope.categories, ...scope.merchantIds.map((id) => byId.get(id)?.category)])
  return categories.filter(({ slug }) => named.has(slug))
}

/** An outlet without coordinates has no such keys. */
function publicOutlet({ merchantId: _, latitude, longitude, hasPin, ...outlet }: BrowseOutletRow) {
  return { ...outlet, ...(latitude !== null && longitude !== null && { latitude, longitude }), hasPin }
}

/** As merchant numbers of this snapshot. */
function favoritesOf(visitor: UserWithFavorites | null, { byId }: Snapshot): ReadonlySet<number> {
  if (!visitor || visitor.favoriteMerchantIds.length === 0) return NONE
  return new Set(visitor.favoriteMerchantIds.flatMap((id) => byId.get(id)?.number ?? []))
}

/** Weak, since compression changes the bytes but not their meaning. */
function weak(digest: string): string {
  return `W/"${digest}"`
}
