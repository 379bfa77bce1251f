import type { Me } from '@counterfoil/contract/user.ts'
import type { Static } from 'typebox'
import { transaction } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from './consumer.ts'
import { findOrCreateUser } from './lifecycle.ts'
import { fillUser, type KnownUser, type UserWithFavorites } from './user-queries.ts'

/**
 * The user of a token, created just-in-time. In a transaction of its own: a refusal of what the user came for does not
 * undo that they came. Support finds users by what is stored, so a claim fills a field that is empty.
 */
export async function requireUser(
  deps: Deps,
  { partner, externalUserId, claims, isWanted }: Consumer,
): Promise<KnownUser | Refusal> {
  const key = { partnerId: partner.id, externalUserId }
  const known = await deps.findUser(key, isWanted)
  const db = deps.db.withLimits({ isWanted })
  if (!known) return transaction(db, (tx) => findOrCreateUser(tx, key, claims, deps.now()))
  if (known.anonymizedAt !== null) return refuse('user_not_found')
  if (!canFill(known, claims)) return known
  return (await fillUser(db, known.id, claims, deps.now())) ?? refuse('user_not_found')
}

/** Asked of every request, so that few of them write. */
function canFill(user: KnownUser, claims: Consumer['claims']): boolean {
  return (
    (user.email === null && claims.email !== null) ||
    (user.displayName === null && claims.displayName !== null)
  )
}

/** For browsing, which creates nobody: an anonymised user is as good as unknown. */
export async function findVisitor(
  deps: Deps,
  { partner, externalUserId, isWanted }: Consumer,
): Promise<KnownUser | null> {
  const user = await deps.findUser({ partnerId: partner.id, externalUserId }, isWanted)
  return user?.anonymizedAt === null ? user : null
}

/** The same with all favorites, for lists that show them. */
export async function findVisitorWithFavorites(
  deps: Deps,
  { partner, externalUserId, isWanted }: Consumer,
): Promise<UserWithFavorites | null> {
  const user = await deps.findUserWithFavorites({ partnerId: partner.id, externalUserId }, isWanted)
  return user?.anonymizedAt === null ? user : null
}

/** The token's display name goes before the stored one, its e-mail address only where none is stored. */
export async function viewMe(deps: Deps, consumer: Consumer): Promise<Static<typeof Me> | Refusal> {
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
