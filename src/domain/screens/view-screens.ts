import { hash } from 'node:crypto'
import type { Supply, VoucherWithSupply } from '@counterfoil/contract/shapes/screens.ts'
import type { Static } from 'typebox'
import type { CacheableJson } from '../../platform/http/unless-cached.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import { viewMerchant } from '../catalog/browse.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { Language, LanguageRequest } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { brandingOf } from '../partners/branding.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { browseVouchers, viewVoucher } from '../vouchers/browse.ts'
import type { VoucherView } from '../vouchers/voucher-for-user.ts'
import { listCounters } from '../wallet/claimed-queries.ts'

/** All data of a merchant's screen. */
export async function viewMerchantScreen(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  id: string,
  request: LanguageRequest,
): Promise<CacheableJson | Refusal> {
  const merchant = await viewMerchant(deps, consumer, id, request)
  if (merchant instanceof Refusal) return merchant
  const list = await browseVouchers(deps, consumer, id, {}, request)
  if (list instanceof Refusal) return list
  return screenOf(list.language, {
    branding: JSON.stringify(brandingOf(consumer.partner)),
    categoryName: JSON.stringify(await categoryOf(deps, consumer, id, list.language)),
    merchant: merchant.write(),
    vouchers: JSON.stringify(await withSupply(deps, list.items)),
  })
}

/** All data of a voucher's screen. Its merchant may be inactive. */
export async function viewVoucherScreen(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  id: string,
  request: LanguageRequest,
): Promise<CacheableJson | Refusal> {
  const viewed = await viewVoucher(deps, consumer, id, request)
  if (viewed instanceof Refusal) return viewed
  const merchant = await viewMerchant(deps, consumer, viewed.voucher.merchantId, request)
  const [voucher] = await withSupply(deps, [viewed.voucher])
  return screenOf(viewed.language, {
    branding: JSON.stringify(brandingOf(consumer.partner)),
    merchant: merchant instanceof Refusal ? 'null' : merchant.write(),
    voucher: JSON.stringify(voucher),
  })
}

/** Each field is written already: the JSON of a merchant is kept as bytes. */
function screenOf(language: Language | null, fields: Record<string, string | Buffer>): CacheableJson {
  const parts = Object.entries(fields).flatMap(([name, json], index) => [
    Buffer.from(`${index === 0 ? '{' : ','}"${name}":`),
    Buffer.from(json),
  ])
  const json = Buffer.concat([...parts, Buffer.from('}')])
  return {
    etag: entityTag(hash('sha1', json, 'base64url'), language),
    headers: languageHeaders(language),
    write: () => json,
  }
}

async function categoryOf(
  { catalog }: CatalogDeps,
  { partner }: Consumer,
  merchantId: string,
  language: Language | null,
): Promise<string | null> {
  const { byId, categories } = await catalog.current(partner)
  const slug = byId.get(merchantId)?.category
  const category = categories.find((one) => one.slug === slug)
  return category ? translate(category, language).name : null
}

/** One statement reads the counters of all vouchers that can run out. */
async function withSupply(
  { db }: Runtime,
  vouchers: VoucherView[],
): Promise<Static<typeof VoucherWithSupply>[]> {
  const limited = vouchers.filter(
    ({ globalRedemptionCap, codeSource }) => globalRedemptionCap !== null || codeSource === 'MANUAL',
  )
  const requested = limited.map(({ id, me }) => ({ voucherId: id, cycleKey: me.cycleKey }))
  const counted = requested.length > 0 ? await listCounters(db, null, requested) : []
  const countedOf = new Map(counted.map((row) => [row.voucherId, row]))
  return vouchers.map((voucher) => ({ ...voucher, supply: supplyOf(voucher, countedOf.get(voucher.id)) }))
}

/** A new cycle brings no new codes, so missing codes come before a reached cap. */
function supplyOf(
  { codeSource, globalRedemptionCap }: VoucherView,
  counted: { usedByAll: number; codesLeft: number } | undefined,
): Supply {
  if (counted === undefined) return 'AVAILABLE'
  if (codeSource === 'MANUAL' && counted.codesLeft === 0) return 'CODES_EXHAUSTED'
  return globalRedemptionCap !== null && counted.usedByAll >= globalRedemptionCap
    ? 'CAP_REACHED'
    : 'AVAILABLE'
}
