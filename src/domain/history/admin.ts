import { listHistory } from '@counterfoil/contract/admin/history.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { viewHistory } from './view-history.ts'

export function historyAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(listHistory, async ({ query }, caller) =>
    respond(200, await viewHistory(await forReading(deps), caller, query)),
  )
}
