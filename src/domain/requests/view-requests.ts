import type { AdminRequest } from '@counterfoil/contract/admin-requests.ts'
import type { Static } from 'typebox'
import { listPlainly, type Page } from '../../platform/input/paging.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { listRequests, type RequestFilter, type RequestRow } from './queries.ts'

const DEFAULT_LIMIT = 50

/** Includes all requests of this node. Those of the last second on other nodes may be missing. */
export async function viewRequests(
  deps: Deps,
  caller: Caller,
  { limit = DEFAULT_LIMIT, cursor, ...filter }: RequestFilter & { limit?: number; cursor?: string },
): Promise<Page<Static<typeof AdminRequest>> | Refusal> {
  await deps.requestLog.flush()
  return listPlainly(
    'requests',
    { limit, ...(cursor !== undefined && { cursor }) },
    ({ at, id }: RequestRow) => ({ time: at, id }),
    (page) => listRequests(deps.db, caller, filter, page),
  )
}
