import type { Consumer } from '../auth/jwt.ts'
import { isRaceLost, type Tx, transaction } from '../db.ts'
import type { Deps } from '../deps.ts'
import { orderedId } from '../ordered-id.ts'
import { Refusal, refuse } from '../refusal.ts'
import { unstorableText } from '../validation.ts'
import {
  clearPersonalData,
  findUserByKey,
  insertUser,
  type KnownUser,
  type PersonalData,
  type UserKey,
  upsertUserRow,
} from './user-queries.ts'

// absent → active → anonymised → active again: the three moves that a user makes, and nobody else's hand in them.

const UPSERT_TRIES = 3

/** Creates, updates or revives: fields left out stay as they are, null clears. */
export async function upsertUser(
  deps: Deps,
  key: UserKey,
  data: PersonalData,
): Promise<{ userId: string; created: boolean } | Refusal> {
  const stored = data.countryCode ? { ...data, countryCode: data.countryCode.toUpperCase() } : data
  for (let tries = 1; tries <= UPSERT_TRIES; tries += 1) {
    const id = orderedId()
    try {
      const userId = await transaction(deps.db, (tx) => upsertUserRow(tx, id, key, stored, deps.now()))
      if (userId instanceof Refusal) return userId
      if (userId) return { userId, created: userId === id }
    } catch (error) {
      // At READ COMMITTED one statement settles every race; behind PgBouncer a stricter default asks for another try.
      if (!isRaceLost(error)) throw error
    }
  }
  return refuse('upsert_failed')
}

/** Clears what identifies the person; claims, redemptions and favorites stay. Safe to repeat. */
export async function anonymiseUser(deps: Deps, key: UserKey): Promise<null | Refusal> {
  // Nobody can have been created under it, and the database cannot even be asked.
  if (unstorableText(key.externalUserId)) return refuse('user_not_found')
  return transaction(deps.db, async (tx) =>
    (await clearPersonalData(tx, key, deps.now())) ? null : refuse('user_not_found'),
  )
}

/** The user of a token, created just-in-time with its claims. Only the partner's backend revives an anonymised one. */
export async function findOrCreateUser(
  tx: Tx,
  key: UserKey,
  claims: Consumer['claims'],
  now: Date,
): Promise<KnownUser | Refusal> {
  const user =
    (await findUserByKey(tx, key)) ??
    (await insertUser(tx, orderedId(), key, claims, now)) ??
    (await findUserByKey(tx, key))
  return user && user.anonymizedAt === null ? user : refuse('user_not_found')
}
