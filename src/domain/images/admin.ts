import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { uploadImage } from '@counterfoil/contract/admin-images.ts'
import type { FastifyInstance } from 'fastify'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { storeImage } from './store-image.ts'

export async function imagesAdmin(
  backOffice: FastifyInstance,
  serveIn: (app: FastifyInstance) => Serve<Caller>,
  deps: Deps,
): Promise<void> {
  // A separate context: on other routes a content type with a parser but no schema would skip validation.
  await backOffice.register(async (images) => {
    images.removeAllContentTypeParsers()
    images.addContentTypeParser([...uploadImage.bodyTypes], { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, Readable.from(body)),
    )
    serveIn(images)(uploadImage, async ({ upload }, caller) =>
      upload
        ? answer(201, await storeImage(deps, caller, upload.type, await buffer(upload.stream)))
        : refuse('unsupported_media_type'),
    )
  })
}
