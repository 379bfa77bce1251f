import { CLI } from '../../domain/actors/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import { listPartners } from '../../domain/partners/queries.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { listAll } from '../list-all.ts'
import { findPartnerId } from '../queries.ts'
import { UsageError } from '../terminal/failure.ts'

/** The partner with this id or slug; without a reference, the only partner. */
export async function choosePartner(deps: Deps, reference: string | undefined): Promise<string | Refusal> {
  if (reference !== undefined) {
    return (await findPartnerId(deps.db, reference)) ?? refuse('not_found', { partner: reference })
  }
  const [first, ...others] = await listAll((page) => listPartners(deps.db, CLI, page, null))
  if (!first) throw new UsageError('there is no partner yet: create one with "counterfoil partner create"')
  if (others.length === 0) return first.id
  const slugs = [first, ...others].map(({ slug }) => slug)
  throw new UsageError(`there are several partners: add --partner ${slugs.sort().join(' | ')}`)
}
