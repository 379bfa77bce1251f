import type { Branding } from '@counterfoil/contract/shapes/user.ts'
import type { Static } from 'typebox'
import type { PartnerEntry } from '../actors/partner.ts'

/** How the webview looks for this partner's users, and where a shared screen opens. */
export function brandingOf(partner: PartnerEntry): Static<typeof Branding> {
  const { name, displayName, logoPath, accentColor, shareUrl } = partner
  return { name, displayName, logoPath, accentColor, shareUrl }
}
