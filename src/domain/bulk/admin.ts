import { countBulk, startBulk } from '@counterfoil/contract/admin/bulk.ts'
import * as contract from '@counterfoil/contract/admin/bulk-jobs.ts'
import type { FastifyInstance } from 'fastify'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { validateBulkRequests } from '../../platform/http/request-validation.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { unlessRefused } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import {
  cancelJob,
  countRecords,
  exportResults,
  getJob,
  listOwnJobs,
  startBulkJob,
  viewResults,
} from './bulk-jobs.ts'

export async function bulkAdmin(
  backOffice: FastifyInstance,
  serveIn: (app: FastifyInstance) => Serve<Caller>,
  deps: Runtime,
): Promise<void> {
  const serve = serveIn(backOffice)
  await backOffice.register(async (start) => {
    validateBulkRequests(start)
    serveIn(start)(startBulk, async ({ body }, caller) =>
      respond(202, await startBulkJob(deps, caller, body)),
    )
  })

  serve(countBulk, async ({ body }, caller) => respond(200, await countRecords(deps, caller, body)))

  serve(contract.listBulk, async ({ query }, caller) => respond(200, await listOwnJobs(deps, caller, query)))

  serve(contract.getBulk, async ({ params }, caller) => respond(200, await getJob(deps, caller, params.id)))

  serve(contract.listBulkResults, async ({ params, query }, caller) =>
    respond(200, await viewResults(deps, caller, params.id, query)),
  )

  serve(contract.exportBulkResults, async ({ params, query }, caller) =>
    unlessRefused(await exportResults(deps, caller, params.id, query), (rows) =>
      // The contract declares the body as text; this stream carries it.
      respond(200, rows as unknown as string, csvHeaders('bulk-results.csv')),
    ),
  )

  serve(contract.cancelBulk, async ({ params }, caller) =>
    respond(200, await cancelJob(deps, caller, params.id)),
  )
}
