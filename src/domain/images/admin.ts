import { uploadImage } from '@counterfoil/contract/admin/images.ts'
import type { FastifyInstance } from 'fastify'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { ImagesDeps } from './image-library.ts'
import { receiveImage } from './receive-image.ts'

export async function imagesAdmin(
  backOffice: FastifyInstance,
  serveIn: (app: FastifyInstance) => Serve<Caller>,
  deps: ImagesDeps,
): Promise<void> {
  // This needs a separate context: on other routes, a content type with a parser but no schema would skip validation.
  await backOffice.register(async (images) => {
    images.removeAllContentTypeParsers()
    // The body is not read here, because an upload must first get a place.
    images.addContentTypeParser([...uploadImage.bodyTypes], (_request, payload, done) => done(null, payload))
    serveIn(images)(uploadImage, async ({ upload, query }, caller) =>
      upload
        ? respond(201, await receiveImage(deps, caller, upload, query.merchantId))
        : refuse('unsupported_media_type'),
    )
  })
}
