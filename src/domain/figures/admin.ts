import { getStats } from '@counterfoil/contract/admin/stats.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { viewStats } from './stats.ts'

export function figuresAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(getStats, async ({ query }, caller) => respond(200, await viewStats(deps, caller, query)))
}
