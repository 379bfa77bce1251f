import type { Deps } from '../domain/deps.ts'
import { listPartners } from '../domain/partners/queries.ts'
import { CLI } from '../domain/staff/caller.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { UsageError } from './failure.ts'
import { listAll } from './listing.ts'
import { findPartnerId } from './queries.ts'

/** The partner that was named, or the only one there is. */
export async function choosePartner(deps: Deps, reference: string | undefined): Promise<string | Refusal> {
  if (reference !== undefined) {
    return (await findPartnerId(deps.db, reference)) ?? refuse('not_found', { partner: reference })
  }
  const [first, ...others] = await listAll((page) => listPartners(deps.db, CLI, page, null))
  if (!first) throw new UsageError('there is no partner yet: "counterfoil partner create" makes one')
  if (others.length === 0) return first.id
  const slugs = [first, ...others].map(({ slug }) => slug)
  throw new UsageError(`there are several partners: add --partner ${slugs.sort().join(' | ')}`)
}
