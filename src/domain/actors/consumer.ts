import type { PartnerEntry } from './partner.ts'

/** The end user on whose behalf a consumer route is called, as the partner's token names them. */
export type Consumer = {
  partner: PartnerEntry
  externalUserId: string
  claims: { email: string | null; displayName: string | null }
  /** False once the client has disconnected: its request is then not worth executing. */
  isClientConnected: () => boolean
}
