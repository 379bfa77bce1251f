import type { MatchedField } from '@counterfoil/contract/consumer/search.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { byOutletName } from '@counterfoil/contract/shapes/outlet-order.ts'
import type { TimeSlice } from '../../platform/time-slice.ts'
import type {
  BrowseCategoryRow,
  BrowseMerchantRow,
  BrowseOutletRow,
  BrowseVoucherRow,
  CatalogRows,
} from '../catalog/browse-queries.ts'
import type { Translations } from '../languages/translate.ts'
import { wordsOf } from './words.ts'

export const KINDS = ['merchants', 'vouchers', 'outlets', 'cities'] as const
export type Kind = (typeof KINDS)[number]

/** The outlets of one sandbox, or the live ones, that name the same city. */
export type City = {
  name: string
  countryCode: string
  translations: Record<string, { name: string }>
  /** Numbers of outlets. */
  outlets: number[]
}

/** A text that can be searched, in the base language and in its translations. */
export type SearchText = {
  field: MatchedField
  /** Matches in the main texts of a record rank before matches in its other texts. */
  isMain: boolean
  /**
   * The text in the languages of `tags`, best first, then in the base language, and then in all others. Each one is written
   * when it is needed, because most searches match in the first one.
   */
  versions: (tags: readonly string[]) => Iterable<string>
}

/** The merchant of an entry that has none, which is a city. */
export const NO_MERCHANT = 0xffffffff

/**
 * Everything that can be found. The number of a record is its index in the list of its kind. The entries are the records
 * of all kinds in one sequence, in the order of `KINDS`, so the entry of a merchant is its number.
 */
export class SearchRecords {
  /** Sorted by name. */
  readonly merchants: BrowseMerchantRow[] = []
  /** Newest first. */
  readonly vouchers: BrowseVoucherRow[] = []
  /** The outlets of a merchant stand together, sorted by name. */
  readonly outlets: BrowseOutletRow[] = []
  readonly cities: City[] = []
  /** In milliseconds since 1970; Infinity if the voucher has no end. */
  readonly endOfVoucher: number[] = []
  /** The numbers of each merchant's vouchers. */
  readonly vouchersOfMerchant: number[][] = []
  /** The numbers of the outlets that accept each voucher; null if all of its merchant's outlets do. */
  readonly outletsOfVoucher: (number[] | null)[] = []
  /** The first entry of each kind. */
  readonly firstEntry: Record<Kind, number> = { merchants: 0, vouchers: 0, outlets: 0, cities: 0 }
  /** The number of the merchant of each entry. A merchant is its own. */
  merchantOfEntry = new Uint32Array(0)
  /** The number of each merchant's first outlet, and at the end the number of all outlets. */
  readonly firstOutlet: number[] = [0]
  readonly #categories: ReadonlyMap<string, BrowseCategoryRow>

  private constructor(categories: readonly BrowseCategoryRow[]) {
    this.#categories = new Map(categories.map((category) => [category.slug, category]))
  }

  static async of(rows: CatalogRows, slice: TimeSlice): Promise<SearchRecords> {
    const records = new SearchRecords(rows.categories)
    const outletsOf = new Map<string, BrowseOutletRow[]>()
    for (const outlet of rows.outlets) {
      const others = outletsOf.get(outlet.merchantId)
      if (others) others.push(outlet)
      else outletsOf.set(outlet.merchantId, [outlet])
      if (slice.isOver()) await slice.next()
    }
    const numbers = new Map<string, number>()
    const cities = new Map<string, City>()
    for (const merchant of rows.merchants) {
      numbers.set(merchant.id, records.merchants.length)
      records.#addMerchant(merchant, (outletsOf.get(merchant.id) ?? []).toSorted(byOutletName), cities)
      if (slice.isOver()) await slice.next()
    }
    for (const voucher of rows.vouchers) {
      // The merchants of other vouchers are inactive.
      const merchant = numbers.get(voucher.merchantId)
      if (merchant === undefined) continue
      records.vouchersOfMerchant[merchant]?.push(records.vouchers.push(voucher) - 1)
      records.outletsOfVoucher.push(records.#outletsThatAccept(voucher, merchant))
      records.endOfVoucher.push(voucher.validUntil === null ? Infinity : Date.parse(voucher.validUntil))
      if (slice.isOver()) await slice.next()
    }
    await records.#number(numbers, slice)
    return records
  }

  #outletsThatAccept({ outletIds }: BrowseVoucherRow, merchant: number): number[] | null {
    if (!outletIds) return null
    const accepting: number[] = []
    const end = this.firstOutlet[merchant + 1] as number
    for (let number = this.firstOutlet[merchant] as number; number < end; number += 1) {
      if (outletIds.includes(this.outlets[number]?.id as string)) accepting.push(number)
    }
    return accepting
  }

