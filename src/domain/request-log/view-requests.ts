import type { AdminRequest, AdminRequestDetail } from '@counterfoil/contract/admin/requests.ts'
import type { Static } from 'typebox'
import { listByTime, type Page } from '../../platform/input/paging.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { viewRefusalOfRequest } from '../refusals/view-refusals.ts'
import { findUserByKey } from '../users/user-queries.ts'
import { findRequest, listRequests, type RequestFilter, type RequestRow } from './queries.ts'
import type { RequestLogDeps } from './request-log.ts'

const DEFAULT_LIMIT = 50

/** The result includes all requests of this node. Requests of the last second on other nodes may be missing. */
export async function viewRequests(
  deps: RequestLogDeps,
  caller: Caller,
  { limit = DEFAULT_LIMIT, cursor, ...filter }: RequestFilter & { limit?: number; cursor?: string },
): Promise<Page<Static<typeof AdminRequest>> | Refusal> {
  await deps.requestLog.flush()
  return listByTime(
    'requests',
    { limit, ...(cursor !== undefined && { cursor }) },
    ({ at, id }: RequestRow) => ({ time: at, id }),
    (page) => listRequests(deps.db, caller, filter, page),
  )
}

/** One request, with the user and the refused redemption behind it. */
export async function viewRequest(
  deps: RefusalsDeps & RequestLogDeps,
  caller: Caller,
  id: string,
): Promise<Static<typeof AdminRequestDetail> | Refusal> {
  await deps.requestLog.flush()
  const request = await findRequest(deps.db, caller, id)
  if (!request) return refuse('not_found')
  const { partnerId, externalUserId, traceId } = request
  // A partner may see the request of its test twin, so it sees the refusal too.
  const refusal = partnerId === null ? null : await viewRefusalOfRequest(deps, { ...caller, partnerId }, id)
  const user =
    partnerId === null || externalUserId === null
      ? null
      : await findUserByKey(deps.db, { partnerId, externalUserId })
  return { ...request, userId: user?.id ?? null, refusal, traceUrl: traceUrlFor(deps, caller, traceId) }
}

/** Traces show the internals of the service, so partners do not see them. */
function traceUrlFor({ config }: Runtime, { role }: Caller, traceId: string | null): string | null {
  if (config.traceUrl === null || traceId === null || role === 'partner') return null
  return config.traceUrl.replaceAll('{traceId}', traceId)
}
