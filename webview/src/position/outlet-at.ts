import type { Outlet } from '../api/routes.ts'
import { byDistance } from './distance.ts'

/** Whether vouchers can be redeemed there: by PIN, or by code. */
export function takesVouchers({ hasPin, redeemBy }: Pick<Outlet, 'hasPin' | 'redeemBy'>): boolean {
  return hasPin || redeemBy !== undefined
}

type Position = { latitude: number; longitude: number; accuracyMeters: number }

/** The service accepts a redemption within this distance of the outlet. */
const AT_OUTLET_METERS = 150

/**
 * The outlet where the user is: the only usable one within 150 m. Null if there is none or a second one, or if the phone
 * knows its position less precisely than that.
 */
export function outletAt(position: Position, outlets: Outlet[]): Outlet | null {
  if (position.accuracyMeters > AT_OUTLET_METERS) return null
  const usable = outlets.filter((outlet) => outlet.isActive && takesVouchers(outlet))
  const [nearest, second] = byDistance(usable, position)
  const isHere = (one: typeof nearest) => one?.meters != null && one.meters <= AT_OUTLET_METERS
  return nearest && isHere(nearest) && !isHere(second) ? nearest.place : null
}
