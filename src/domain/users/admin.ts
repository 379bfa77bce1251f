import { getTimeline } from '@counterfoil/contract/admin/timeline.ts'
import * as contract from '@counterfoil/contract/admin/users.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listPage } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { viewTimeline } from './timeline.ts'
import { listUsers } from './user-search-queries.ts'
import { viewUser } from './view-user.ts'

export function usersAdmin(serve: Serve<Caller>, deps: RefusalsDeps & ReadingDeps): void {
  serve(contract.listUsers, async ({ query: { q, partnerId, ...page } }, caller) =>
    respond(
      200,
      await listPage(page, async (request) =>
        listUsers((await forReading(deps)).db, caller, request, { partnerId, q }),
      ),
    ),
  )

  serve(contract.getUser, async ({ params }, caller) =>
    respond(200, await viewUser(await forReading(deps), caller, params.id)),
  )

  serve(getTimeline, async ({ params, query }, caller) =>
    respond(200, await viewTimeline(deps, caller, params.id, query)),
  )
}
