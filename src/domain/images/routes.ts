import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { IMAGE_HEADERS } from '../../platform/http/security-headers.ts'
import { invalid, issueAt } from '../../platform/refusal.ts'
import { acceptedFormats } from './accepted-formats.ts'
import { type ImagesDeps, nearestFile, type ScaledFile } from './image-library.ts'
import { contentTypeOf, IMAGE_NAME, scaledName } from './image-names.ts'
import type { StoredFile } from './image-store.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** How long the first request for a width waits until the image is scaled. After that it gets the original. */
const MAX_WAIT_MS = 1500

type ImageRequest = FastifyRequest<{ Params: { name: string }; Querystring: { w?: string | string[] } }>

/** Uploaded images are public: webviews load them without a token. */
export async function imagesRoutes(server: FastifyInstance, deps: ImagesDeps): Promise<void> {
  server.get('/uploads/:name', async (request: ImageRequest, reply) => {
    const { name } = request.params
    if (!IMAGE_NAME.test(name)) return reply.callNotFound()
    const { w } = request.query
    const { imagesPublicUrl } = deps.config
    if (imagesPublicUrl !== null && w === undefined) return redirect(reply, `${imagesPublicUrl}/${name}`)
    const original = await deps.images.store.get(name)
    if (!original) return reply.callNotFound()
    if (w === undefined) return send(request, reply, name, original, { 'cache-control': FOREVER })
    if (typeof w !== 'string' || !/^[1-9]\d{0,4}$/.test(w)) {
      return sendRefusal(reply, invalid(issueAt('/w', 'issue.imageWidth')))
    }
    const widths = await widthsInTime(deps, name)
    const headers = { 'cache-control': widths ? FOREVER : 'no-cache', vary: 'accept' }
    const nearest = nearestFile(widths ?? [], Number(w), acceptedFormats(request.headers.accept))
    const scaled = nearest && scaledName(name, nearest.width, nearest.format)
    if (imagesPublicUrl !== null) {
      return redirect(reply.header('vary', 'accept'), `${imagesPublicUrl}/${scaled ?? name}`, widths !== null)
    }
    const file = scaled && (await deps.images.store.get(scaled))
    return file
      ? send(request, reply, scaled, file, { ...headers, etag: `"${scaled}"` })
      : send(request, reply, name, original, headers)
  })
}

/** Browsers cache the redirect for a day only, because the address of the public store may change. */
function redirect(reply: FastifyReply, url: string, isFinal = true): FastifyReply {
  reply.headers({ ...IMAGE_HEADERS, 'cache-control': isFinal ? 'public, max-age=86400' : 'no-cache' })
  return reply.redirect(url, 302)
}

/** Returns null if the image is not scaled yet. The work continues, for the next request. */
async function widthsInTime({ images, log }: ImagesDeps, name: string): Promise<ScaledFile[] | null> {
  const known = await images.findWidths(name)
  if (known) return known
  const added = images.addWidths(name).catch((error) => {
    log.warn({ err: error }, 'could not scale an image; the original is served')
    return null
  })
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, MAX_WAIT_MS, null).unref())
  return Promise.race([added, timeout])
}

function send(
  { headers }: ImageRequest,
  reply: FastifyReply,
  name: string,
  { size, modifiedAt, stream }: StoredFile,
  more: { 'cache-control': string; etag?: string; vary?: string },
): FastifyReply {
  const etag = more.etag ?? `W/"${size.toString(16)}-${modifiedAt.getTime().toString(16)}"`
  reply.headers({ ...IMAGE_HEADERS, ...more, etag, 'last-modified': modifiedAt.toUTCString() })
  if (isUnchanged(headers, etag, modifiedAt)) return reply.code(304).send()
  reply.header('content-length', size)
  return reply.type(contentTypeOf(name)).send(stream())
}

/** RFC 9110, section 13.2.2: If-Modified-Since counts only without If-None-Match. */
function isUnchanged(headers: ImageRequest['headers'], etag: string, modifiedAt: Date): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) {
    const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
    return known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since
}
