import { Readable } from 'node:stream'
import * as contract from '@counterfoil/contract/admin-outlet-import.ts'
import type { FastifyInstance } from 'fastify'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import { importOutlets } from '../catalog/outlet-import.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { getOutletImport, listOutletImportsOf, startOutletImport } from './imports.ts'

export async function outletImportsAdmin(
  backOffice: FastifyInstance,
  serveIn: (app: FastifyInstance) => Serve<Caller>,
  deps: Deps,
): Promise<void> {
  const serve = serveIn(backOffice)
  serve(contract.listOutletImports, async ({ params, query }, caller) =>
    answer(200, await listOutletImportsOf(deps, caller, params.id, query)),
  )

  serve(contract.getOutletImport, async ({ params }, caller) =>
    answer(200, await getOutletImport(deps, caller, params.id)),
  )

  // A separate context: on other routes a content type with a parser but no schema would skip validation.
  await backOffice.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser(
      [...contract.importOutlets.bodyTypes],
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, Readable.from([body])),
    )
    const serveFile = serveIn(files)

    serveFile(contract.importOutlets, async ({ params, query, upload }, caller) =>
      upload
        ? answer(200, await importOutlets(deps, caller, params.id, { stream: upload.stream, ...query }))
        : refuse('unsupported_media_type'),
    )

    serveFile(contract.startOutletImport, async ({ params, query, upload }, caller) =>
      upload
        ? answer(202, await startOutletImport(deps, caller, params.id, { stream: upload.stream, ...query }))
        : refuse('unsupported_media_type'),
    )
  })
}
