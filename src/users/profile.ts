import type { Me } from '@counterfoil/contract/user.ts'
import type { Static } from 'typebox'
import type { Consumer } from '../auth/jwt.ts'
import { transaction } from '../db.ts'
import type { Deps } from '../deps.ts'
import { Refusal, refuse } from '../refusal.ts'
import { findOrCreateUser } from './lifecycle.ts'
import type { KnownUser, UserWithFavorites } from './user-queries.ts'

/**
 * The user of a token, created just-in-time. In a transaction of its own: a refusal of what the user came for does not
 * undo that they came.
 */
export async function requireUser(
  deps: Deps,
  { partner, externalUserId, claims }: Consumer,
): Promise<KnownUser | Refusal> {
  const key = { partnerId: partner.id, externalUserId }
  const known = await deps.findUser(key)
  if (known) return known.anonymizedAt === null ? known : refuse('user_not_found')
  return transaction(deps.db, (tx) => findOrCreateUser(tx, key, claims, deps.now()))
}

/** For browsing, which creates nobody: an anonymised user is as good as unknown. */
export async function findVisitor(
  deps: Deps,
  { partner, externalUserId }: Consumer,
): Promise<KnownUser | null> {
  const user = await deps.findUser({ partnerId: partner.id, externalUserId })
  return user?.anonymizedAt === null ? user : null
}

/** The same with all favorites, for lists that show them. */
export async function findVisitorWithFavorites(
  deps: Deps,
  { partner, externalUserId }: Consumer,
): Promise<UserWithFavorites | null> {
  const user = await deps.findUserWithFavorites({ partnerId: partner.id, externalUserId })
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
