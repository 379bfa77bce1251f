import type { Position } from '../../platform/geo.ts'
import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import { isInScope, type Viewer } from '../partners/scope.ts'
import type { Listed } from './merchant-json.ts'
import { byName } from './merchant-order.ts'
import { distanceToNearest } from './nearest.ts'
import { type BrowseMerchant, positionsOf, type Snapshot } from './snapshot.ts'

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

export type Listing = { items: Listed[]; nextCursor: string | null }

/** The last item of a page, with the order of the list. */
type Cursor = { order: Order; key: string | number | null; id: string }
type Order = 'name' | 'featured' | 'nearest'

export function listMerchants(snapshot: Snapshot, viewer: Viewer, query: MerchantQuery): Listing | Refusal {
  const order = orderOf(query)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  if (after === undefined) return invalid(issueAt('/cursor', 'issue.cursor'))
  const limit = query.limit ?? Number.POSITIVE_INFINITY
  const found = find(snapshot, viewer, query, after, limit + 1)
  const items = found.slice(0, limit)
  return { items, nextCursor: found.length > limit ? writeCursor(snapshot, order, items.at(-1)) : null }
}

/** The first merchants that match the query, for a row of a screen. */
export function listFirstMerchants(
  snapshot: Snapshot,
  viewer: Viewer,
  query: Omit<MerchantQuery, 'limit' | 'cursor'>,
  count: number,
): Listed[] {
  return find(snapshot, viewer, query, null, count)
}

function orderOf({ lat, featured }: MerchantQuery): Order {
  return lat !== undefined ? 'nearest' : featured ? 'featured' : 'name'
}

function find(
  snapshot: Snapshot,
  viewer: Viewer,
  query: MerchantQuery,
  after: Cursor | null,
  count: number,
): Listed[] {
  const order = orderOf(query)
  const passes = filter(viewer, query)
  if (order !== 'nearest') return ordered(snapshot, order, passes, after, count)
  const here = { latitude: query.lat ?? 0, longitude: query.lng ?? 0 }
  return nearest(snapshot, here, passes, after, count)
}

/** Returns `everyone` if there is nothing to filter by, so that the index does not look at each merchant. */
function filter(viewer: Viewer, query: MerchantQuery): (merchant: BrowseMerchant) => boolean {
  const { category, featured, isNew } = query
  const subCategoryId = query.subCategoryId?.toLowerCase()
  const isOpen =
    viewer.scope === null && [category, subCategoryId, featured, isNew].every((value) => value === undefined)
  if (isOpen) return everyone
  return (merchant) =>
    (category === undefined || merchant.category === category) &&
    (subCategoryId === undefined || merchant.subCategoryIds.includes(subCategoryId)) &&
    (featured === undefined || merchant.featuredPosition !== null) &&
    (isNew === undefined || merchant.isNew) &&
    isInScope(viewer, merchant)
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
    if (passes(merchant)) found.push({ number: merchant.number })
  }
  return found
}

/** Binary search for the first merchant after the cursor. */
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

/** Lists the nearest merchants first, then by name those without a located outlet. */
function nearest(
  { merchants, nearest }: Snapshot,
  here: Position,
  passes: (merchant: BrowseMerchant) => boolean,
  after: Cursor | null,
  count: number,
): Listed[] {
  const idOf = ({ number }: Listed) => (merchants[number] as BrowseMerchant).id
  const distanceTo = ({ outlets }: BrowseMerchant) => distanceToNearest(here, positionsOf(outlets))
  const matchesFilters = (merchant: BrowseMerchant) =>
    passes(merchant) && (after === null || isAfter(merchant, distanceTo(merchant), after))
  const wantsAll = passes === everyone && after === null
  const located = nearest
    .search(
      here,
      count,
      wantsAll ? undefined : (number) => matchesFilters(merchants[number] as BrowseMerchant),
    )
    .sort((a, b) => a.distance - b.distance || (idOf(a) < idOf(b) ? -1 : 1))
  if (located.length >= count) return located.slice(0, count)
  const unlocated = merchants
    .filter(
      (merchant) => merchant.outlets.every(({ latitude }) => latitude === null) && matchesFilters(merchant),
    )
    .map(({ number }): Listed => ({ number, distance: null }))
  return [...located, ...unlocated].slice(0, count)
}

function isAfter(merchant: BrowseMerchant, distance: number | null, { key, id }: Cursor): boolean {
  if (typeof key !== 'number') {
    return distance === null && byName(merchant, { name: String(key), id }) > 0
  }
  return distance === null || distance > key || (distance === key && merchant.id > id)
}

function writeCursor({ merchants }: Snapshot, order: Order, last: Listed | undefined): string | null {
  const merchant = last && merchants[last.number]
  if (!merchant) return null
  const key =
    order === 'featured'
      ? merchant.featuredPosition
      : order === 'nearest'
        ? (last.distance ?? merchant.name)
        : merchant.name
  return Buffer.from(JSON.stringify([order, key, merchant.id])).toString('base64url')
}

/** Returns undefined if the cursor is malformed or belongs to another order. */
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
