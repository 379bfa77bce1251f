import { Readable } from 'node:stream'
import * as codes from '@counterfoil/contract/admin/code-imports.ts'
import { MAX_CODE_FILE_BYTES } from '@counterfoil/contract/admin/codes.ts'
import * as outlets from '@counterfoil/contract/admin/outlet-import.ts'
import type { FastifyInstance } from 'fastify'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { importOutlets } from '../catalog/import-outlet-rows.ts'
import { respondOrRequest } from '../guarded-changes/respond-or-request.ts'
import { type CodeFileType, limitBytes } from '../vouchers/code-lines.ts'
import { getCodeImport, listCodeImportsOf, startCodeImport } from './code-import-jobs.ts'
import { getOutletImport, listOutletImportsOf, startOutletImport } from './outlet-import-jobs.ts'

type ServeIn = (app: FastifyInstance) => Serve<Caller>

export async function importsAdmin(
  backOffice: FastifyInstance,
  serveIn: ServeIn,
  deps: Runtime,
): Promise<void> {
  const serve = serveIn(backOffice)
  serve(outlets.listOutletImports, async ({ params, query }, caller) =>
    respond(200, await listOutletImportsOf(deps, caller, params.id, query)),
  )

  serve(outlets.getOutletImport, async ({ params }, caller) =>
    respond(200, await getOutletImport(deps, caller, params.id)),
  )

  serve(codes.listCodeImports, async ({ params, query }, caller) =>
    respond(200, await listCodeImportsOf(deps, caller, params.id, query)),
  )

  serve(codes.getCodeImport, async ({ params }, caller) =>
    respond(200, await getCodeImport(deps, caller, params.id)),
  )

  // Each needs a separate context: on other routes, a content type with a parser but no schema would skip validation.
  await backOffice.register(async (files) => receiveOutlets(files, serveIn, deps))
  await backOffice.register(async (files) => receiveCodes(files, serveIn, deps))
}

/** Files of outlets are small, so they are buffered. */
function receiveOutlets(files: FastifyInstance, serveIn: ServeIn, deps: Runtime): void {
  files.removeAllContentTypeParsers()
  files.addContentTypeParser(
    [...outlets.importOutlets.bodyTypes],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, Readable.from([body])),
  )
  const serve = serveIn(files)

  serve(outlets.importOutlets, async ({ params, query, upload }, caller) =>
    upload
      ? respondOrRequest(
          200,
          await importOutlets(deps, caller, params.id, { stream: upload.stream, ...query }),
        )
      : refuse('unsupported_media_type'),
  )

  serve(outlets.startOutletImport, async ({ params, query, upload }, caller) =>
    upload
      ? respond(202, await startOutletImport(deps, caller, params.id, { stream: upload.stream, ...query }))
      : refuse('unsupported_media_type'),
  )
}

/** Files of codes are large, so they are stored while they arrive. */
function receiveCodes(files: FastifyInstance, serveIn: ServeIn, deps: Runtime): void {
  files.removeAllContentTypeParsers()
  files.addContentTypeParser([...codes.startCodeImport.bodyTypes], (_request, payload, done) =>
    done(null, payload),
  )
  serveIn(files)(codes.startCodeImport, async ({ params, query, upload }, caller) => {
    if (!upload) return refuse('unsupported_media_type')
    // If the response comes before the body has ended, the socket must stay open for it.
    const stream = limitBytes(MAX_CODE_FILE_BYTES, upload.stream.iterator({ destroyOnReturn: false }))
    const type = upload.type as CodeFileType
    return respond(202, await startCodeImport(deps, caller, params.id, { stream, type, ...query }))
  })
}
