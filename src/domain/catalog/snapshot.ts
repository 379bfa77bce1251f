import type { Position } from '../../platform/geo.ts'
import type {
  BrowseCategoryRow,
  BrowseMerchantRow,
  BrowseOutletRow,
  BrowseVoucherRow,
  CatalogRows,
} from './browse-queries.ts'
import { MerchantJson } from './merchant-json.ts'
import { NearestIndex } from './nearest.ts'

export type BrowseMerchant = {
  /** Its position in the list by name. */
  number: number
  id: string
  name: string
  category: string
  subCategoryIds: string[]
  isNew: boolean
  featuredPosition: number | null
  outlets: BrowseOutletRow[]
}

export type Snapshot = {
  /** By name. */
  merchants: BrowseMerchant[]
  byId: Map<string, BrowseMerchant>
  /** By name. */
  categories: BrowseCategoryRow[]
  /** Indexed by merchant number, like `nearest`. */
  json: MerchantJson
  nearest: NearestIndex
  /** When the next voucher ends, so that a highlight may change; null when no voucher has an end. */
  freshUntil: Date | null
}

const names = new Intl.Collator('en', { sensitivity: 'accent' })

export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

export function buildSnapshot(rows: CatalogRows, now: Date): Snapshot {
  const live = rows.vouchers.filter(({ validUntil }) => validUntil === null || new Date(validUntil) > now)
  const vouchersOf = Map.groupBy(live, ({ merchantId }) => merchantId)
  const outletsOf = Map.groupBy(rows.outlets, ({ merchantId }) => merchantId)
  const ordered = rows.merchants.toSorted(byName)
  const merchants = ordered.map(
    ({ id, name, category, subCategoryIds, isNew, featuredPosition }, number): BrowseMerchant => {
      const outlets = outletsOf.get(id) ?? []
      return { number, id, name, category, subCategoryIds, isNew, featuredPosition, outlets }
    },
  )
  const ends = live.flatMap(({ validUntil }) => (validUntil === null ? [] : [Date.parse(validUntil)]))
  return {
    merchants,
    byId: new Map(merchants.map((merchant) => [merchant.id, merchant])),
    categories: rows.categories.toSorted((a, b) => names.compare(a.name, b.name)),
    json: new MerchantJson(ordered.map((row) => writeMerchant(row, vouchersOf.get(row.id) ?? []))),
    nearest: new NearestIndex(merchants.map(({ outlets }) => positionsOf(outlets))),
    freshUntil: ends.length > 0 ? new Date(ends.reduce((a, b) => Math.min(a, b))) : null,
  }
}

function writeMerchant({ topVoucherId, ...row }: BrowseMerchantRow, live: BrowseVoucherRow[]) {
  const { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew } = row
  const head = { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew }
  return {
    head: JSON.stringify(head).slice(0, -1),
    tail: `,"topVoucher":${JSON.stringify(highlight(live, topVoucherId))}`,
  }
}

/** The voucher that the admin picked if it is live, else the most recently published live one, else none. */
function highlight(live: BrowseVoucherRow[], picked: string | null) {
  const voucher = live.find(({ id }) => id === picked) ?? live[0]
  return voucher ? { id: voucher.id, title: voucher.title, imagePath: voucher.imagePath } : null
}

/** The positions of the outlets that have one. */
export function positionsOf(outlets: BrowseOutletRow[]): Position[] {
  return outlets.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )
}