  /** Numbers the entries, once all records are there. */
  async #number(merchants: ReadonlyMap<string, number>, slice: TimeSlice): Promise<void> {
    this.firstEntry.vouchers = this.merchants.length
    this.firstEntry.outlets = this.firstEntry.vouchers + this.vouchers.length
    this.firstEntry.cities = this.firstEntry.outlets + this.outlets.length
    this.merchantOfEntry = new Uint32Array(this.firstEntry.cities + this.cities.length).fill(NO_MERCHANT)
    for (const number of merchants.values()) this.merchantOfEntry[number] = number
    for (const kind of ['vouchers', 'outlets'] as const) {
      for (const [number, { merchantId }] of this[kind].entries()) {
        this.merchantOfEntry[this.firstEntry[kind] + number] = merchants.get(merchantId) as number
        if (slice.isOver()) await slice.next()
      }
    }
  }

  #addMerchant(merchant: BrowseMerchantRow, outlets: BrowseOutletRow[], cities: Map<string, City>): void {
    this.merchants.push(merchant)
    this.vouchersOfMerchant.push([])
    for (const outlet of outlets) {
      const city = this.#cityOf(outlet, merchant.sandboxId, cities)
      city.outlets.push(this.outlets.push(outlet) - 1)
    }
    this.firstOutlet.push(this.outlets.length)
  }

  #cityOf(outlet: BrowseOutletRow, sandboxId: string | null, cities: Map<string, City>): City {
    const spelling = wordsOf(outlet.city)
      .map(({ text }) => text)
      .join(' ')
    const key = `${sandboxId} ${outlet.countryCode} ${spelling}`
    const known = cities.get(key)
    const city = known ?? {
      name: outlet.city,
      countryCode: outlet.countryCode,
      translations: {},
      outlets: [],
    }
    for (const [tag, { city: name }] of Object.entries(outlet.translations ?? {})) {
      if (name !== undefined) city.translations[tag] ??= { name }
    }
    if (!known) {
      cities.set(key, city)
      this.cities.push(city)
    }
    return city
  }

  /** The texts of a record, the most important first. */
  textsOf(kind: Kind, number: number): Iterable<SearchText> {
    switch (kind) {
      case 'merchants':
        return this.#merchantTexts(this.merchants[number] as BrowseMerchantRow)
      case 'vouchers':
        return [textOf('title', true, this.vouchers[number] as BrowseVoucherRow, 'title')]
      case 'outlets':
        return outletTexts(this.outlets[number] as BrowseOutletRow)
      case 'cities':
        return [textOf('name', true, this.cities[number] as City, 'name')]
    }
  }

  merchantNameOf(merchant: number): SearchText {
    return textOf('merchantName', false, this.merchants[merchant] as BrowseMerchantRow, 'name')
  }

  merchantOfOutlet(outlet: number): number {
    return this.merchantOfEntry[this.firstEntry.outlets + outlet] as number
  }

  merchantOfVoucher(voucher: number): number {
    return this.merchantOfEntry[this.firstEntry.vouchers + voucher] as number
  }

  *#merchantTexts(merchant: BrowseMerchantRow): Iterable<SearchText> {
    yield textOf('name', true, merchant, 'name')
    const category = this.#categories.get(merchant.category)
    const subCategories = category?.subCategories.filter(({ id }) => merchant.subCategoryIds.includes(id))
    for (const row of subCategories ?? []) yield textOf('category', false, row, 'name')
    if (category) yield textOf('category', false, category, 'name')
    yield textOf('description', false, merchant, 'description')
  }
}

function* outletTexts(outlet: BrowseOutletRow): Iterable<SearchText> {
  yield textOf('name', true, outlet, 'name')
  yield textOf('city', true, outlet, 'city')
  yield textOf('addressLine', false, outlet, 'addressLine')
  yield textOf('state', false, outlet, 'state')
  yield textOf('postalCode', false, outlet, 'postalCode')
}

function textOf<K extends string>(
  field: SearchText['field'],
  isMain: boolean,
  row: { [key in K]: string | null } & { translations: Translations },
  key: K,
): SearchText {
  return { field, isMain, versions: (tags) => versionsOf(field, row, key, tags) }
}

function* versionsOf<K extends string>(
  field: SearchText['field'],
  row: { [key in K]: string | null } & { translations: Translations },
  key: K,
  tags: readonly string[],
): Iterable<string> {
  const translations = row.translations ?? {}
  for (const tag of tags) {
    const text = translations[tag]?.[key]
    if (text !== undefined) yield shown(field, text)
  }
  yield shown(field, row[key] ?? '')
  for (const [tag, { [key]: text }] of Object.entries(translations)) {
    if (text !== undefined && !tags.includes(tag)) yield shown(field, text)
  }
}

/** Only titles have markup, which is not part of the text. */
function shown(field: SearchText['field'], text: string): string {
  return field === 'title' ? plainText(text) : text
}
