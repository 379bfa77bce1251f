import type { ScopeDiff } from '@counterfoil/contract/admin/partner-checks.ts'
import type { Static } from 'typebox'
import { askCells } from '../../platform/cells/merge.ts'
import { invalid, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { scopeIssues } from './partners.ts'
import { findPartner } from './queries.ts'
import { isInScope, type Scope } from './scope.ts'
import { countUsersOf, listActiveMerchants, type ScopedMerchant } from './scope-queries.ts'

type NewScope = { merchantIds: string[]; categories: string[] } | null

const MAX_LISTED = 20

/** Returns what a change of the partner's scope would do, by the same rule that decides what its users see. */
export async function diffScope(
  deps: Runtime,
  caller: Caller,
  partnerId: string,
  scope: NewScope,
): Promise<Static<typeof ScopeDiff> | Refusal> {
  const partner = await findPartner(deps.db, caller, partnerId)
  if (!partner) return refuse('not_found')
  const issues = scope ? await scopeIssues(deps.db, scope) : []
  if (issues.length > 0) return invalid(...issues)
  const sandboxId = partner.mode === 'test' ? partner.id : null
  const [merchants, users] = await Promise.all([
    listMerchantsInCells(deps, sandboxId),
    countUsersOf(deps.db, partner.id),
  ])
  const next = withLowerCaseIds(scope)
  const listed = (from: Scope, to: Scope) =>
    summarize(
      merchants.filter(
        (merchant) =>
          !isInScope({ scope: from, sandboxId }, merchant) && isInScope({ scope: to, sandboxId }, merchant),
      ),
    )
  return { appear: listed(partner.scope, next), disappear: listed(next, partner.scope), users }
}

/** By name, as each cell lists them. */
async function listMerchantsInCells(deps: Runtime, sandboxId: string | null): Promise<ScopedMerchant[]> {
  const lists = await askCells(deps, ({ db }) => listActiveMerchants(db, sandboxId))
  if (lists.length === 1) return lists[0] as ScopedMerchant[]
  const key = ({ name, id }: ScopedMerchant) => `${name.toLowerCase()} ${id}`
  return lists.flat().sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** Scopes compare UUIDs as text, so they need lower case. */
function withLowerCaseIds(scope: NewScope): NewScope {
  return scope && { ...scope, merchantIds: scope.merchantIds.map((id) => id.toLowerCase()) }
}

function summarize(merchants: ScopedMerchant[]) {
  return {
    count: merchants.length,
    first: merchants.slice(0, MAX_LISTED).map(({ id, name }) => ({ id, name })),
  }
}
