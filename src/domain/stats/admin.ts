import * as contract from '@counterfoil/contract/admin/stats.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import type { ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { exportStats } from './export-stats.ts'
import { viewStats } from './view-stats.ts'

export function statsAdmin(serve: Serve<Caller>, deps: RefusalsDeps & ReadingDeps): void {
  serve(contract.getStats, async ({ query }, caller) => respond(200, await viewStats(deps, caller, query)))
  serve(contract.exportStats, async ({ query }, caller) =>
    respond(200, await exportStats(deps, caller, query), csvHeaders('stats.csv')),
  )
}
