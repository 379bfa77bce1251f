import * as contract from '@counterfoil/contract/admin/maintenance.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { turnMaintenanceOff, turnMaintenanceOn, viewMaintenance } from './maintenance.ts'

export function maintenanceAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(contract.viewMaintenance, async (_, caller) => respond(200, await viewMaintenance(deps, caller)))

  serve(contract.turnMaintenanceOn, async ({ body }, caller) =>
    respond(200, await turnMaintenanceOn(deps, caller, body)),
  )

  serve(contract.turnMaintenanceOff, async (_, caller) => {
    await turnMaintenanceOff(deps, caller)
    return respond(204, null)
  })
}
