import type { AdminUserWithActivity } from '@counterfoil/contract/admin-users.ts'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { listLatestClaims, listLatestFavorites, listLatestRedemptions } from './activity-queries.ts'
import { findUser } from './queries.ts'

const LATEST = 200

/** One user and what they have done lately: what a call to support needs. */
export async function viewUser(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<Static<typeof AdminUserWithActivity> | Refusal> {
  const user = await findUser(deps.db, caller, id)
  if (!user) return refuse('not_found')
  const [claims, favorites, redemptions] = await Promise.all([
    listLatestClaims(deps.db, id, LATEST),
    listLatestFavorites(deps.db, id, LATEST),
    listLatestRedemptions(deps.db, id, LATEST),
  ])
  return { ...user, claims, favorites, redemptions }
}
