import { listAdjustments, listStatements } from '@counterfoil/contract/admin/statements.ts'
import { call, type ResponseBody } from '../api/call.ts'
import type { StatementRow, Statements } from './statement-row.ts'

export type StatementFilter = { month: string; merchantId?: string; partnerId?: string }
export type Adjustment = ResponseBody<typeof listAdjustments>[number]
/** One paper: the rows of a merchant and a partner. */
export type Paper = { rows: [StatementRow, ...StatementRow[]]; adjustments: Adjustment[] }
export type Papers = Pick<Statements, 'month' | 'state' | 'closedAt'> & { papers: Paper[] }

export const MAX_ROWS = 2000
const PAGE_SIZE = 200

/** Every statement that the filter matches. Null if it has more than `MAX_ROWS` rows. */
export async function loadPapers(filter: StatementFilter): Promise<Papers | null> {
  const rows: StatementRow[] = []
  let page: Statements
  let cursor: string | null = null
  do {
    page = await call(listStatements, {
      query: { ...filter, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    })
    rows.push(...page.items)
    cursor = page.nextCursor
    if (rows.length > MAX_ROWS) return null
  } while (cursor !== null)
  const { month, ...parties } = filter
  const adjustments = rows.some((row) => row.adjustments !== 0)
    ? await call(listAdjustments, { params: { month }, query: parties })
    : []
  const { state, closedAt } = page
  return { month, state, closedAt, papers: papersOf(rows, adjustments) }
}

const pairOf = ({ merchantId, partnerId }: { merchantId: string; partnerId: string }) =>
  `${merchantId} ${partnerId}`

function papersOf(rows: StatementRow[], adjustments: Adjustment[]): Paper[] {
  const adjustmentsByPair = Map.groupBy(adjustments, pairOf)
  return [...Map.groupBy(rows, pairOf)].map(([pair, own]) => ({
    rows: own as Paper['rows'],
    adjustments: adjustmentsByPair.get(pair) ?? [],
  }))
}
