import * as contract from '@counterfoil/contract/admin/alerts.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { listAlerts } from './list-alerts.ts'

export function alertsAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(contract.listAlerts, async (_, caller) =>
    respond(200, { items: await listAlerts(deps, caller), nextCursor: null }),
  )
}
