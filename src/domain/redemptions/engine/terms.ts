import type { Money } from '@counterfoil/contract/money.ts'
import { toMoney } from '../../../platform/database/money-column.ts'
import type { OutletFacts, VoucherFacts } from '../rules/decide.ts'
import { readVoucherTimes } from '../rules/voucher-times.ts'
import type { LoadedFacts, OutletRow, VoucherRow } from './facts-queries.ts'
import type { RedemptionRecord, RedemptionTranslations } from './write-queries.ts'

export type VoucherTerms = VoucherFacts &
  Pick<VoucherRow, 'cycle' | 'timezone' | 'translations'> & {
    /** What a redemption is worth between the parties. Consumers never see it. */
    redemptionValue: Money | null
  }
export type OutletTerms = OutletFacts & { pinHash: Buffer | null } & Pick<OutletRow, 'translations'>

/** Vouchers and outlets as the back office has configured them, all from one catalog version. */
export type Terms = {
  version: number
  vouchers: Map<string, VoucherTerms>
  outlets: Map<string, OutletTerms>
}

export function emptyTerms(): Terms {
  return { version: 0, vouchers: new Map(), outlets: new Map() }
}

/** Adds the loaded rows to `known`, the terms from which they were missing. A new catalog version replaces `known`. */
export function mergeTerms(known: Terms, { version, vouchers, outlets }: LoadedFacts): Terms {
  const terms = version === known.version ? known : { ...emptyTerms(), version }
  for (const [id, row] of Object.entries(vouchers)) terms.vouchers.set(id, toVoucherTerms(row))
  for (const [id, row] of Object.entries(outlets)) terms.outlets.set(id, toOutletTerms(row))
  return terms
}

/** The translations of a redemption's texts, as long as the voucher and the outlet still have these texts. */
export function translationsOf(
  { vouchers, outlets }: Terms,
  { voucherId, voucherTitle, outletId, outletName }: RedemptionRecord,
): RedemptionTranslations {
  const voucher = vouchers.get(voucherId)
  const outlet = outlets.get(outletId)
  return {
    voucherTranslations: voucher?.title === voucherTitle ? voucher.translations : null,
    outletTranslations: outlet?.name === outletName ? outlet.translations : null,
  }
}

/** The terms that this node has loaded. They are current while the catalog version is the same. */
export type TermsCache = {
  /** The terms to pass to `loadFacts`. */
  current(): Terms
  /** Returns the terms to decide by. Caches them unless newer ones are cached already. */
  update(known: Terms, loaded: LoadedFacts): Terms
}

/** This is more than a busy day uses, and takes little memory. Beyond it, the cache is emptied. */
const MAX_CACHED_TERMS = 20_000

export function openTermsCache(maxTerms = MAX_CACHED_TERMS): TermsCache {
  let cached = emptyTerms()
  return {
    current: () => (cached.vouchers.size + cached.outlets.size > maxTerms ? emptyTerms() : cached),
    update(known, loaded) {
      const terms = mergeTerms(known, loaded)
      if (terms.version >= cached.version) cached = terms
      return terms
    },
  }
}

function toVoucherTerms(row: VoucherRow): VoucherTerms {
  return {
    ...row,
    ...readVoucherTimes(row),
    redemptionValue: row.redemptionValue && toMoney(row.redemptionValue),
  }
}

function toOutletTerms({ pinHash, latitude, longitude, ...outlet }: OutletRow): OutletTerms {
  return {
    ...outlet,
    hasPin: pinHash !== null && outlet.redeemBy !== 'QR',
    pinHash: pinHash === null ? null : Buffer.from(pinHash, 'base64'),
    position: latitude === null || longitude === null ? null : { latitude, longitude },
  }
}
