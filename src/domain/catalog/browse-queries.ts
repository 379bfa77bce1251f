import type { OpeningHours } from '@counterfoil/contract/hours-text.ts'
import type { RedeemBy } from '@counterfoil/contract/shapes/outlet.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Translations } from '../languages/translate.ts'
import { getCatalogVersion } from './version-queries.ts'

export type BrowseMerchantRow = {
  id: string
  name: string
  slug: string
  category: string
  subCategoryIds: string[]
  logoPath: string | null
  bannerPath: string | null
  description: string | null
  isNew: boolean
  topVoucherId: string | null
  featuredPosition: number | null
  sandboxId: string | null
  translations: Translations
}

export type BrowseOutletRow = {
  id: string
  merchantId: string
  name: string
  addressLine: string
  addressFull: string
  city: string
  state: string
  postalCode: string
  countryCode: string
  isActive: boolean
  latitude: number | null
  longitude: number | null
  /** Whether its PIN redeems: false if it has none, and if it takes codes only. */
  hasPin: boolean
  redeemBy: RedeemBy
  openingHours: OpeningHours | null
  /** The outlet's own, or else its merchant's; null if the opening hours are unknown. */
  timezone: string | null
  translations: Translations
}

export type BrowseVoucherRow = {
  id: string
  merchantId: string
  title: string
  imagePath: string
  validUntil: string | null
  publishedAt: string
  /** Null for every outlet of the merchant. */
  outletIds: string[] | null
  translations: Translations
}

export type BrowseSubCategoryRow = { id: string; name: string; translations: Translations }

export type BrowseCategoryRow = {
  slug: string
  name: string
  subCategories: BrowseSubCategoryRow[]
  translations: Translations
}

/** The catalog of all cells. */
export type CatalogRows = {
  merchants: BrowseMerchantRow[]
  outlets: BrowseOutletRow[]
  vouchers: BrowseVoucherRow[]
  categories: BrowseCategoryRow[]
}

/** The catalog of one cell. */
export type CatalogPart = CatalogRows & { version: number }

/** Reads everything that is the same for every user, in one database snapshot. */
export async function readCatalog(db: Db): Promise<CatalogPart> {
  return db.begin('isolation level repeatable read read only', async (tx) => ({
    version: await getCatalogVersion(tx),
    merchants: await listActiveMerchants(tx),
    outlets: await listActiveOutlets(tx),
    vouchers: await listPublishedVouchers(tx),
    categories: await listCategories(tx),
  })) as Promise<CatalogPart>
}

function listActiveMerchants(tx: Tx): Promise<BrowseMerchantRow[]> {
  return tx<BrowseMerchantRow[]>`
    select id, name, slug, category, logo_path, banner_path, description, is_new, top_voucher_id, featured_position, sandbox_id,
      nullif(translations, '{}') as translations,
      array(select sub_category_id from merchant_sub_categories
            where merchant_id = merchants.id order by sub_category_id) as sub_category_ids
    from merchants
    where is_active`
}

function listActiveOutlets(tx: Tx): Promise<BrowseOutletRow[]> {
  return tx<BrowseOutletRow[]>`
    select id, merchant_id, name, address_line, address_full, city, state, postal_code, country_code, is_active,
      latitude, longitude, pin_hash is not null and redeem_by <> 'QR' as has_pin, redeem_by, opening_hours,
      case when opening_hours is not null
        then coalesce(timezone, (select timezone from merchants where id = merchant_id)) end as timezone,
      nullif(translations, '{}') as translations
    from outlets
    where is_active`
}

/** Lists the most recently published voucher first. */
function listPublishedVouchers(tx: Tx): Promise<BrowseVoucherRow[]> {
  return tx<BrowseVoucherRow[]>`
    select id, merchant_id, title, image_path, valid_until, published_at, outlet_ids, nullif(translations, '{}') as translations
    from vouchers
    where status = 'PUBLISHED'
    order by published_at desc, id desc`
}

/** The order of `listPublishedVouchers`. */
export function byPublication(one: BrowseVoucherRow, other: BrowseVoucherRow): number {
  const keys = [one, other].map(({ publishedAt, id }) => `${publishedAt} ${id}`) as [string, string]
  return keys[0] > keys[1] ? -1 : 1
}

function listCategories(tx: Tx): Promise<BrowseCategoryRow[]> {
  return tx<BrowseCategoryRow[]>`
    select slug, name, nullif(translations, '{}') as translations,
      coalesce(
        (select json_agg(json_build_object('id', id, 'name', name, 'translations', nullif(translations, '{}'))
                         order by position)
         from sub_categories where category = categories.slug),
        '[]'
      ) as sub_categories
    from categories
    order by slug`
}
