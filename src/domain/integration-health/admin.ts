import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RequestLogDeps } from '../request-log/request-log.ts'
import { viewHealth } from './view-health.ts'

export function integrationHealthAdmin(serve: Serve<Caller>, deps: RequestLogDeps): void {
  serve(getIntegrationHealth, async ({ params }, caller) =>
    respond(200, await viewHealth(deps, caller, params.id)),
  )
}
