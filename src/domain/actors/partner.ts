import type { Partner } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'

/** What changes by itself, and is read from the database when it is needed. */
type State =
  | 'webhookFailingSince'
  | 'webhookPausedAt'
  | 'webhookPauseReason'
  | 'nextSecretSince'
  | 'twinId'
  | 'createdAt'
  | 'updatedAt'

/**
 * A partner, whose backend or user calls: its settings, and everything that authentication needs. Secrets are in plain
 * text: never log or return it.
 */
export type PartnerEntry = Omit<Static<typeof Partner>, State> & {
  clockOffsetMs: number
  /** Its own id if it is a test partner, else null. See `isInScope`. */
  sandboxId: string | null
  secrets: {
    /** Signs what we send. Empty if its row is damaged: nothing can be signed with it then. */
    signing: string
    /** Every secret that a partner may still sign with. The caller compares `acceptedUntil` with its clock. */
    accepted: { secret: string; acceptedUntil: Date | null }[]
    /** The private key (JWK) of the tokens that we mint for a test partner; null for a live one. */
    testKey: string | null
  }
}
