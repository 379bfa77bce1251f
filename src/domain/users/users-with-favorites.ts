import { isUnreachable } from '../../platform/database/failures.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  listFavoritesOfUsers,
  listUsersWithFavoritesByKey,
  type UserKey,
  type UserWithFavorites,
} from './user-queries.ts'

/** How long browsing waits for a cell that does not answer. */
const MAX_WAIT_MS = 1_000

/**
 * Users with their favorites of all cells, in the order of `keys`. While a cell cannot be reached, its merchants are shown
 * without the mark: browsing goes on.
 */
export async function listUsersWithFavorites(
  { db, cells }: Pick<Runtime, 'db' | 'cells'>,
  keys: UserKey[],
): Promise<(UserWithFavorites | null)[]> {
  const [, ...others] = await cells.reachable()
  const users = await listUsersWithFavoritesByKey(db, keys)
  const ids = users.flatMap((user) => user?.id ?? [])
  for (const cell of others) {
    const db = cell.db.withLimits({ deadlineMs: MAX_WAIT_MS })
    const favorites = await listFavoritesOfUsers(db, ids).catch(unlessUnreachable)
    for (const user of users) user?.favoriteMerchantIds.push(...(favorites.get(user.id) ?? []))
  }
  return users
}

function unlessUnreachable(error: unknown): Map<string, string[]> {
  if (isUnreachable(error)) return new Map()
  throw error
}
