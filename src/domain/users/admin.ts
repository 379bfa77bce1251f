import { getTimeline } from '@counterfoil/contract/admin/timeline.ts'
import * as contract from '@counterfoil/contract/admin/users.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { exportUsers, viewUsers } from './list-users.ts'
import { viewTimeline } from './timeline.ts'
import { viewUser } from './view-user.ts'

export function usersAdmin(serve: Serve<Caller>, deps: RefusalsDeps & ReadingDeps): void {
  serve(contract.listUsers, async ({ query }, caller) => respond(200, await viewUsers(deps, caller, query)))

  serve(contract.exportUsers, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(200, (await exportUsers(deps, caller, query)) as unknown as string, csvHeaders('users.csv')),
  )

  serve(contract.getUser, async ({ params }, caller) =>
    respond(200, await viewUser(await forReading(deps), caller, params.id)),
  )

  serve(getTimeline, async ({ params, query }, caller) =>
    respond(200, await viewTimeline(deps, caller, params.id, query)),
  )
}
