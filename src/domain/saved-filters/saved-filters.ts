import {
  FILTERED_LISTS,
  NOT_SAVED,
  type saveFilter as route,
} from '@counterfoil/contract/admin/saved-filters.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { invalid, issueAt, malformed, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import {
  countOwnFilters,
  deleteSavedFilter,
  type FilterRecord,
  lockSavedFilter,
  upsertSavedFilter,
} from './queries.ts'

const MAX_OWN = 100

/** Filters are no record of the business, so the audit log has no entries about them. */
export async function saveFilter(
  deps: Runtime,
  caller: Caller,
  { list, name, search, isShared }: Input<typeof route>['body'],
): Promise<FilterRecord | Refusal> {
  if (caller.kind !== 'staff' || caller.id === null) return refuse('forbidden')
  const { properties } = FILTERED_LISTS[list].query
  const foreign = Object.keys(search).filter((key) => !(key in properties) || NOT_SAVED.includes(key))
  if (foreign.length > 0) return invalid(...foreign.map((key) => issueAt(`/search/${key}`, 'issue.notSaved')))
  const filter = { id: orderedId(), list, name, search, isShared, ownerId: caller.id, createdAt: deps.now() }
  return transaction(deps.db, async (tx) => {
    if ((await countOwnFilters(tx, filter.ownerId)) >= MAX_OWN)
      return malformed('issue.tooManyFilters', { limit: MAX_OWN })
    return upsertSavedFilter(tx, caller, filter)
  })
}

export async function removeSavedFilter(deps: Runtime, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const found = await lockSavedFilter(tx, caller, id)
    if (!found) return refuse('not_found')
    if (!found.isOwn && caller.role !== 'admin') return refuse('forbidden')
    await deleteSavedFilter(tx, id)
    return null
  })
}
