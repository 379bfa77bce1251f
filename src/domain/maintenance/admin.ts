import * as contract from '@counterfoil/contract/admin/maintenance.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { turnMaintenanceOff, turnMaintenanceOn, viewMaintenance } from './maintenance.ts'
import type { MaintenanceDeps } from './maintenance-watch.ts'

export function maintenanceAdmin(serve: Serve<Caller>, deps: MaintenanceDeps): void {
  serve(contract.viewMaintenance, async (_, caller) => respond(200, await viewMaintenance(deps, caller)))

  serve(contract.turnMaintenanceOn, async ({ body }, caller) =>
    respond(200, await turnMaintenanceOn(deps, caller, body)),
  )

  serve(contract.turnMaintenanceOff, async (_, caller) => {
    await turnMaintenanceOff(deps, caller)
    return respond(204, null)
  })
}
