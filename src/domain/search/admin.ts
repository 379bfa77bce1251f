import { searchRecords as contract } from '@counterfoil/contract/admin/search.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import type { RequestLogDeps } from '../request-log/request-log.ts'
import { searchRecords } from './search-records.ts'

export function searchAdmin(serve: Serve<Caller>, deps: ReadingDeps & RequestLogDeps): void {
  serve(contract, async ({ query }, caller) =>
    respond(200, await searchRecords(await forReading(deps), caller, query)),
  )
}
