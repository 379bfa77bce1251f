import type { AuditEntry } from '@counterfoil/contract/admin/audit.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { countRows, MAX_COUNTED, type RowCount } from '../../platform/database/keyset.ts'
import type { PageRequest } from '../../platform/input/paging.ts'

/** An entry as it is stored. */
export type AuditRecord = Omit<Static<typeof AuditEntry>, 'targetName' | 'summary' | 'changes' | 'facts'>

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

export type AuditFilter = Partial<
  Record<'actor' | 'action' | 'target' | 'kind' | 'from' | 'to', string | null>
>

export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  const json = (state: Record<string, unknown> | null) => (state === null ? null : JSON.stringify(state))
  await tx`
    insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, target, before, after)
    values (${entry.id}, ${entry.at}, ${entry.actorKind}, ${entry.actorId}, ${entry.actorName}, ${entry.action},
            ${entry.target}, ${json(entry.before)}, ${json(entry.after)})`
}

/** Replaces a name that was erased. Other texts become null. */
export const ERASED_NAME = 'erased'

/** Texts to erase: those about a staff member and the name that they acted with, or those of one entry. */
export type ErasedSubject = { staffId: string } | { entryId: string }

/**
 * Erases texts with their salts, and says how many. An entry that is not chained yet is left alone: its link needs its
 * texts. So is an erasure, which verifiers compare with what was erased.
 */
export async function updateErasedTexts(
  tx: Tx,
  subject: ErasedSubject,
  erasureId: string,
): Promise<{ entries: number; texts: number }> {
  const isEntry = 'entryId' in subject ? tx`audit_log.id = ${subject.entryId}::uuid` : tx`false`
  const isActor = 'staffId' in subject ? tx`actor_kind = 'staff' and actor_id = ${subject.staffId}` : isEntry
  const isTarget = 'staffId' in subject ? tx`target = ${`staff:${subject.staffId}`}` : isEntry
  const [row] = await tx<[{ entries: number; texts: number }]>`
    with chosen as (
      select id, (${isActor}) and actor_name_salt is not null as has_name,
        ${isTarget} and before_salt is not null and before is not null as has_before,
        ${isTarget} and after_salt is not null and after is not null as has_after
      from audit_log
      where ((${isActor}) or ${isTarget}) and action <> 'audit.erase'
        and exists (select from audit_chain where entry_id = audit_log.id)
    ), erased as (
      update audit_log
      set actor_name = case when has_name then ${ERASED_NAME} else actor_name end,
        actor_name_salt = case when has_name then null else actor_name_salt end,
        before = case when has_before then null else before end,
        before_salt = case when has_before then null else before_salt end,
        after = case when has_after then null else after end,
        after_salt = case when has_after then null else after_salt end,
        erased_by = ${erasureId}
      from chosen
      where audit_log.id = chosen.id and (has_name or has_before or has_after)
      returning has_name::int + has_before::int + has_after::int as texts
    )
    select count(*) as entries, coalesce(sum(texts), 0)::bigint as texts from erased`
  return row
}

export const entryColumns = (sql: Reader) => sql`
  id, at, json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor, action, target, before,
  after`

/** An action that ends with a dot (`partner.`) matches every action that starts with it. */
export const isWanted = (
  sql: Reader,
  { before }: PageRequest,
  { action = null, target = null, kind = null, from = null, to = null }: AuditFilter,
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
  ${kind === null ? sql`` : sql`and split_part(target, ':', 1) = ${kind}`}
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
    sql`(select * from audit_log where ${condition} and ${isWanted(sql, page, filter)} ${newest})`
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
    select ${entryColumns(sql)}
    from ${entries} as entries
    ${newest}`
}

/** The page of all entries, for a count. */
export const FROM_NEWEST: PageRequest = { limit: MAX_COUNTED, before: null }

/** An entry that matches the actor in two ways counts once. */
export function countAuditEntries(sql: Reader, filter: AuditFilter): Promise<RowCount> {
  const { actor = null } = filter
  const of = (condition: ReturnType<Reader>) => sql`
    (select id from audit_log where ${condition} and ${isWanted(sql, FROM_NEWEST, filter)} limit ${MAX_COUNTED + 1})`
  if (actor === null) return countRows(sql, of(sql`true`))
  return countRows(
    sql,
    sql`
      ${of(sql`actor_kind = ${actor}`)}
      union ${of(sql`actor_id = lower(${actor})`)}
      union ${of(sql`lower(actor_name) = lower(${actor})`)}`,
  )
}
