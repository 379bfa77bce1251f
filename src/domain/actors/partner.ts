import type { Partner } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'

/** The fields that change often. They are read from the database when they are needed. */
type State =
  | 'webhookFailingSince'
  | 'webhookPausedAt'
  | 'webhookPauseReason'
  | 'nextSecretSince'
  | 'twinId'
  | 'createdAt'
  | 'updatedAt'

/**
 * The partner whose backend or user calls: its settings, and everything that authentication needs. Secrets are in plain
 * text: never log or return an entry.
 */
export type PartnerEntry = Omit<Static<typeof Partner>, State> & {
  clockOffsetMs: number
  /** The partner's own id if it is a test partner, else null. See `isInScope`. */
  sandboxId: string | null
  secrets: {
    /** Signs our webhooks. Empty if the stored secret is damaged: then nothing can be signed. */
    signing: string
    /** Every secret that a partner may still sign with. The caller compares `acceptedUntil` with its clock. */
    accepted: { secret: string; acceptedUntil: Date | null }[]
    /** The private key (JWK) of the tokens that we mint for a test partner; null for a live one. */
    testKey: string | null
  }
}
