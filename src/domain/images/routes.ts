import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { IMAGE_NAME, uploadsFolder } from './image-files.ts'

/** Whatever a file contains, a browser that opens it must show an image and run no script. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** Uploaded images are public: webviews load them without a token. */
export async function imagesRoutes(server: FastifyInstance, deps: Deps): Promise<void> {
  const folder = uploadsFolder(deps.config)
  await server.register(async (uploads) => {
    await uploads.register(staticFiles, {
      serve: false,
      maxAge: '365d',
      immutable: true,
      acceptRanges: false,
      setHeaders: (reply) => void reply.headers(HEADERS),
    })
    uploads.get<{ Params: { name: string } }>('/uploads/:name', (request, reply) => {
      const { name } = request.params
      return IMAGE_NAME.test(name) ? reply.sendFile(name, folder) : reply.callNotFound()
    })
  })
}
