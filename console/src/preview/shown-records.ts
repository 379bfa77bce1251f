import type { updateVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import type { Branding, MerchantWithOutlets, Voucher } from '../../../webview/src/api/routes.ts'
import type { Translations } from '../form/translations-field.tsx'
import { PREVIEW_WORDS as words } from '../words/preview.ts'
import { nextCycleStart } from './next-cycle.ts'

/** A record that is not saved yet has no id. */
const NEW_ID = 'new'

const TICKET =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%233a4bb5' d='M4 8h24v5a3 3 0 0 0 0 6v5H4v-5a3 3 0 0 0 0-6z'/%3E%3C/svg%3E"

/** Every partner shows vouchers in its own brand. This one belongs to no partner. */
export const NEUTRAL_BRAND: Branding = {
  name: words.appName,
  displayName: words.appName,
  logoPath: TICKET,
  accentColor: null,
  shareUrl: null,
}

type ShownFields = Pick<
  MerchantWithOutlets,
  'name' | 'slug' | 'category' | 'subCategoryIds' | 'logoPath' | 'bannerPath' | 'description' | 'isNew'
> & { id?: string; topVoucherId?: string | null; translations?: Translations }

/** A merchant as the webview gets it. Without a choice, the first voucher is its top one. */
export function shownMerchant(
  merchant: ShownFields,
  vouchers: Voucher[],
  outlets: MerchantWithOutlets['outlets'],
  language: string | null = null,
): MerchantWithOutlets {
  const { slug, category, subCategoryIds, logoPath, bannerPath, isNew, topVoucherId } = merchant
  const texts = language === null ? undefined : merchant.translations?.[language]
  const name = texts?.name ?? merchant.name
  const description = texts?.description ?? merchant.description
  const top = vouchers.find(({ id }) => id === topVoucherId) ?? vouchers[0]
  return {
    id: merchant.id ?? NEW_ID,
    name: name.trim() === '' ? words.merchantName : name,
    slug,
    category,
    subCategoryIds,
    logoPath,
    bannerPath,
    description,
    isNew,
    favorited: false,
    // The contract promises a picture for live vouchers. The webview shows a plain tile without one.
    topVoucher: top ? { id: top.id, title: top.title, imagePath: top.imagePath as string } : null,
    outlets,
  }
}

type VoucherFields = Required<Input<typeof updateVoucher>['body']>
type VoucherContext = { id?: string; merchantId: string; timezone: string; language?: string | null }

/** A voucher as the webview gets it once it is live, for a user who has not claimed it. */
export function shownVoucher(values: VoucherFields, context: VoucherContext): Voucher {
  const { translations, ...fields } = values
  const texts = context.language ? translations[context.language] : undefined
  const title = texts?.title ?? fields.title
  const now = new Date()
  const redemptionCount = countOr(fields.redemptionCount, 1)
  return {
    ...fields,
    id: context.id ?? NEW_ID,
    merchantId: context.merchantId,
    title: title.trim() === '' ? words.voucherTitle : title,
    description: texts?.description ?? fields.description,
    terms: texts?.terms ?? fields.terms,
    redemptionCount,
    globalRedemptionCap: countOr(fields.globalRedemptionCap, null),
    validFrom: timeOr(fields.validFrom),
    validUntil: timeOr(fields.validUntil),
    applicableFrom: timeOr(fields.applicableFrom),
    applicableUntil: timeOr(fields.applicableUntil),
    publishedAt: now.toISOString(),
    isActive: true,
    me: {
      claimed: false,
      claimedAt: null,
      used: 0,
      remaining: redemptionCount,
      cycleKey: fields.cycle,
      cycleResetsAt: nextCycleStart(fields.cycle, context.timezone, now),
    },
  }
}

/** While somebody types, a field may hold text that is no number or time yet. */
function countOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise
}

function timeOr(value: string | null): string | null {
  return value === null || Number.isNaN(Date.parse(value)) ? null : new Date(value).toISOString()
}
