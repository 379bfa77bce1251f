import * as contract from '@counterfoil/contract/admin/refusals.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { exportRefusals } from './export-refusals.ts'
import type { RefusalsDeps } from './refusal-log.ts'
import { viewRefusals } from './view-refusals.ts'

export function refusalsAdmin(serve: Serve<Caller>, deps: RefusalsDeps): void {
  serve(contract.listRefusals, async ({ query }, caller) =>
    respond(200, await viewRefusals(deps, caller, query)),
  )

  serve(contract.exportRefusals, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(
      200,
      (await exportRefusals(deps, caller, query)) as unknown as string,
      csvHeaders('refusals.csv'),
    ),
  )
}
