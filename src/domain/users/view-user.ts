import type { AdminUserWithActivity } from '@counterfoil/contract/admin/users.ts'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { Caller } from '../actors/caller.ts'
import { listLatestClaims, listLatestFavorites, listLatestRedemptions } from './activity-queries.ts'
import { findUser } from './user-search-queries.ts'

const MAX_LISTED = 200

/** One user with their latest claims, favorites and redemptions, for a support call. */
export async function viewUser(
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof AdminUserWithActivity> | Refusal> {
  const user = await findUser(deps.db, caller, id)
  if (!user) return refuse('not_found')
  const [claims, favorites, redemptions] = await Promise.all([
    listLatestClaims(deps.db, id, MAX_LISTED),
    listLatestFavorites(deps.db, id, MAX_LISTED),
    listLatestRedemptions(deps.db, id, MAX_LISTED),
  ])
  const verifiable = redemptions.map((one) => withVerifyCode(deps.vault, one))
  return { ...user, claims, favorites, redemptions: verifiable }
}
