import { getStats } from '@counterfoil/contract/admin/stats.ts'
import type { ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { viewStats } from './view-stats.ts'

export function statsAdmin(serve: Serve<Caller>, deps: RefusalsDeps & ReadingDeps): void {
  serve(getStats, async ({ query }, caller) => respond(200, await viewStats(deps, caller, query)))
}
