import type { Me } from '@counterfoil/contract/shapes/user.ts'
import type { Static } from 'typebox'
import type { Batched } from '../../platform/database/batch.ts'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import { findWriteRefusal, type WriteGuards } from '../maintenance/write-refusal.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findOrCreateUser } from './lifecycle.ts'
import { fillUser, type KnownUser, type UserKey, type UserWithFavorites } from './user-queries.ts'

export type UsersDeps = Runtime &
  WriteGuards & {
    /** Concurrent look-ups share one query: see `batched`. */
    findUser: Batched<UserKey, KnownUser | null>
    /** Like `findUser`, with all favorites, which only browsing needs. */
    findUserWithFavorites: Batched<UserKey, UserWithFavorites | null>
  }

/**
 * The user of a token, created on first use. This is a separate transaction, so the user stays even if the request itself
 * is refused. Support searches stored fields, so a claim of the token fills a field that is empty.
 */
export async function requireUser(
  deps: UsersDeps,
  { partner, externalUserId, claims, isClientConnected }: Consumer,
): Promise<KnownUser | Refusal> {
  const key = { partnerId: partner.id, externalUserId }
  const known = await deps.findUser(key, isClientConnected)
  if (known && known.anonymizedAt !== null) return refuse('user_not_found')
  if (known && !canFill(known, claims)) return known
  const refusal = findWriteRefusal(deps)
  if (refusal) return known ?? refusal
  // This comes late, because nearly every request ends above, and limits cost a few microseconds.
  const db = deps.homeDb.withLimits({ isClientConnected })
  const now = timeOf(partner, deps.now())
  if (!known) return transaction(db, (tx) => findOrCreateUser(tx, key, claims, now))
  return (await fillUser(db, known.id, claims, now)) ?? refuse('user_not_found')
}

/** This is checked at every request, so that only few requests write. */
function canFill(user: KnownUser, claims: Consumer['claims']): boolean {
  return (
    (user.email === null && claims.email !== null) ||
    (user.displayName === null && claims.displayName !== null)
  )
}

/** Finds the user for browsing, which creates no user. Returns null for an anonymized user too. */
export async function findVisitor(
  deps: UsersDeps,
  { partner, externalUserId, isClientConnected }: Consumer,
): Promise<KnownUser | null> {
  const user = await deps.findUser({ partnerId: partner.id, externalUserId }, isClientConnected)
  return user?.anonymizedAt === null ? user : null
}

/** Like `findVisitor`, with all favorites, for lists that show them. */
export async function findVisitorWithFavorites(
  deps: UsersDeps,
  { partner, externalUserId, isClientConnected }: Consumer,
): Promise<UserWithFavorites | null> {
  const user = await deps.findUserWithFavorites({ partnerId: partner.id, externalUserId }, isClientConnected)
  return user?.anonymizedAt === null ? user : null
}

/** The token's display name wins over the stored one; the stored e-mail address wins over the token's. */
export async function viewMe(deps: UsersDeps, consumer: Consumer): Promise<Static<typeof Me> | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const { partner, claims } = consumer
  return {
    id: user.id,
    email: user.email ?? claims.email,
    displayName: claims.displayName ?? user.displayName,
    partner: {
      id: partner.id,
      name: partner.name,
      slug: partner.slug,
      displayName: partner.displayName,
      logoPath: partner.logoPath,
    },
  }
}
