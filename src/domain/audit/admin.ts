import * as contract from '@counterfoil/contract/admin/audit.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listPage } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import { exportAudit } from './export.ts'
import { listAuditEntries } from './queries.ts'

export function auditAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(contract.listAudit, async ({ query }) =>
    respond(
      200,
      await listPage(query, async (page) => listAuditEntries((await forReading(deps)).db, page, query)),
    ),
  )

  serve(contract.exportAudit, async ({ query }) =>
    // The contract declares the body as text; this stream carries it.
    respond(200, exportAudit(await forReading(deps), query) as unknown as string, csvHeaders('audit.csv')),
  )
}
