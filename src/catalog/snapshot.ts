import KDBush from 'kdbush'
import type { BrowseCategoryRow, BrowseOutletRow, BrowseVoucherRow, CatalogRows } from './browse-queries.ts'

/** A merchant as everyone sees it, most of its JSON written already. */
export type BrowseMerchant = {
  id: string
  name: string
  category: string
  subCategoryIds: string[]
  isNew: boolean
  featuredPosition: number | null
  timezone: string
  outlets: BrowseOutletRow[]
  /** `{"id":…,"isNew":…`: up to what depends on who asks. */
  jsonHead: string
  /** `,"topVoucher":…` */
  jsonTopVoucher: string
}

export type Snapshot = {
  version: number
  /** By name. */
  merchants: BrowseMerchant[]
  byId: Map<string, BrowseMerchant>
  /** By name. */
  categories: BrowseCategoryRow[]
  /** The outlets that have a position, as the index numbers them: the merchant of each. */
  located: { index: KDBush | null; merchants: BrowseMerchant[]; positions: Position[] }
  /** When the next voucher ends and a highlight may have to change; null: no voucher of the catalogue ever ends. */
  freshUntil: Date | null
}

type Position = { latitude: number; longitude: number }

const names = new Intl.Collator('en', { sensitivity: 'accent' })

export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

export function buildSnapshot(rows: CatalogRows, now: Date): Snapshot {
  const live = rows.vouchers.filter(({ validUntil }) => validUntil === null || new Date(validUntil) > now)
  const vouchersOf = Map.groupBy(live, ({ merchantId }) => merchantId)
  const outletsOf = Map.groupBy(rows.outlets, ({ merchantId }) => merchantId)
  const merchants = rows.merchants
    .map(({ topVoucherId, featuredPosition, timezone, ...wire }): BrowseMerchant => {
      const outlets = outletsOf.get(wire.id) ?? []
      const { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew } = wire
      const head = { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew }
      return {
        ...{ id, name, category, subCategoryIds, isNew, featuredPosition, timezone, outlets },
        jsonHead: JSON.stringify(head).slice(0, -1),
        jsonTopVoucher: `,"topVoucher":${JSON.stringify(highlight(vouchersOf.get(id) ?? [], topVoucherId))}`,
      }
    })
    .sort(byName)
  const ends = live.flatMap(({ validUntil }) => (validUntil === null ? [] : [Date.parse(validUntil)]))
  return {
    version: rows.version,
    merchants,
    byId: new Map(merchants.map((merchant) => [merchant.id, merchant])),
    categories: rows.categories.toSorted((a, b) => names.compare(a.name, b.name)),
    located: locate(merchants),
    freshUntil: ends.length > 0 ? new Date(ends.reduce((a, b) => Math.min(a, b))) : null,
  }
}

/** The voucher that the admin picked while it is live, else the most recently published live one, else none. */
function highlight(live: BrowseVoucherRow[], picked: string | null) {
  const voucher = live.find(({ id }) => id === picked) ?? live[0]
  return voucher ? { id: voucher.id, title: voucher.title, imagePath: voucher.imagePath } : null
}

/** Small leaves: a search for the nearest few opens several of them, and looks at every point of each. */
const POINTS_PER_LEAF = 8

function locate(all: BrowseMerchant[]): Snapshot['located'] {
  const points = all.flatMap((merchant) =>
    merchant.outlets.flatMap(({ latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [{ merchant, latitude, longitude }],
    ),
  )
  const merchants = points.map(({ merchant }) => merchant)
  // The index cannot be built of nothing.
  if (points.length === 0) return { index: null, merchants, positions: [] }
  const index = new KDBush(points.length, POINTS_PER_LEAF)
  for (const { latitude, longitude } of points) index.add(longitude, latitude)
  return { index: index.finish(), merchants, positions: points }
}
