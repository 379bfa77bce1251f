import type { AuditEntry } from '@counterfoil/contract/admin-audit.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../db.ts'
import type { PageRequest } from '../paging.ts'

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

/** An action that ends with a dot (`partner.`) means all that begin with it. */
export function listAuditEntries(
  sql: Reader,
  { limit, before }: PageRequest,
  { actor = null, action = null, target = null, from = null, to = null }: AuditFilter,
): Promise<AuditRecord[]> {
  return sql<AuditRecord[]>`
    select id, at, json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor,
      action, target, before, after
    from audit_log
    where (${before}::uuid is null or id < ${before})
      and (${actor}::text is null or actor_kind = ${actor} or actor_id = lower(${actor})
           or lower(actor_name) = lower(${actor}))
      and (${action}::text is null or action = ${action}
           or (${action} like '%.' and starts_with(action, ${action})))
      and (${target}::text is null or target = ${target})
      and (${from}::timestamptz is null or at >= ${from})
      and (${to}::timestamptz is null or at < ${to})
    order by id desc
    limit ${limit + 1}`
}
