import type { AdminRefusal, listRefusals as route } from '@counterfoil/contract/admin/refusals.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import type { Static } from 'typebox'
import { countInCells, findInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { listSorted, type SortedResult } from '../../platform/input/sorted-list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import {
  countRefusals,
  findRefusalOfRequest,
  listRefusals,
  REFUSAL_LIST,
  type RefusalRow,
} from './queries.ts'
import { reasonOfRefusal } from './reason-of-refusal.ts'
import { flushRefusals, type RefusalsDeps } from './refusal-log.ts'

/** The result includes all refusals of this node. Refusals of the last second on other nodes may be missing. */
export async function viewRefusals(
  deps: RefusalsDeps,
  caller: Caller,
  query: Input<typeof route>['query'],
): Promise<SortedResult<Static<typeof AdminRefusal>> | Refusal> {
  await flushRefusals(deps)
  const page = await listSorted(REFUSAL_LIST, query, {
    rows: (request) => listSortedInCells(deps, request, ({ db }) => listRefusals(db, caller, query, request)),
    count: () => countInCells(deps, ({ db }) => countRefusals(db, caller, query)),
  })
  if (page instanceof Refusal) return page
  return { ...page, items: page.items.map(explain) }
}

/** The refused redemption of a request, or null. */
export async function viewRefusalOfRequest(
  deps: RefusalsDeps,
  caller: Caller,
  requestId: string,
): Promise<Static<typeof AdminRefusal> | null> {
  await flushRefusals(deps)
  const refusal = await findInCells(deps, ({ db }) => findRefusalOfRequest(db, caller, requestId))
  return refusal && explain(refusal.found)
}

function explain(row: RefusalRow): Static<typeof AdminRefusal> {
  const facts = reasonOfRefusal(row.code, row.details)
  return { ...row, reason: reasonInEnglish(facts), facts: [facts] }
}
