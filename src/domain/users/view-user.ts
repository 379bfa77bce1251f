import type { AdminUserWithActivity } from '@counterfoil/contract/admin/users.ts'
import type { Static } from 'typebox'
import { listByIdInCells, listNewestInCells } from '../../platform/cells/merge.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { withVerifyCode } from '../../platform/verification-code.ts'
import type { Caller } from '../actors/caller.ts'
import { listLatestClaims, listLatestFavorites, listLatestRedemptions } from './activity-queries.ts'
import { findUser } from './user-search-queries.ts'

type Favorite = { favoritedAt: string; merchantId: string }

const MAX_LISTED = 200
/** A list returns one row more than a page. */
const PAGE = { limit: MAX_LISTED - 1, before: null }
const NEWEST = { limit: MAX_LISTED - 1, before: { time: null, id: null } }

/** One user with their latest claims, favorites and redemptions, for a support call. */
export async function viewUser(
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<Static<typeof AdminUserWithActivity> | Refusal> {
  const user = await findUser(deps.db, caller, id)
  if (!user) return refuse('not_found')
  const [claims, favorites, redemptions] = await Promise.all([
    listByIdInCells(deps, PAGE, ({ db }) => listLatestClaims(db, id, MAX_LISTED)),
    listNewestInCells(
      deps,
      NEWEST,
      ({ favoritedAt, merchantId }: Favorite) => ({ time: favoritedAt, id: merchantId }),
      ({ db }) => listLatestFavorites(db, id, MAX_LISTED),
    ),
    listNewestInCells(
      deps,
      NEWEST,
      (redemption: { redeemedAt: string; id: string }) => ({
        time: redemption.redeemedAt,
        id: redemption.id,
      }),
      ({ db }) => listLatestRedemptions(db, id, MAX_LISTED),
    ),
  ])
  const verifiable = redemptions.map((one) => withVerifyCode(deps.vault, one))
  return { ...user, claims, favorites, redemptions: verifiable }
}
