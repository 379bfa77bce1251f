import { around } from 'geokdbush'
import { distanceMeters, type Position } from '../redemptions/geo.ts'
import { invalid, type Refusal } from '../refusal.ts'
import { isInScope, type Scope } from './scope.ts'
import { type BrowseMerchant, byName, type Snapshot } from './snapshot.ts'

export type MerchantQuery = {
  category?: string
  subCategoryId?: string
  featured?: 'true'
  isNew?: 'true'
  lat?: number
  lng?: number
  limit?: number
  cursor?: string
}

/** `distance` is null for a merchant without a located outlet, and undefined where nobody asked. */
export type Listed = { merchant: BrowseMerchant; distance?: number | null }
export type Listing = { items: Listed[]; nextCursor: string | null }

/** Where a page ended, in the order that it was in. */
type Cursor = { order: Order; key: string | number | null; id: string }
type Order = 'name' | 'featured' | 'nearest'

/** More than the index and our own formula can differ by, which is most at the far side of the globe. */
const SAME_PLACE_METERS = 1

export function listMerchants(snapshot: Snapshot, scope: Scope, query: MerchantQuery): Listing | Refusal {
  const order: Order = query.lat !== undefined ? 'nearest' : query.featured ? 'featured' : 'name'
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  if (after === undefined) return invalid({ path: '/cursor', message: 'is not a cursor of this list' })
  const limit = query.limit ?? Number.POSITIVE_INFINITY
  const passes = filter(scope, query)
  const found =
    order === 'nearest'
      ? nearest(snapshot, { latitude: query.lat ?? 0, longitude: query.lng ?? 0 }, passes, after, limit + 1)
      : ordered(snapshot, order, passes, after, limit + 1)
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? writeCursor(order, items.at(-1)) : null }
}

/** `everyone` where there is nothing to filter by: the index then need not look at a single merchant. */
function filter(scope: Scope, query: MerchantQuery): (merchant: BrowseMerchant) => boolean {
  const { category, featured, isNew } = query
  const subCategoryId = query.subCategoryId?.toLowerCase()
  const isOpen =
    scope === null && [category, subCategoryId, featured, isNew].every((value) => value === undefined)
  if (isOpen) return everyone
  return (merchant) =>
    (category === undefined || merchant.category === category) &&
    (subCategoryId === undefined || merchant.subCategoryIds.includes(subCategoryId)) &&
    (featured === undefined || merchant.featuredPosition !== null) &&
    (isNew === undefined || merchant.isNew) &&
    isInScope(scope, merchant)
}

const everyone = () => true

function ordered(
  { merchants }: Snapshot,
  order: 'name' | 'featured',
  passes: (merchant: BrowseMerchant) => boolean,
  after: Cursor | null,
  count: number,
): Listed[] {
  const list = order === 'name' ? merchants : merchants.filter(passes).sort(byPosition)
  const start = after ? firstAfter(list, after) : 0
  const found: Listed[] = []
  for (let i = start; i < list.length && found.length < count; i += 1) {
    const merchant = list[i] as BrowseMerchant
    if (passes(merchant)) found.push({ merchant })
  }
  return found
}

/** Binary search: the first of an ordered list that comes after the cursor. */
function firstAfter(list: BrowseMerchant[], { order, key, id }: Cursor): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const merchant = list[middle] as BrowseMerchant
    const isBeyond =
      order === 'name'
        ? byName(merchant, { name: String(key), id }) > 0
        : (merchant.featuredPosition ?? 0) > Number(key)
    if (isBeyond) high = middle
    else low = middle + 1
  }
  return low
}

function byPosition(a: BrowseMerchant, b: BrowseMerchant): number {
  return (a.featuredPosition ?? 0) - (b.featuredPosition ?? 0)
}

/** Nearest first, those without a located outlet last by name. */
function nearest(
  snapshot: Snapshot,
  here: Position,
  passes: (merchant: BrowseMerchant) => boolean,
  after: Cursor | null,
  count: number,
): Listed[] {
  const isWanted = (item: Listed) => after === null || isAfter(item, after)
  let located: Listed[] = []
  // The index yields outlets, and several may be one merchant's: ask for more, and for more again where that was too few.
  for (let asked = Math.ceil(count * 1.5) + 4; ; asked *= 4) {
    const { items, isAll } = nearestLocated(snapshot, here, passes, asked)
    located = items.filter(isWanted)
    if (located.length >= count) return located.slice(0, count)
    if (isAll) break
  }
  const unlocated = snapshot.merchants
    .filter((merchant) => merchant.outlets.every(({ latitude }) => latitude === null) && passes(merchant))
    .map((merchant): Listed => ({ merchant, distance: null }))
  return [...located, ...unlocated.filter(isWanted)].slice(0, count)
}

/** Merchants by their nearest outlet, from the `asked` outlets that are nearest. */
function nearestLocated(
  { located: { index, merchants, positions } }: Snapshot,
  here: Position,
  passes: (merchant: BrowseMerchant) => boolean,
  asked: number,
): { items: Listed[]; isAll: boolean } {
  if (!index) return { items: [], isAll: true }
  const predicate = passes === everyone ? undefined : (i: number) => passes(merchants[i] as BrowseMerchant)
  const outlets = around(index, here.longitude, here.latitude, asked, Number.POSITIVE_INFINITY, predicate)
  const distances = new Map<BrowseMerchant, number>()
  let farthest = 0
  for (const i of outlets) {
    const merchant = merchants[i] as BrowseMerchant
    const distance = distanceMeters(here, positions[i] as Position)
    farthest = Math.max(farthest, distance)
    distances.set(merchant, Math.min(distance, distances.get(merchant) ?? distance))
  }
  const isAll = outlets.length < asked
  // Of the outlets at the very edge some were left out (a mall's share one position): those are not settled yet.
  const edge = isAll ? Number.POSITIVE_INFINITY : farthest - SAME_PLACE_METERS
  const items = [...distances]
    .map(([merchant, distance]) => ({ merchant, distance }))
    .filter(({ distance }) => distance < edge)
    .sort((a, b) => a.distance - b.distance || (a.merchant.id < b.merchant.id ? -1 : 1))
  return { items, isAll }
}

function isAfter({ merchant, distance }: Listed, { key, id }: Cursor): boolean {
  if (typeof key !== 'number') {
    return distance === null && byName(merchant, { name: String(key), id }) > 0
  }
  return distance == null || distance > key || (distance === key && merchant.id > id)
}

function writeCursor(order: Order, last: Listed | undefined): string | null {
  if (!last) return null
  const { merchant, distance } = last
  const key =
    order === 'featured'
      ? merchant.featuredPosition
      : order === 'nearest'
        ? (distance ?? merchant.name)
        : merchant.name
  return Buffer.from(JSON.stringify([order, key, merchant.id])).toString('base64url')
}

/** undefined: not one of ours, or one of another order. */
function readCursor(text: string, order: Order): Cursor | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parsed) || parsed.length !== 3) return undefined
    const [named, key, id] = parsed
    const isKey =
      order === 'name'
        ? typeof key === 'string'
        : order === 'featured'
          ? Number.isInteger(key)
          : typeof key === 'string' || Number.isFinite(key)
    return named === order && isKey && typeof id === 'string' ? { order, key, id } : undefined
  } catch {
    return undefined
  }
}
