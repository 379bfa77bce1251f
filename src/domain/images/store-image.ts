import { createHash } from 'node:crypto'
import { transaction } from '../../platform/database/db.ts'
import { invalid, Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { uploadsFolder, writeImageFile } from './image-files.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import { deleteImage } from './queries.ts'
import { reserveImage } from './reserve-image.ts'

const EXTENSIONS: Record<ImageHeader['type'], string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}
const MAX_SIDE_PIXELS = 10_000

/**
 * The name is a hash of the content, so the same image always gets the same path. The image is recorded before its file
 * is written: a merchant over quota writes no file, and no transaction waits for the disk.
 */
export async function storeImage(
  deps: Deps,
  caller: Caller,
  type: string,
  bytes: Buffer,
): Promise<{ path: string } | Refusal> {
  const header = readImageHeader(bytes)
  if (header?.type !== type) return refuse('unsupported_media_type')
  const { width, height } = header
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PIXELS) {
    const message = `is ${width} × ${height} pixels: each side must be 1 to ${MAX_SIDE_PIXELS}`
    return invalid({ path: '', message })
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  const name = `${digest.slice(0, 32)}.${EXTENSIONS[header.type]}`
  const { merchantId, id: uploadedBy } = caller
  const image = { name, merchantId, bytes: bytes.length, uploadedBy, uploadedAt: deps.now() }
  const reserved = await reserveImage(deps, image)
  if (reserved instanceof Refusal) return reserved
  try {
    await writeImageFile(uploadsFolder(deps.config), name, bytes)
  } catch (error) {
    // No file was stored, so the image must not count towards the quota.
    if (reserved.isNew) await deleteImage(deps.db, image)
    throw error
  }
  return transaction(deps.db, async (tx) => {
    const after = { path: `/uploads/${name}`, type, width, height, bytes: bytes.length }
    await record(tx, { caller, at: deps.now(), action: 'image.upload', target: `image:${name}`, after })
    return { path: after.path }
  })
}
