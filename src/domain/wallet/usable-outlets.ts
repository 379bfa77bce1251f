import { MAX_WALLET_OUTLETS, type WalletItem } from '@counterfoil/contract/shapes/wallet.ts'
import type { Static } from 'typebox'
import { distanceMeters, type Position } from '../../platform/geo.ts'
import type { BrowseOutletRow } from '../catalog/browse-queries.ts'
import { publicOutlet } from '../catalog/public-outlet.ts'
import type { BrowseMerchant } from '../catalog/snapshot.ts'
import type { Language } from '../languages/language-choice.ts'

type UsableOutlets = Pick<Static<typeof WalletItem>, 'outlets' | 'outletCount'>

/** `distanceMeters` is undefined if no position was sent, and null if the outlet has none. */
type Measured = { outlet: BrowseOutletRow; distanceMeters?: number | null }

/**
 * Returns a function that finds the outlets where a voucher can be redeemed. The outlets of each merchant are measured once,
 * since a wallet may have many vouchers of one chain.
 */
export function openUsableOutlets(
  position: Position | null,
  language: Language | null,
  now: Date,
): (merchant: BrowseMerchant, outletIds: string[] | null) => UsableOutlets {
  const measured = new Map<string, Measured[]>()
  return (merchant, outletIds) => {
    const all = measured.get(merchant.id) ?? measure(merchant.outlets, position)
    measured.set(merchant.id, all)
    const chosen = outletIds && new Set(outletIds)
    const usable = chosen === null ? all : all.filter(({ outlet }) => chosen.has(outlet.id))
    const outlets = usable
      .slice(0, MAX_WALLET_OUTLETS)
      .map(({ outlet, ...distance }) => ({ ...publicOutlet(outlet, language, now), ...distance }))
    return { outlets, outletCount: usable.length }
  }
}

/** Nearest first, then those without coordinates. Without a position, they stay sorted by name. */
function measure(outlets: BrowseOutletRow[], position: Position | null): Measured[] {
  if (position === null) return outlets.map((outlet) => ({ outlet }))
  return outlets
    .map((outlet) => ({ outlet, distanceMeters: distanceTo(outlet, position) }))
    .sort((one, other) => (one.distanceMeters ?? Infinity) - (other.distanceMeters ?? Infinity) || 0)
}

function distanceTo({ latitude, longitude }: BrowseOutletRow, position: Position): number | null {
  if (latitude === null || longitude === null) return null
  return Math.round(distanceMeters(position, { latitude, longitude }))
}
