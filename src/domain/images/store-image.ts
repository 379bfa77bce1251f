import { transaction } from '../../platform/database/db.ts'
import { malformed, Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import { type ImagesDeps, turnOf } from './image-library.ts'
import { nameOfContent } from './image-names.ts'
import { deleteImage } from './queries.ts'
import { reserveImage } from './reserve-image.ts'
import { MAX_BYTES_AT_ONCE, MAX_PIXELS } from './scale-image.ts'
import { stripMetadata } from './strip-metadata.ts'

const EXTENSIONS: Record<ImageHeader['type'], 'png' | 'jpg' | 'webp'> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}
/** Who uploads an image, and the merchant whose quota it counts towards. */
type Uploader = { caller: Caller; merchantId: string | null }

const MAX_SIDE_PIXELS = 10_000

/**
 * Stores an image without its metadata. The name is a hash of the stored bytes, so the same image always gets the same
 * path. The image is recorded before its files are written: a merchant over quota writes no file, and no transaction waits
 * for the disk. With `scaling: 'later'`, the first request for a width makes the widths.
 */
export async function storeImage(
  deps: ImagesDeps,
  uploader: Uploader,
  type: string,
  uploaded: Buffer,
  scaling: 'now' | 'later' = 'now',
): Promise<{ path: string } | Refusal> {
  const header = readImageHeader(uploaded)
  if (header?.type !== type) return refuse('unsupported_media_type')
  const refusal = checkSize(header)
  if (refusal) return refusal
  const { width, height } = header
  const bytes = stripMetadata(header.type, uploaded)
  const name = nameOfContent(bytes, EXTENSIONS[header.type])
  const { caller, merchantId } = uploader
  const image = { name, merchantId, bytes: bytes.length, uploadedBy: caller.id, uploadedAt: deps.now() }
  const reserved = await reserveImage(deps, image)
  if (reserved instanceof Refusal) return reserved
  const written = await writeFiles(deps, merchantId, name, bytes, scaling).catch((error: unknown) => ({
    error,
  }))
  if (written !== null) {
    // No image was stored, so it must not count towards the quota.
    if (reserved.isNew) await deleteImage(deps.db, image)
    if (written instanceof Refusal) return written
    throw written.error
  }
  return transaction(deps.db, async (tx) => {
    const after = { path: `/uploads/${name}`, type, width, height, bytes: bytes.length }
    await record(tx, { caller, at: deps.now(), action: 'image.upload', target: `image:${name}`, after })
    return { path: after.path }
  })
}

function checkSize({ width, height, bytesPerPixel }: ImageHeader): Refusal | null {
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PIXELS) {
    return malformed('issue.imageSize', { width, height, max: MAX_SIDE_PIXELS })
  }
  const pixels = width * height
  const maxPixels = Math.floor(Math.min(MAX_PIXELS, MAX_BYTES_AT_ONCE / bytesPerPixel))
  return pixels > maxPixels ? refuse('image_too_large', { pixels, maxPixels }) : null
}

/**
 * Scaling comes first, so that an image that cannot be decoded leaves no file. The original is written before its widths.
 */
async function writeFiles(
  { images }: ImagesDeps,
  merchantId: string | null,
  name: string,
  bytes: Buffer,
  scaling: 'now' | 'later',
): Promise<Refusal | null> {
  if (scaling === 'later' || (await images.findWidths(name))?.length) {
    await images.store.put(name, bytes)
    return null
  }
  const scaled = await images.scale(name, async () => bytes, turnOf(merchantId))
  if (!scaled) return refuse('image_unreadable')
  await images.store.put(name, bytes)
  await images.putWidths(name, scaled)
  return null
}
