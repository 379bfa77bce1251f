import { getCodePool, MAX_CODE_FILE_BYTES, uploadCodes } from '@counterfoil/contract/admin/codes.ts'
import { checkPublication } from '@counterfoil/contract/admin/publish-check.ts'
import { scheduleVoucher as scheduleRoute } from '@counterfoil/contract/admin/schedule.ts'
import { viewCalendar as calendarRoute } from '@counterfoil/contract/admin/voucher-calendar.ts'
import { exportVouchers, listAllVouchers } from '@counterfoil/contract/admin/voucher-list.ts'
import * as contract from '@counterfoil/contract/admin/vouchers.ts'
import type { FastifyInstance } from 'fastify'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { validateBulkRequests } from '../../platform/http/request-validation.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { respondOrRequest } from '../guarded-changes/respond-or-request.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { type CodeFileType, limitBytes } from './code-lines.ts'
import { findCodePool } from './code-queries.ts'
import { addCodes, type CodesDeps, importCodes } from './import-codes.ts'
import { exportVouchers as streamVouchers, viewAllVouchers } from './list-vouchers.ts'
import { publishVoucher, unpublishVoucher } from './publication.ts'
import { checkPublicationOf } from './publish-check.ts'
import { findVoucher } from './queries.ts'
import { scheduleVoucher } from './schedule.ts'
import { viewCalendar } from './voucher-calendar.ts'
import { createVoucher, listMerchantVouchers, updateVoucher } from './vouchers.ts'

export function vouchersAdmin(serve: Serve<Caller>, deps: EventsDeps & ReadingDeps): void {
  serve(listAllVouchers, async ({ query }, caller) =>
    respond(200, await viewAllVouchers(await forReading(deps), caller, query)),
  )

  serve(exportVouchers, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(
      200,
      streamVouchers(await forReading(deps), caller, query) as unknown as string,
      csvHeaders('vouchers.csv'),
    ),
  )

  serve(calendarRoute, async ({ query }, caller) =>
    respond(200, await viewCalendar(await forReading(deps), caller, query)),
  )

  serve(contract.createVoucher, async ({ params, body }, caller) =>
    respond(201, await createVoucher(deps, caller, params.id, body)),
  )

  serve(contract.listVouchers, async ({ params, query }, caller) =>
    respond(200, await listMerchantVouchers(deps, caller, params.id, query)),
  )

  serve(contract.getVoucher, async ({ params }, caller) =>
    respond(200, (await findVoucher(deps.db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(contract.updateVoucher, async ({ params, body, expectedVersion }, caller) =>
    respondOrRequest(200, await updateVoucher(deps, caller, params.id, body, expectedVersion)),
  )

  serve(checkPublication, async ({ params }, caller) =>
    respond(200, await checkPublicationOf(deps, caller, params.id)),
  )

  serve(contract.publishVoucher, async ({ params }, caller) =>
    respondOrRequest(200, await publishVoucher(deps, caller, params.id)),
  )

  serve(contract.unpublishVoucher, async ({ params }, caller) =>
    respond(200, await unpublishVoucher(deps, caller, params.id)),
  )

  serve(scheduleRoute, async ({ params, body, expectedVersion }, caller) =>
    respondOrRequest(200, await scheduleVoucher(deps, caller, params.id, body, expectedVersion)),
  )

  serve(getCodePool, async ({ params }, caller) =>
    respond(200, (await findCodePool(deps.db, caller, params.id)) ?? refuse('not_found')),
  )
}

export async function codesAdmin(
  backOffice: FastifyInstance,
  serveIn: (app: FastifyInstance) => Serve<Caller>,
  deps: CodesDeps,
): Promise<void> {
  // This needs a separate context: on other routes, a content type with a parser but no schema would skip validation.
  await backOffice.register(async (codes) => {
    const types: CodeFileType[] = ['text/csv', 'text/plain']
    validateBulkRequests(codes)
    codes.addContentTypeParser(types, (_request, payload, done) => done(null, payload))

    serveIn(codes)(uploadCodes, async ({ params, query, body, upload }, caller) => {
      if (!upload) return respond(200, await addCodes(deps, caller, params.id, body.codes, query))
      const type = upload.type as CodeFileType
      // If the response comes before the body has ended, the socket must stay open for it.
      const stream = limitBytes(MAX_CODE_FILE_BYTES, upload.stream.iterator({ destroyOnReturn: false }))
      return respond(200, await importCodes(deps, caller, params.id, { ...query, type, stream }))
    })
  })
}
