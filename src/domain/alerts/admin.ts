import * as contract from '@counterfoil/contract/admin/alerts.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { listAlerts } from './list-alerts.ts'

export function alertsAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(contract.listAlerts, async (_, caller) =>
    respond(200, { items: await listAlerts(deps, caller), nextCursor: null }),
  )
}
