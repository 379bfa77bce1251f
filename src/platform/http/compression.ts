import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const MIN_COMPRESSED_BYTES = 1024
/** At level 4, Brotli is as fast as gzip and smaller. Its default of 11 is meant for files that are compressed once. */
const BROTLI_QUALITY = 4

export async function compressResponses(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    globalDecompression: false,
    threshold: MIN_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}
