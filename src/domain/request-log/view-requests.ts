import type {
  AdminRequest,
  AdminRequestDetail,
  listRequests as route,
} from '@counterfoil/contract/admin/requests.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { helpPath } from '@counterfoil/contract/help-link.ts'
import type { Static } from 'typebox'
import { listSorted, type SortedResult } from '../../platform/input/sorted-list.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { viewRefusalOfRequest } from '../refusals/view-refusals.ts'
import { findUserByKey } from '../users/user-queries.ts'
import { countRequests, findRequest, listRequests, REQUEST_LIST, type RequestRow } from './queries.ts'
import type { RequestLogDeps } from './request-log.ts'

/** The result includes all requests of this node. Requests of the last second on other nodes may be missing. */
export async function viewRequests(
  deps: RequestLogDeps,
  caller: Caller,
  query: Input<typeof route>['query'],
): Promise<SortedResult<Static<typeof AdminRequest>> | Refusal> {
  await deps.requestLog.flush()
  const page = await listSorted(REQUEST_LIST, query, {
    rows: (page) => listRequests(deps.db, caller, query, page),
    count: () => countRequests(deps.db, caller, query),
  })
  return page instanceof Refusal ? page : { ...page, items: page.items.map(withHelp) }
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
  return {
    ...withHelp(request),
    userId: user?.id ?? null,
    refusal,
    traceUrl: traceUrlFor(deps, caller, traceId),
  }
}

function withHelp(request: RequestRow): Static<typeof AdminRequest> {
  return { ...request, help: request.code === null ? null : helpPath(request.code) }
}

/** Traces show the internals of the service, so partners do not see them. */
function traceUrlFor({ config }: Runtime, { role }: Caller, traceId: string | null): string | null {
  if (config.traceUrl === null || traceId === null || role === 'partner') return null
  return config.traceUrl.replaceAll('{traceId}', traceId)
}
