import * as contract from '@counterfoil/contract/admin/claims.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listByTime } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { listAllClaims } from './claim-list-queries.ts'
import { exportClaims } from './export-claims.ts'

const DEFAULT_LIMIT = 50

export function walletAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(contract.listAllClaims, async ({ query: { limit = DEFAULT_LIMIT, cursor, ...filter } }, caller) =>
    respond(
      200,
      await listByTime(
        'claims',
        { limit, ...(cursor !== undefined && { cursor }) },
        ({ claimedAt, id }) => ({ time: claimedAt, id }),
        async (page) => listAllClaims((await forReading(deps)).db, caller, filter, page),
      ),
    ),
  )

  serve(contract.exportClaims, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(
      200,
      exportClaims(await forReading(deps), caller, query) as unknown as string,
      csvHeaders('claims.csv'),
    ),
  )
}
