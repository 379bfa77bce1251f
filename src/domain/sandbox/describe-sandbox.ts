import type { TestInfo } from '@counterfoil/contract/integration/sandbox.ts'
import type { Static } from 'typebox'
import { SYSTEM } from '../actors/caller.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { timeOf } from '../partners/partner-time.ts'
import { findPartner } from '../partners/queries.ts'

/** The settings that a backend needs to work with its sandbox. */
export async function describeSandbox(
  { db, now }: PartnersDeps,
  partner: PartnerEntry,
): Promise<Static<typeof TestInfo>> {
  const { slug, jwtIssuer, webhookUrl, jwksUrl } = partner
  const twin = await findPartner(db, SYSTEM, partner.id)
  const live = twin?.twinId ? await findPartner(db, SYSTEM, twin.twinId) : null
  const clock = timeOf(partner, now()).toISOString()
  return { slug, liveSlug: live?.slug ?? null, issuer: jwtIssuer, now: clock, webhookUrl, jwksUrl }
}
