import { hash } from 'node:crypto'
import type { CacheableJson } from '../../platform/http/unless-cached.ts'
import { positionOf } from '../../platform/input/position.ts'
import type { Consumer } from '../actors/consumer.ts'
import { favoritesOf } from '../catalog/browse.ts'
import type { BrowseMerchantRow, BrowseOutletRow, BrowseVoucherRow } from '../catalog/browse-queries.ts'
import { publicOutlet } from '../catalog/public-outlet.ts'
import type { BrowseMerchant, Snapshot } from '../catalog/snapshot.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findVisitorWithFavorites, type UsersDeps } from '../users/current-user.ts'
import type { Found } from './search-index.ts'
import type { CatalogSearchDeps } from './search-index-cache.ts'
import type { City, SearchRecords } from './search-records.ts'

export type CatalogQuery = { q: string; category?: string; lat?: number; lng?: number }

/** Searches what the user can browse. It creates no user. */
export async function searchCatalog(
  deps: UsersDeps & CatalogSearchDeps,
  consumer: Consumer,
  query: CatalogQuery,
  request: LanguageRequest,
): Promise<CacheableJson> {
  const { partner } = consumer
  const visitor = await findVisitorWithFavorites(deps, consumer)
  const index = await deps.searchIndex.current()
  const snapshot = await deps.catalog.current(partner)
  const language = snapshot.languages.choose(request)
  const here = positionOf(query)
  const now = timeOf(partner, deps.now())
  const found = index.search({
    text: query.q,
    here,
    now,
    tags: language?.tags ?? [],
    category: query.category,
    visible: index.visible.of(snapshot, partner),
  })
  const { records } = index
  const view = {
    records,
    snapshot,
    language,
    now,
    favorites: favoritesOf(visitor, snapshot),
    isLocated: here !== null,
  }
  const json = Buffer.from(
    `{"merchants":[${found.merchants.map((one) => writeMerchant(view, one)).join()}],` +
      `"vouchers":${JSON.stringify(found.vouchers.map((one) => foundVoucher(view, one)))},` +
      `"outlets":${JSON.stringify(found.outlets.map((one) => foundOutlet(view, one)))},` +
      `"cities":${JSON.stringify(found.cities.map((one) => foundCity(view, one)))}}`,
  )
  return {
    etag: entityTag(hash('sha1', json, 'base64url'), language),
    headers: languageHeaders(language),
    write: () => json,
  }
}

type View = {
  records: SearchRecords
  snapshot: Snapshot
  language: Language | null
  now: Date
  favorites: ReadonlySet<number>
  /** Whether the request has a position. */
  isLocated: boolean
}

/** The JSON of a merchant, as in the list of merchants, with its distance and matches. */
function writeMerchant({ records, snapshot, language, favorites, isLocated }: View, found: Found): string {
  const { id } = records.merchants[found.number] as BrowseMerchantRow
  const { number } = snapshot.byId.get(id) as BrowseMerchant
  const merchant = snapshot.json.in(language).one(number, favorites.has(number))
  return `${merchant},${JSON.stringify(placeAndMatches(found, isLocated)).slice(1)}`
}

function foundVoucher({ records, language, isLocated }: View, found: Found) {
  const voucher = records.vouchers[found.number] as BrowseVoucherRow
  const { id, merchantId, title, imagePath, validUntil } = translate(voucher, language)
  const merchantName = nameOf(records, records.merchantOfVoucher(found.number), language)
  return { id, merchantId, merchantName, title, imagePath, validUntil, ...placeAndMatches(found, isLocated) }
}

function foundOutlet({ records, language, now, isLocated }: View, found: Found) {
  const outlet = records.outlets[found.number] as BrowseOutletRow
  const merchantName = nameOf(records, records.merchantOfOutlet(found.number), language)
  const { merchantId } = outlet
  return {
    ...publicOutlet(outlet, language, now),
    ...{ merchantId, merchantName },
    ...placeAndMatches(found, isLocated),
  }
}

function foundCity({ records, language, isLocated }: View, found: Found) {
  const { name, countryCode } = translate(records.cities[found.number] as City, language)
  const { outletCount } = found
  return { name, countryCode, outletCount, ...placeAndMatches(found, isLocated) }
}

function nameOf(records: SearchRecords, merchant: number, language: Language | null): string {
  return translate(records.merchants[merchant] as BrowseMerchantRow, language).name
}

function placeAndMatches({ distance, matches }: Found, isLocated: boolean) {
  return { ...(isLocated && { distanceMeters: distance }), matches }
}
