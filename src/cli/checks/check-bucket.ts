import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openImageBucket } from '../../domain/images/image-bucket.ts'
import type { Config } from '../../platform/config.ts'
import { StoreUnavailable } from '../../platform/store-unavailable.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Writes one object, reads it and removes it. */
export async function checkBucket({ bucket }: Config): Promise<Finding> {
  if (bucket === null) return ok('bucket', 'IMAGES_URL is not set: images are files in DATA_DIR')
  const store = openImageBucket(bucket)
  const name = `check-${randomUUID()}.json`
  const content = Buffer.from(JSON.stringify(name))
  try {
    await store.put(name, content)
    const stored = await store.get(name)
    const found = stored && (await buffer(stored.stream()))
    await store.delete(name)
    return found?.equals(content)
      ? ok('bucket', `an object was written to ${bucket.bucket}, read and removed`)
      : wrong('bucket', `IMAGES_URL: the bucket ${bucket.bucket} did not return what was written to it`)
  } catch (error) {
    if (error instanceof StoreUnavailable) return wrong('bucket', `IMAGES_URL: ${error.message}`)
    throw error
  }
}
