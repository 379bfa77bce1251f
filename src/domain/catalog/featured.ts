import { listUnknownMerchants } from '../../platform/cells/cell-queries.ts'
import { listInCells } from '../../platform/cells/merge.ts'
import { transaction } from '../../platform/database/db.ts'
import { invalid, issueAt, type Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { listFeatured, lockFeatured, updateFeatured } from './merchant-queries.ts'

export type Featured = { merchantIds: string[] }

/** The featured merchants of all cells, in their order. */
export async function viewFeatured(deps: Runtime): Promise<Featured> {
  const featured = await listInCells(deps, ({ db }) => listFeatured(db))
  return { merchantIds: featured.sort((one, other) => one.place - other.place).map(({ id }) => id) }
}

export async function putFeatured(
  deps: Runtime,
  caller: Caller,
  input: Featured,
): Promise<Featured | Refusal> {
  const merchantIds = input.merchantIds.map((id) => id.toLowerCase())
  if (new Set(merchantIds).size < merchantIds.length) {
    return invalid(issueAt('/merchantIds', 'issue.merchantTwice'))
  }
  const [, ...others] = await deps.cells.all()
  return transaction(deps.db, async (tx) => {
    await lockFeatured(tx, merchantIds)
    const before = await viewFeatured(deps)
    const unknown = await listUnknownMerchants(tx, merchantIds)
    if (unknown.length > 0) {
      return invalid(...unknown.map((id) => issueAt('/merchantIds', 'issue.merchants', { id })))
    }
    await updateFeatured(tx, merchantIds)
    // The lock at home lets in one change at a time. If a cell fails, nothing changes at home, and staff repeat the change.
    for (const cell of others)
      await transaction(cell.db, async (inCell) => {
        await lockFeatured(inCell, merchantIds)
        await updateFeatured(inCell, merchantIds)
      })
    const after = { merchantIds }
    await record(tx, { caller, at: deps.now(), action: 'featured.update', target: 'featured', before, after })
    return after
  })
}
