import type { AuditEntry } from '@counterfoil/contract/admin/audit.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { PageRequest } from '../../platform/input/paging.ts'

export type AuditRecord = Static<typeof AuditEntry>

export type NewAuditEntry = {
  id: string
  at: Date
  actorKind: string
  actorId: string | null
  actorName: string
  action: string
  target: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type AuditFilter = Partial<Record<'actor' | 'action' | 'target' | 'from' | 'to', string | null>>

export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const json = (state: Record<string, unknown> | null) => (state === null ? null : JSON.stringify(state))
  await tx`
    insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
    values (${entry.id}, ${entry.at}, ${entry.actorKind}, ${entry.actorId}, ${entry.actorName}, ${entry.action},
            ${entry.target}, ${json(entry.before)}, ${json(entry.after)})`
}

/** An action that ends with a dot (`partner.`) matches every action that starts with it. */
const filtered = (
  sql: Reader,
  { before }: PageRequest,
  { action = null, target = null, from = null, to = null }: AuditFilter,
) => sql`
  (${before}::uuid is null or id < ${before}::uuid)
  ${
    action === null
      ? sql``
      : action.endsWith('.')
        ? sql`and starts_with(action, ${action})`
        : sql`and action = ${action}`
  }
  ${target === null ? sql`` : sql`and target = ${target}`}
  and (${from}::timestamptz is null or at >= ${from}::timestamptz)
  and (${to}::timestamptz is null or at < ${to}::timestamptz)`

/** Contains only the requested filters, so that PostgreSQL plans each combination separately. */
export function listAuditEntries(
  sql: Reader,
  page: PageRequest,
  filter: AuditFilter,
): Promise<AuditRecord[]> {
  const { actor = null } = filter
  const newest = sql`order by id desc limit ${page.limit + 1}`
  const of = (condition: ReturnType<Reader>) =>
    sql`(select * from audit_log where ${condition} and ${filtered(sql, page, filter)} ${newest})`
  // An actor is matched in three ways, each with its own index. The union reads one page per index, while `or` would read
  // the whole table.
  const entries =
    actor === null
      ? of(sql`true`)
      : sql`(
          select distinct on (id) * from (
            ${of(sql`actor_kind = ${actor}`)}
            union all ${of(sql`actor_id = lower(${actor})`)}
            union all ${of(sql`lower(actor_name) = lower(${actor})`)}
          ) as named
        )`
  return sql<AuditRecord[]>`
    select id, at, json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor,
      action, target, before, after
    from ${entries} as entries
    ${newest}`
}
