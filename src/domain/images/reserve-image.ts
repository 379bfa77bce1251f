import { transaction } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { getImageUsage, insertImage, isImageKnown, lockImagesOf, type NewImage } from './queries.ts'

/**
 * Records an image within the quota of its merchant. `isNew` says whether it was counted: an image that the merchant
 * already has is not counted again. Admins have no quota. The lock makes parallel uploads of a merchant wait for each other.
 */
export function reserveImage(deps: Runtime, image: NewImage): Promise<{ isNew: boolean } | Refusal> {
  const { merchantImages, merchantImageBytes } = deps.config
  return transaction(deps.db, async (tx) => {
    const { merchantId, bytes } = image
    if (merchantId !== null) {
      await lockImagesOf(tx, merchantId)
      if (await isImageKnown(tx, image)) return { isNew: false }
      const used = await getImageUsage(tx, merchantId)
      if (used.images >= merchantImages)
        return refuse('image_quota_reached', { unit: 'images', limit: merchantImages, used: used.images })
      if (used.bytes + bytes > merchantImageBytes)
        return refuse('image_quota_reached', { unit: 'bytes', limit: merchantImageBytes, used: used.bytes })
    }
    return { isNew: await insertImage(tx, image) }
  })
}
