import { createOutlet, listOutlets, updateOutlet } from '@counterfoil/contract/admin-outlets.ts'
import { type Answered, call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import type { PlannedRow } from './import-plan.ts'

type Outlet = Answered<typeof listOutlets>['items'][number]

/** Line → why it was not written, or null if it was. */
export type Outcomes = Map<number, string | null>

export async function listAllOutlets(merchantId: string): Promise<Outlet[]> {
  const all: Outlet[] = []
  let cursor: string | null = null
  do {
    const page: Answered<typeof listOutlets> = await call(listOutlets, {
      params: { id: merchantId },
      query: { limit: 200, ...(cursor !== null && { cursor }) },
    })
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** One row after the other. A row that is refused does not stop the others. */
export async function runImport(
  merchantId: string,
  rows: PlannedRow[],
  progress: (outcomes: Outcomes) => void,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  for (const row of rows) {
    if (row.kind !== 'new' && row.kind !== 'changed') continue
    try {
      if (row.kind === 'new') await call(createOutlet, { params: { id: merchantId }, body: row.body })
      else await call(updateOutlet, { params: { id: row.id }, body: row.body, ifMatch: row.version })
      outcomes.set(row.line, null)
    } catch (error) {
      outcomes.set(row.line, explain(error))
    }
    progress(new Map(outcomes))
  }
  return outcomes
}
