import type { PartnerEntry } from './partner.ts'

/** The end user for whom a consumer route is called, as in the partner's token. */
export type Consumer = {
  partner: PartnerEntry
  externalUserId: string
  claims: { email: string | null; displayName: string | null }
  /** Returns false once the client has disconnected, so that its request need not be executed. */
  isClientConnected: () => boolean
}
