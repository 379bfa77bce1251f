import * as contract from '@counterfoil/contract/admin/claims.ts'
import { countInCells, listSortedInCells } from '../../platform/cells/merge.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listSorted } from '../../platform/input/sorted-list.ts'
import type { Caller } from '../actors/caller.ts'
import { CLAIM_LIST, countAllClaims, listAllClaims } from './claim-list-queries.ts'
import { exportClaims } from './export-claims.ts'

export function walletAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(contract.listAllClaims, async ({ query }, caller) => {
    const parts = await forReading(deps)
    const page = await listSorted(CLAIM_LIST, query, {
      rows: (request) =>
        listSortedInCells(parts, request, ({ db }) => listAllClaims(db, caller, query, request)),
      count: () => countInCells(parts, ({ db }) => countAllClaims(db, caller, query)),
    })
    return respond(200, page)
  })

  serve(contract.exportClaims, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(
      200,
      exportClaims(await forReading(deps), caller, query) as unknown as string,
      csvHeaders('claims.csv'),
    ),
  )
}
