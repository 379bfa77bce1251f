import { hash } from 'node:crypto'
import type { Position } from '../../platform/geo.ts'
import type { CacheableJson } from '../../platform/http/unless-cached.ts'
import { positionOf } from '../../platform/input/position.ts'
import type { Consumer } from '../actors/consumer.ts'
import { favoritesOf } from '../catalog/browse.ts'
import type { BrowseMerchantRow, BrowseOutletRow, BrowseVoucherRow } from '../catalog/browse-queries.ts'
import { publicOutlet } from '../catalog/public-outlet.ts'
import type { Snapshot } from '../catalog/snapshot.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findVisitorWithFavorites, type UsersDeps } from '../users/current-user.ts'
import type { SharedQuery, SharedResult } from './remembered-results.ts'
import type { Found, SearchIndex } from './search-index.ts'
import type { CatalogSearchDeps } from './search-index-cache.ts'
import type { City, SearchRecords } from './search-records.ts'
import type { VisibleMerchants } from './visible-merchants.ts'
import { queryWordsOf } from './words.ts'

/** Opening hours that do not change within a week are looked at again after this time. */
const MAX_AGE_MS = 60 * 60 * 1000

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
  const favorites = favoritesOf(visitor, snapshot)
  const visible = index.visible.of(snapshot, partner)
  const shared = { visible, language, category: query.category, words: queryWordsOf(query.q) }
  // With a position, nearly every search is a new one.
  const known = here ? null : index.results.find(shared, now, favorites)
  const result = known ?? search({ index, snapshot, favorites, here, now }, shared)
  if (!here && !known) index.results.add(shared, result, favorites)
  return { etag: result.etag, headers: languageHeaders(language), write: () => result.json }
}

type Searching = {
  index: SearchIndex
  snapshot: Snapshot
  favorites: ReadonlySet<number>
  here: Position | null
  now: Date
}

function search({ index, snapshot, favorites, here, now }: Searching, query: SharedQuery): SharedResult {
  const { language, visible } = query
  const { records } = index
  const found = index.search({ ...query, here, now, tags: language?.tags ?? [] })
  const view = { records, snapshot, visible, language, now, favorites, isLocated: here !== null }
  const outlets = found.outlets.map((one) => foundOutlet(view, one))
  const json = Buffer.from(
    `{"merchants":[${found.merchants.map((one) => writeMerchant(view, one)).join()}],` +
      `"vouchers":${JSON.stringify(found.vouchers.map((one) => foundVoucher(view, one)))},` +
      `"outlets":${JSON.stringify(outlets)},` +
      `"cities":${JSON.stringify(found.cities.map((one) => foundCity(view, one)))}}`,
  )
  return {
    json,
    etag: entityTag(hash('sha1', json, 'base64url'), language),
    merchants: found.merchants.map(({ number }) => visible.numberInSnapshot(number)),
    from: now.getTime(),
    until: Math.min(
      now.getTime() + MAX_AGE_MS,
      ...found.vouchers.map(({ number }) => records.endOfVoucher[number] as number),
      ...outlets.map(({ opening }) => Date.parse(opening?.closesAt ?? opening?.opensAt ?? '') || Infinity),
    ),
  }
}

type View = {
  records: SearchRecords
  snapshot: Snapshot
  visible: VisibleMerchants
  language: Language | null
  now: Date
  favorites: ReadonlySet<number>
  /** Whether the request has a position. */
  isLocated: boolean
}

/** The JSON of a merchant, as in the list of merchants, with its distance and matches. */
function writeMerchant(view: View, found: Found): string {
  const { snapshot, visible, language, favorites, isLocated } = view
  const number = visible.numberInSnapshot(found.number)
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
