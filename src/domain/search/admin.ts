import { searchRecords as contract } from '@counterfoil/contract/admin/search.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Deps } from '../deps.ts'
import { forReading } from '../for-reading.ts'
import type { Caller } from '../staff/caller.ts'
import { searchRecords } from './search-records.ts'

export function searchAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(contract, async ({ query }, caller) =>
    respond(200, await searchRecords(await forReading(deps), caller, query)),
  )
}
