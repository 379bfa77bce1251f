import type { Deps } from '../domain/deps.ts'
import { createPartner } from '../domain/partners/partners.ts'
import { listPartners } from '../domain/partners/queries.ts'
import { SYSTEM } from '../domain/staff/caller.ts'
import { containing } from '../platform/input/paging.ts'
import { findOrCreateCredentials, publicPem } from './credentials.ts'
import { granted } from './granted.ts'
import { storePicture } from './pictures.ts'

export const DEMO_PARTNER = {
  slug: 'demo-bank',
  name: 'Demo Bank Berhad',
  displayName: 'Demo Bank',
  accentColor: '#3146d3',
  jwtIssuer: 'https://id.demo-bank.example',
}

/** The files come first: a partner whose key nobody holds could not be used. */
export async function loadPartner(deps: Deps): Promise<void> {
  const page = { limit: 200, before: null }
  const alike = await listPartners(deps.db, SYSTEM, page, containing(DEMO_PARTNER.slug))
  if (alike.some(({ slug }) => slug === DEMO_PARTNER.slug)) return
  const [{ signingKey, secret }, logoPath] = await Promise.all([
    findOrCreateCredentials(deps.config),
    storePicture(deps, `${DEMO_PARTNER.slug}-logo`),
  ])
  const partner = { ...DEMO_PARTNER, logoPath, publicKey: publicPem(signingKey), secret }
  granted(DEMO_PARTNER.slug, await createPartner(deps, SYSTEM, partner))
}
