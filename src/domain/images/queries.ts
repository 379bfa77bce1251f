import type { Db, Reader, Tx } from '../../platform/database/db.ts'

export type NewImage = {
  name: string
  /** Null for an image that an admin uploaded. */
  merchantId: string | null
  bytes: number
  uploadedBy: string | null
  uploadedAt: Date
}

/** The merchant may live in another database, so there may be no row to lock. */
export async function lockImagesOf(tx: Tx, merchantId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('images of ' || ${merchantId}::uuid, 0))`
}

export async function isImageKnown(
  sql: Reader,
  { name, merchantId }: Pick<NewImage, 'name' | 'merchantId'>,
): Promise<boolean> {
  const rows = await sql`
    select from images where name = ${name} and merchant_id is not distinct from ${merchantId}::uuid`
  return rows.length > 0
}

export async function getImageUsage(
  sql: Reader,
  merchantId: string,
): Promise<{ images: number; bytes: number }> {
  const [row] = await sql<{ images: number; bytes: number }[]>`
    select count(*) as images, coalesce(sum(bytes), 0)::bigint as bytes
    from images where merchant_id = ${merchantId}::uuid`
  return row ?? { images: 0, bytes: 0 }
}

/** Returns false if the image was already recorded. */
export async function insertImage(tx: Tx, image: NewImage): Promise<boolean> {
  const { count } = await tx`
    insert into images (name, merchant_id, bytes, uploaded_by, uploaded_at)
    values (${image.name}, ${image.merchantId}::uuid, ${image.bytes}::bigint, ${image.uploadedBy}, ${image.uploadedAt})
    on conflict on constraint images_one_per_merchant_and_name do nothing`
  return count > 0
}

export async function deleteImage(
  db: Db,
  { name, merchantId }: Pick<NewImage, 'name' | 'merchantId'>,
): Promise<void> {
  await db`delete from images where name = ${name} and merchant_id is not distinct from ${merchantId}::uuid`
}
