import * as contract from '@counterfoil/contract/admin/audit.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { exportAudit } from './export.ts'
import { listAudit } from './list-audit.ts'

export function auditAdmin(serve: Serve<Caller>, deps: ReadingDeps): void {
  serve(contract.listAudit, async ({ query }) => respond(200, await listAudit(await forReading(deps), query)))

  serve(contract.exportAudit, async ({ query }) => {
    // The contract declares the body as text; this stream carries it.
    const body = (await exportAudit(await forReading(deps), query)) as unknown as string
    return respond(200, body, csvHeaders('audit.csv'))
  })
}
