import { SYSTEM } from '../domain/actors/caller.ts'
import type { Deps } from '../domain/deps.ts'
import { listPartners } from '../domain/partners/queries.ts'
import { createPartner } from '../domain/sandbox/create-partner.ts'
import { containing } from '../platform/input/paging.ts'
import { findOrCreateCredentials, publicPem } from './credentials.ts'
import { storePicture } from './pictures.ts'
import { requireSuccess } from './require-success.ts'

export const DEMO_PARTNER = {
  slug: 'demo-bank',
  name: 'Demo Bank Berhad',
  displayName: 'Demo Bank',
  accentColor: '#3146d3',
  jwtIssuer: 'https://id.demo-bank.example',
}

/** Writes the files first: a partner without its private key would be useless. */
export async function loadPartner(deps: Deps): Promise<void> {
  const page = { limit: 200, before: null }
  const matches = await listPartners(deps.db, SYSTEM, page, containing(DEMO_PARTNER.slug))
  if (matches.some(({ slug }) => slug === DEMO_PARTNER.slug)) return
  const [{ signingKey, secret }, logoPath] = await Promise.all([
    findOrCreateCredentials(deps.config),
    storePicture(deps, `${DEMO_PARTNER.slug}-logo`),
  ])
  const partner = { ...DEMO_PARTNER, logoPath, publicKey: publicPem(signingKey), secret }
  requireSuccess(DEMO_PARTNER.slug, await createPartner(deps, SYSTEM, partner))
}
