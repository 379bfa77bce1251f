import { listAudit } from '@counterfoil/contract/admin-audit.ts'
import type { Input } from '@counterfoil/contract/route.ts'
import { call } from '../api/call.ts'
import { changesOf } from './changes.ts'

type Query = Input<typeof listAudit>['query']
type Row = (string | number | null)[]

const PAGE = 200
export const MAX_ENTRIES = 10_000
const HEADER: Row = ['at', 'actorKind', 'actor', 'action', 'target', 'field', 'before', 'after']

/** One row for each changed field of every entry that the filter matches, the newest 10,000 entries at most. */
export async function collectAudit(query: Query, progress: (entries: number) => void): Promise<Row[]> {
  const { cursor: _, ...filter } = query
  const rows: Row[] = [HEADER]
  let cursor: string | null = null
  let entries = 0
  do {
    const page: { items: Entry[]; nextCursor: string | null } = await call(listAudit, {
      query: { ...filter, limit: PAGE, ...(cursor !== null && { cursor }) },
    })
    rows.push(...page.items.flatMap(rowsOf))
    entries += page.items.length
    cursor = page.nextCursor
    progress(entries)
  } while (cursor !== null && entries < MAX_ENTRIES)
  return rows
}

type Entry = Parameters<typeof rowsOf>[0]

function rowsOf({
  at,
  actor,
  action,
  target,
  before,
  after,
}: {
  at: string
  actor: { kind: string; name: string }
  action: string
  target: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}): Row[] {
  const start = [at, actor.kind, actor.name, action, target]
  const changes = changesOf(before, after)
  if (changes.length === 0) return [[...start, null, null, null]]
  return changes.map((change) => [...start, change.field, change.before, change.after])
}
