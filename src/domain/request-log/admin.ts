import { getRequest, listRequests } from '@counterfoil/contract/admin/requests.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { viewRequest, viewRequests } from './view-requests.ts'

export function requestsAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(listRequests, async ({ query }, caller) => respond(200, await viewRequests(deps, caller, query)))
  serve(getRequest, async ({ params }, caller) => respond(200, await viewRequest(deps, caller, params.id)))
}
