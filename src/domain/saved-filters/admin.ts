import * as contract from '@counterfoil/contract/admin/saved-filters.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { listSavedFilters } from './queries.ts'
import { removeSavedFilter, saveFilter } from './saved-filters.ts'

export function savedFiltersAdmin(serve: Serve<Caller>, deps: Runtime): void {
  serve(contract.listSavedFilters, async ({ query }, caller) =>
    respond(200, {
      items: await listSavedFilters(deps.db, caller, query.list ?? null),
      nextCursor: null,
    }),
  )

  serve(contract.saveFilter, async ({ body }, caller) => respond(201, await saveFilter(deps, caller, body)))

  serve(contract.deleteSavedFilter, async ({ params }, caller) =>
    respond(204, await removeSavedFilter(deps, caller, params.id)),
  )
}
