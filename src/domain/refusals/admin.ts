import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { viewRefusals } from './view-refusals.ts'

export function refusalsAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(listRefusals, async ({ query }, caller) => respond(200, await viewRefusals(deps, caller, query)))
}
