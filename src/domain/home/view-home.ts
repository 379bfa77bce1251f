import { hash } from 'node:crypto'
import { ENDS_SOON_DAYS, HOME_ROW_LENGTH, type HomeWallet } from '@counterfoil/contract/shapes/home.ts'
import type { WalletGroup } from '@counterfoil/contract/shapes/wallet.ts'
import type { Static } from 'typebox'
import type { CacheableJson } from '../../platform/http/unless-cached.ts'
import { positionOf } from '../../platform/input/position.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import { favoritesOf, listCategories } from '../catalog/browse.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import type { Listed } from '../catalog/merchant-json.ts'
import { listFirstMerchants } from '../catalog/merchant-listing.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { LanguageRequest } from '../languages/language-choice.ts'
import { brandingOf } from '../partners/branding.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'
import { findVisitorWithFavorites, type UsersDeps } from '../users/current-user.ts'
import { arrangeWallet } from '../wallet/arrange-wallet.ts'
import { type Showing, showClaims } from '../wallet/wallet-items.ts'
import { endsOn, endsWithin } from '../wallet/wallet-state.ts'

type HomeQuery = { lat?: number; lng?: number }

/** All data of a home screen. Browsing creates no user, and without a user there is no wallet. */
export async function viewHome(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  query: HomeQuery,
  request: LanguageRequest,
): Promise<CacheableJson> {
  const { partner, claims } = consumer
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const snapshot = await deps.catalog.current(partner)
  const language = snapshot.languages.choose(request)
  const showing = { partner, snapshot, language, position: positionOf(query) }
  const fields = {
    branding: brandingOf(partner),
    greeting: { displayName: claims.displayName ?? visitor?.displayName ?? null },
    categories: listCategories(snapshot, partner, language),
    counts: countMerchants(snapshot, partner),
    ...(visitor && { wallet: await viewWallet(deps, visitor.id, showing) }),
  }
  const favorites = favoritesOf(visitor, snapshot)
  const merchantJson = snapshot.json.in(language)
  const rows = Object.entries(listRows(showing)).map(([row, merchants]) =>
    Buffer.concat([Buffer.from(`,"${row}":`), merchantJson.list(merchants, favorites)]),
  )
  const json = Buffer.concat([Buffer.from(JSON.stringify(fields).slice(0, -1)), ...rows, Buffer.from('}')])
  return {
    etag: entityTag(hash('sha1', json, 'base64url'), language),
    headers: languageHeaders(language),
    write: () => json,
  }
}

/** The rows of merchants by their field in the response. */
function listRows({ snapshot, partner, position }: Showing): Record<string, Listed[]> {
  const first = (query: Parameters<typeof listFirstMerchants>[2]) =>
    listFirstMerchants(snapshot, partner, query, HOME_ROW_LENGTH)
  const rows = { featured: first({ featured: 'true' }), new: first({ isNew: 'true' }) }
  if (position === null) return rows
  const nearest = first({ lat: position.latitude, lng: position.longitude })
  return { ...rows, nearest: nearest.filter(({ distance }) => distance !== null) }
}

function countMerchants({ merchants }: Snapshot, viewer: Viewer) {
  const counts = { merchants: 0, featured: 0, new: 0 }
  for (const merchant of merchants) {
    if (!isInScope(viewer, merchant)) continue
    counts.merchants += 1
    if (merchant.featuredPosition !== null) counts.featured += 1
    if (merchant.isNew) counts.new += 1
  }
  return counts
}

async function viewWallet(
  deps: Runtime,
  userId: string,
  showing: Showing,
): Promise<Static<typeof HomeWallet>> {
  const now = timeOf(showing.partner, deps.now())
  const wallet = await arrangeWallet(deps, showing.partner, userId, now)
  const inGroup = Map.groupBy(wallet, ({ group }) => group)
  const count = (group: WalletGroup) => inGroup.get(group)?.length ?? 0
  const ending = (inGroup.get('READY') ?? []).filter(({ voucher, timezone }) =>
    endsWithin(ENDS_SOON_DAYS, endsOn(voucher, timezone), timezone, now),
  )
  return {
    endsSoon: await showClaims(deps, ending.slice(0, HOME_ROW_LENGTH), showing),
    counts: {
      ready: count('READY'),
      favoritesOnly: count('FAVORITES_ONLY'),
      later: count('LATER'),
      usedUp: count('USED_UP'),
      ended: count('ENDED'),
    },
  }
}
