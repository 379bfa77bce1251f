import type { Redemption } from '../api/routes.ts'
import { serverNow } from '../time/server-clock.ts'

/** How long a redemption is shown as just redeemed, also after a reload. */
const JUST_REDEEMED_MS = 5 * 60_000

/** Compares with the service's clock. A time far ahead comes from a test partner whose clock was moved. */
export function isJustRedeemed({ redeemedAt, voidedAt }: Redemption): boolean {
  return voidedAt === null && Math.abs(serverNow() - Date.parse(redeemedAt)) < JUST_REDEEMED_MS
}

/** How long the redemption still counts as just redeemed. */
export function justRedeemedForMs({ redeemedAt }: Redemption): number {
  return Math.max(0, Date.parse(redeemedAt) + JUST_REDEEMED_MS - serverNow())
}
