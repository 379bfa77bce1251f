import { transaction } from '../../platform/database/db.ts'
import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { listUnknownMerchants, lockFeatured, updateFeatured } from './merchant-queries.ts'

export type Featured = { merchantIds: string[] }

export async function putFeatured(
  deps: Runtime,
  caller: Caller,
  input: Featured,
): Promise<Featured | Refusal> {
  const merchantIds = input.merchantIds.map((id) => id.toLowerCase())
  if (new Set(merchantIds).size < merchantIds.length) {
    return invalid(issueAt('/merchantIds', 'issue.merchantTwice'))
  }
  return transaction(deps.db, async (tx) => {
    const before = { merchantIds: await lockFeatured(tx, merchantIds) }
    const unknown = await listUnknownMerchants(tx, merchantIds)
    if (unknown.length > 0) {
      return invalid(...unknown.map((id) => issueAt('/merchantIds', 'issue.merchants', { id })))
    }
    await updateFeatured(tx, merchantIds)
    const after = { merchantIds }
    await record(tx, { caller, at: deps.now(), action: 'featured.update', target: 'featured', before, after })
    return after
  })
}
