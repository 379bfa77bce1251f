import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import type { Position } from '../../platform/geo.ts'
import { type Language, LanguageChoice } from '../languages/language-choice.ts'
import { isTranslated, translate } from '../languages/translate.ts'
import type {
  BrowseCategoryRow,
  BrowseMerchantRow,
  BrowseOutletRow,
  BrowseVoucherRow,
  CatalogRows,
} from './browse-queries.ts'
import { LocalizedJson } from './localized-json.ts'
import { MerchantJson, type MerchantText } from './merchant-json.ts'
import { NAMES } from './merchant-order.ts'
import { NearestIndex } from './nearest.ts'

export type BrowseMerchant = {
  /** The merchant's position in the list that is sorted by name. */
  number: number
  id: string
  name: string
  category: string
  subCategoryIds: string[]
  isNew: boolean
  featuredPosition: number | null
  sandboxId: string | null
  outlets: BrowseOutletRow[]
  /** The row with all fields and translations. */
  row: BrowseMerchantRow
}

export type Snapshot = {
  /** Sorted by name. */
  merchants: BrowseMerchant[]
  byId: Map<string, BrowseMerchant>
  /** Sorted by name. */
  categories: BrowseCategoryRow[]
  /** Indexed by merchant number, like `nearest`. */
  json: LocalizedJson
  nearest: NearestIndex
  languages: LanguageChoice
  /** When the next voucher ends, so that a highlight may change; null when no voucher has an end. */
  freshUntil: Date | null
}

/** The merchants must be sorted by name. `baseLanguage` is the language of all texts that are not translations. */
export function buildSnapshot(rows: CatalogRows, now: Date, baseLanguage: string): Snapshot {
  const live = rows.vouchers.filter(({ validUntil }) => validUntil === null || new Date(validUntil) > now)
  const vouchersOf = Map.groupBy(live, ({ merchantId }) => merchantId)
  const outletsOf = Map.groupBy(rows.outlets, ({ merchantId }) => merchantId)
  const merchants = rows.merchants.map((row, number): BrowseMerchant => {
    const { id, name, category, subCategoryIds, isNew, featuredPosition, sandboxId } = row
    const outlets = (outletsOf.get(id) ?? []).sort(byOutletName)
    return { number, id, name, category, subCategoryIds, isNew, featuredPosition, sandboxId, outlets, row }
  })
  const ends = live.flatMap(({ validUntil }) => (validUntil === null ? [] : [Date.parse(validUntil)]))
  return {
    merchants,
    byId: new Map(merchants.map((merchant) => [merchant.id, merchant])),
    categories: rows.categories.toSorted((a, b) => NAMES.compare(a.name, b.name)),
    json: localizedJson(rows.merchants, vouchersOf),
    languages: new LanguageChoice(baseLanguage, translatedLanguages(rows)),
    nearest: new NearestIndex(merchants.map(({ outlets }) => positionsOf(outlets))),
    freshUntil: ends.length > 0 ? new Date(ends.reduce((a, b) => Math.min(a, b))) : null,
  }
}

/** The language tags of all translations. */
function* translatedLanguages({ merchants, outlets, vouchers, categories }: CatalogRows): Iterable<string> {
  const subCategories = categories.flatMap((category) => category.subCategories)
  for (const rows of [merchants, outlets, vouchers, categories, subCategories]) {
    for (const { translations } of rows) if (translations) yield* Object.keys(translations)
  }
}

function localizedJson(
  ordered: BrowseMerchantRow[],
  vouchersOf: Map<string, BrowseVoucherRow[]>,
): LocalizedJson {
  const topOf = ({ id, topVoucherId }: BrowseMerchantRow) => highlight(vouchersOf.get(id) ?? [], topVoucherId)
  const base = new MerchantJson(ordered.map((row) => writeMerchant(row, topOf(row), null)))
  return new LocalizedJson(base, (language) => {
    const texts = new Map<number, MerchantText>()
    for (const [number, row] of ordered.entries()) {
      const top = topOf(row)
      const isDifferent =
        isTranslated(row.translations, language) || isTranslated(top?.translations, language)
      if (isDifferent) texts.set(number, writeMerchant(row, top, language))
    }
    return texts
  })
}

function writeMerchant(
  row: BrowseMerchantRow,
  top: BrowseVoucherRow | null,
  language: Language | null,
): MerchantText {
  const { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew } = translate(
    row,
    language,
  )
  const head = { id, name, slug, category, subCategoryIds, logoPath, bannerPath, description, isNew }
  return {
    head: JSON.stringify(head).slice(0, -1),
    tail: `,"topVoucher":${JSON.stringify(top && shownTop(translate(top, language)))}`,
  }
}

/** The voucher that the admin picked if it is live, else the most recently published live one, else none. */
function highlight(live: BrowseVoucherRow[], picked: string | null): BrowseVoucherRow | null {
  return live.find(({ id }) => id === picked) ?? live[0] ?? null
}

function shownTop({ id, title, imagePath }: BrowseVoucherRow) {
  return { id, title, imagePath }
}

/** The positions of outlets, without those that have none. */
export function positionsOf(outlets: BrowseOutletRow[]): Position[] {
  return outlets.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )
}
