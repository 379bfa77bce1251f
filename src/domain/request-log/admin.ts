import { createDeployment, listDeployments } from '@counterfoil/contract/admin/deployments.ts'
import { getRequest, listRequests } from '@counterfoil/contract/admin/requests.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { recordDeployment, viewDeployments } from './deployments.ts'
import type { RequestLogDeps } from './request-log.ts'
import { viewRequest, viewRequests } from './view-requests.ts'

export function requestsAdmin(serve: Serve<Caller>, deps: RefusalsDeps & RequestLogDeps): void {
  serve(listRequests, async ({ query }, caller) => respond(200, await viewRequests(deps, caller, query)))
  serve(getRequest, async ({ params }, caller) => respond(200, await viewRequest(deps, caller, params.id)))
  serve(createDeployment, async ({ params, body }, caller) =>
    respond(201, await recordDeployment(deps, caller, params.id, body.name)),
  )
  serve(listDeployments, async ({ params }, caller) =>
    respond(200, await viewDeployments(deps, caller, params.id)),
  )
}
