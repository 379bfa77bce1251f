import type { Reader, Tx } from '../../platform/database/db.ts'

/** The times after `since` at which the merchant's own keys published, oldest first. */
export async function listRecentPublications(
  sql: Reader,
  merchantId: string,
  since: Date,
): Promise<string[]> {
  const rows = await sql<{ publishedAt: string }[]>`
    select published_at from recent_publications
    where merchant_id = ${merchantId}::uuid and published_at > ${since}::timestamptz
    order by published_at`
  return rows.map(({ publishedAt }) => publishedAt)
}

export async function insertPublication(
  tx: Tx,
  { merchantId, voucherId, publishedAt }: { merchantId: string; voucherId: string; publishedAt: Date },
): Promise<void> {
  await tx`
    insert into recent_publications (merchant_id, voucher_id, published_at)
    values (${merchantId}::uuid, ${voucherId}::uuid, ${publishedAt}::timestamptz)`
}

export async function deleteOldPublications(tx: Tx, merchantId: string, until: Date): Promise<void> {
  await tx`
    delete from recent_publications
    where merchant_id = ${merchantId}::uuid and published_at <= ${until}::timestamptz`
}
