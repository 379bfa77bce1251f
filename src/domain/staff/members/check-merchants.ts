import { listUnknownMerchants } from '../../../platform/cells/cell-queries.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { invalid, issueAt, type Refusal } from '../../../platform/refusal.ts'

/** Returns a refusal if a merchant does not exist or is named twice. Merchants are never deleted, so no lock is needed. */
export async function checkMerchants(tx: Tx, merchantIds: string[] | null = null): Promise<Refusal | null> {
  if (merchantIds === null) return null
  const path = '/merchantIds'
  const unknown = await listUnknownMerchants(tx, merchantIds)
  // The schema compares text, and the same UUID can be written in upper or lower case.
  const isRepeated = new Set(merchantIds.map((id) => id.toLowerCase())).size < merchantIds.length
  const issues = [
    ...unknown.map((id) => issueAt(path, 'issue.merchants', { id })),
    ...(isRepeated ? [issueAt(path, 'issue.merchantTwice')] : []),
  ]
  return issues.length > 0 ? invalid(...issues) : null
}
