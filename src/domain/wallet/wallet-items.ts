import type { WalletItem } from '@counterfoil/contract/shapes/wallet.ts'
import type { Static } from 'typebox'
import { listInCells } from '../../platform/cells/merge.ts'
import type { Position } from '../../platform/geo.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { BrowseMerchant, Snapshot } from '../catalog/snapshot.ts'
import type { Language } from '../languages/language-choice.ts'
import { translate } from '../languages/translate.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isInScope } from '../partners/scope.ts'
import { listShownVouchers, type ShownVoucher } from '../vouchers/consumer-queries.ts'
import { voucherForUser } from '../vouchers/voucher-for-user.ts'
import type { ArrangedClaim } from './arrange-wallet.ts'
import { openUsableOutlets } from './usable-outlets.ts'
import { endsOn } from './wallet-state.ts'

type Item = Static<typeof WalletItem>

/** For whom and how the items are shown. */
export type Showing = {
  partner: PartnerEntry
  snapshot: Snapshot
  language: Language | null
  position: Position | null
}

/** The items of these claims, in their order. In each cell, one statement reads the texts of all vouchers. */
export async function showClaims(
  deps: Runtime,
  claims: ArrangedClaim[],
  { partner, snapshot, language, position }: Showing,
): Promise<Item[]> {
  if (claims.length === 0) return []
  const ids = claims.map(({ voucher }) => voucher.id)
  const rows = await listInCells(deps, ({ db }) => listShownVouchers(db, ids))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const outletsOf = openUsableOutlets(position, language, timeOf(partner, deps.now()))
  return claims.map((claim) => {
    const { id, merchantId, title, outletIds, merchantCategory, merchantSandboxId } = claim.voucher
    const row = rowOf.get(id)
    const shown = row && translate(row, language)
    const viewed = { id: merchantId, category: merchantCategory, sandboxId: merchantSandboxId }
    const isVisible = isInScope(partner, viewed)
    const merchant = isVisible ? (snapshot.byId.get(merchantId) ?? null) : null
    return {
      id: claim.place.id,
      voucherId: id,
      merchantId,
      claimedAt: claim.place.claimedAt,
      title: shown?.title ?? title,
      group: claim.group,
      state: claim.state,
      ...(isVisible && shown ? detailsOf(claim, shown) : { endsOn: null, voucher: null }),
      merchant: merchant && showMerchant(merchant, claim.isFavorite, language),
      ...(merchant ? outletsOf(merchant, outletIds) : { outlets: [], outletCount: 0 }),
    }
  })
}

function detailsOf(claim: ArrangedClaim, shown: ShownVoucher): Pick<Item, 'endsOn' | 'voucher'> {
  const { place, used, cycle, voucher, timezone } = claim
  return {
    endsOn: endsOn(voucher, timezone),
    voucher: voucherForUser(shown, { claimedAt: place.claimedAt, used }, cycle),
  }
}

function showMerchant(
  { row }: BrowseMerchant,
  favorited: boolean,
  language: Language | null,
): Item['merchant'] {
  const { id, name, slug, category, logoPath } = translate(row, language)
  return { id, name, slug, category, logoPath, favorited }
}
