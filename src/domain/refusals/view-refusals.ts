import type { AdminRefusal } from '@counterfoil/contract/admin/refusals.ts'
import type { Static } from 'typebox'
import { listByTime, type Page } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { findRefusalOfRequest, listRefusals, type RefusalFilter, type RefusalRow } from './queries.ts'
import { reasonInWords } from './reason-in-words.ts'
import type { RefusalsDeps } from './refusal-log.ts'

const DEFAULT_LIMIT = 50

/** The result includes all refusals of this node. Refusals of the last second on other nodes may be missing. */
export async function viewRefusals(
  deps: RefusalsDeps,
  caller: Caller,
  { limit = DEFAULT_LIMIT, cursor, ...filter }: RefusalFilter & { limit?: number; cursor?: string },
): Promise<Page<Static<typeof AdminRefusal>> | Refusal> {
  await deps.refusalLog.flush()
  const page = await listByTime(
    'refusals',
    { limit, ...(cursor !== undefined && { cursor }) },
    ({ at, id }: RefusalRow) => ({ time: at, id }),
    (request) => listRefusals(deps.db, caller, filter, request),
  )
  if (page instanceof Refusal) return page
  return { ...page, items: page.items.map(explain) }
}

/** The refused redemption of a request, or null. */
export async function viewRefusalOfRequest(
  deps: RefusalsDeps,
  caller: Caller,
  requestId: string,
): Promise<Static<typeof AdminRefusal> | null> {
  await deps.refusalLog.flush()
  const row = await findRefusalOfRequest(deps.db, caller, requestId)
  return row && explain(row)
}

function explain(row: RefusalRow): Static<typeof AdminRefusal> {
  return { ...row, reason: reasonInWords(row.code, row.details) }
}
