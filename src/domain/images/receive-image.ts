import type { Readable } from 'node:stream'
import { MAX_IMAGE_BYTES } from '@counterfoil/contract/admin/images.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { type ImagesDeps, turnOf } from './image-library.ts'
import { storeImage } from './store-image.ts'

/** A small file may take as long to decode as a large one, so the number of files per merchant is limited as well. */
const MIN_COUNTED_BYTES = 2 * 1024 * 1024

type Upload = { type: string; declaredBytes: number | null; stream: Readable }

/** Stores an upload. The body is read only if the merchant and the node have room for it in memory. */
export async function receiveImage(
  deps: ImagesDeps,
  caller: Caller,
  { type, declaredBytes, stream }: Upload,
  merchantId?: string,
): Promise<{ path: string } | Refusal> {
  const owner = ownerOf(caller, merchantId)
  if (owner instanceof Refusal) return owner
  const bytes = declaredBytes ?? MAX_IMAGE_BYTES
  if (bytes > MAX_IMAGE_BYTES) return refuse('payload_too_large')
  const receive = async () => {
    const body = await readBody(stream)
    return body instanceof Refusal ? body : storeImage(deps, { caller, merchantId: owner }, type, body)
  }
  return deps.images.uploads.run(turnOf(owner), receive, Math.max(bytes, MIN_COUNTED_BYTES))
}

/** The merchant whose quota an upload counts towards. Admins have no quota. */
function ownerOf({ merchantIds }: Caller, requested: string | undefined): string | null | Refusal {
  if (merchantIds === null) return null
  if (requested === undefined) return merchantIds[0] ?? null
  const id = requested.toLowerCase()
  return merchantIds.includes(id) ? id : refuse('not_found')
}

async function readBody(stream: Readable): Promise<Buffer | Refusal> {
  const chunks: Buffer[] = []
  let bytes = 0
  // If the response comes before the body has ended, the socket must stay open for it.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > MAX_IMAGE_BYTES) return refuse('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
