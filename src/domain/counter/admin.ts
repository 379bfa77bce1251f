import * as contract from '@counterfoil/contract/admin/devices.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { unlessRefused } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { createDevice, revokeDevice, viewDevices } from './devices.ts'

export function counterAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(contract.createDevice, async ({ params, body }, caller) =>
    respond(201, await createDevice(deps, caller, params.id, body.name)),
  )

  serve(contract.listDevices, async ({ params }, caller) =>
    unlessRefused(await viewDevices(deps, caller, params.id), (items) =>
      respond(200, { items, nextCursor: null }),
    ),
  )

  serve(contract.deleteDevice, async ({ params }, caller) =>
    respond(204, await revokeDevice(deps, caller, params.id)),
  )
}
