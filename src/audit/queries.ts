import { randomUUIDv7 } from 'node:crypto'
import type { JSONValue } from 'postgres'
import type { Tx } from '../db.ts'

export type NewAuditEntry = {
  at: Date
  actorKind: string
  actorId: string | null
  actorName: string
  action: string
  target: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const json = (state: Record<string, unknown> | null) => (state === null ? null : tx.json(state as JSONValue))
  await tx`
    insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
    values (${randomUUIDv7()}, ${entry.at}, ${entry.actorKind}, ${entry.actorId}, ${entry.actorName}, ${entry.action},
            ${entry.target}, ${json(entry.before)}, ${json(entry.after)})`
}
