import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from './refusal-log.ts'
import { viewRefusals } from './view-refusals.ts'

export function refusalsAdmin(serve: Serve<Caller>, deps: RefusalsDeps): void {
  serve(listRefusals, async ({ query }, caller) => respond(200, await viewRefusals(deps, caller, query)))
}
