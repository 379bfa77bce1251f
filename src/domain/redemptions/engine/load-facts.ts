import type { Db } from '../../../platform/database/db.ts'
import type { Pools } from '../../../platform/database/open-pools.ts'
import {
  type AttemptLimits,
  countAttemptsOfUsers,
  returnAttempt,
  type UsersAtHome,
} from './attempt-queries.ts'
import { type KnownTerms, type LoadedFacts, loadFacts, type RequestToLoad } from './facts-queries.ts'

/**
 * Loads the facts of a batch from its cell. Users and attempts are at home: for the batch of another
 * cell, they are one statement of their own before. A crash between the two leaves attempts that count for a minute.
 */
export async function loadFactsIn(
  { cell, homeDb }: Pick<Pools, 'cell' | 'homeDb'>,
  db: Db,
  requests: RequestToLoad[],
  now: Date,
  limits: AttemptLimits,
  known: KnownTerms,
): Promise<LoadedFacts> {
  if (cell === null) return loadFacts(db, requests, now, { limits }, known)
  const { userIds, attempts } = await countAttemptsOfUsers(homeDb, requests, now, limits)
  const loaded = { ...(await loadFacts(db, requests, now, { userIds }, known)), attempts }
  await returnUnused(homeDb, requests, loaded, now)
  return loaded
}

/** Replays and requests of locked-out users cost no attempt, which only the cell knew. */
async function returnUnused(
  homeDb: Db,
  requests: RequestToLoad[],
  { requests: rows, attempts }: Pick<LoadedFacts, 'requests'> & Pick<UsersAtHome, 'attempts'>,
  now: Date,
): Promise<void> {
  const used = new Map<string, number>()
  for (const [i, { userId, replay, lockedUntil }] of rows.entries()) {
    if (userId !== null && requests[i]?.countsAsAttempt && !replay && !lockedUntil)
      used.set(userId, (used.get(userId) ?? 0) + 1)
  }
  for (const [userId, { granted }] of Object.entries(attempts)) {
    for (let unused = granted - (used.get(userId) ?? 0); unused > 0; unused -= 1)
      await returnAttempt(homeDb, userId, now)
  }
}
