import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { columnsOf } from '../../../platform/database/array-literal.ts'
import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { deletionBefore } from '../../../platform/database/deletion-before.ts'
import { alertColumns, type StoredAlert } from '../../stored-alerts/alert-queries.ts'
import type { ReportedAlert } from '../../stored-alerts/alert-words.ts'

/** Returns whether this worker may watch the alerts until the end of the transaction. */
export async function lockWatch(tx: Tx): Promise<boolean> {
  const [lock] = await tx<[{ isLocked: boolean }]>`
    select pg_try_advisory_xact_lock(hashtext('counterfoil alerts')) as is_locked`
  return lock.isLocked
}

export type BeginLine = { destinationId: string; alertId: string; kind: AlertKind }

export async function insertBeginLines(tx: Tx, lines: BeginLine[], now: Date): Promise<void> {
  const each = columnsOf(lines)
  await tx`
    insert into alert_lines (destination_id, alert_id, kind, change, at)
    select new.*, 'BEGAN', ${now}::timestamptz from unnest(
      ${each(({ destinationId }) => destinationId)}::uuid[],
      ${each(({ alertId }) => alertId)}::uuid[],
      ${each(({ kind }) => kind)}::text[]
    ) as new`
}

/** Every destination that was informed of the begin is informed of the end. */
export async function insertEndLines(tx: Tx, alertIds: string[], now: Date): Promise<void> {
  await tx`
    insert into alert_lines (destination_id, alert_id, kind, change, at)
    select destination_id, alert_id, kind, 'ENDED', ${now}::timestamptz
    from alert_lines where alert_id = any (${alertIds}::uuid[]) and change = 'BEGAN'`
}

export type WaitingKind = { destinationId: string; kind: AlertKind; oldestAt: string }

/**
 * The kinds of the lines that wait for destinations without a message under way. One that only some addresses have not
 * accepted does not hold back the others.
 */
export function listWaitingKinds(sql: Reader): Promise<WaitingKind[]> {
  return sql<WaitingKind[]>`
    select destination_id, kind, min(at) as oldest_at
    from alert_lines l
    where message_id is null
      and not exists (
        select from alert_messages m
        where m.destination_id = l.destination_id and m.state = 'PENDING' and m.accepted_by = '{}'
      )
    group by destination_id, kind`
}

/** The kinds that were in a message to a destination after a time. */
export async function listKindsSentSince(
  sql: Reader,
  destinationId: string,
  since: Date,
): Promise<AlertKind[]> {
  const rows = await sql<{ kind: AlertKind }[]>`
    select distinct unnest(kinds) as kind from alert_messages
    where destination_id = ${destinationId} and created_at > ${since}`
  return rows.map(({ kind }) => kind)
}

export type WaitingLine = { change: 'BEGAN' | 'ENDED'; alert: StoredAlert }

/** The lines of some kinds that are older than a time, those of an alert together, the oldest alert first. */
export async function listLines(
  sql: Reader,
  destinationId: string,
  { kinds, before, limit }: { kinds: AlertKind[]; before: Date | null; limit: number },
): Promise<WaitingLine[]> {
  const rows = await sql<(StoredAlert & { change: 'BEGAN' | 'ENDED' })[]>`
    select ${alertColumns(sql)}, l.change
    from alert_lines l join alerts a on a.id = l.alert_id
    where l.destination_id = ${destinationId} and l.message_id is null and l.kind = any (${kinds}::text[])
      and (${before}::timestamptz is null or l.at < ${before})
    order by l.at, a.id, l.change
    limit ${limit}`
  return rows.map(({ change, ...alert }) => ({ change, alert }))
}

export type NewMessage = { id: string; destinationId: string; kinds: AlertKind[]; alerts: ReportedAlert[] }

export async function insertMessage(
  tx: Tx,
  { id, destinationId, kinds, alerts }: NewMessage,
  lines: WaitingLine[],
  now: Date,
): Promise<void> {
  await tx`
    insert into alert_messages (id, destination_id, kinds, content, created_at, due_at)
    values (${id}, ${destinationId}, ${kinds}, ${JSON.stringify({ alerts })}::text::jsonb, ${now}, ${now})`
  const each = columnsOf(lines)
  await tx`
    update alert_lines set message_id = ${id}
    from unnest(
      ${each(({ alert }) => alert.id)}::uuid[], ${each(({ change }) => change)}::text[]
    ) as sent (alert_id, change)
    where destination_id = ${destinationId} and alert_lines.alert_id = sent.alert_id
      and alert_lines.change = sent.change and message_id is null`
}

/** A message that this worker has claimed. */
export type ClaimedMessage = {
  id: string
  destinationId: string
  attempt: number
  failures: number
  acceptedBy: string[]
  alerts: ReportedAlert[]
  createdAt: string
}

/** Claims due messages until `leaseEndsAt`. `quietIds` are the destinations that are in their quiet hours. */
export function claimMessages(
  db: Db,
  { quietIds, limit, now, leaseEndsAt }: { quietIds: string[]; limit: number; now: Date; leaseEndsAt: Date },
): Promise<ClaimedMessage[]> {
  return db<ClaimedMessage[]>`
    update alert_messages set attempt = attempt + 1, due_at = ${leaseEndsAt}
    where id = any (array(
      select id from alert_messages
      where state = 'PENDING' and due_at <= ${now} and destination_id <> all (${quietIds}::uuid[])
      order by due_at limit ${limit} for update skip locked
    ))
    returning id, destination_id, attempt, failures, accepted_by, content -> 'alerts' as alerts, created_at`
}

/** Records that one of the addresses has it. */
export async function updateAccepted(
  db: Db,
  { id, attempt }: ClaimedMessage,
  address: string,
): Promise<void> {
  await db`
    update alert_messages set accepted_by = accepted_by || ${address}::text
    where id = ${id} and attempt = ${attempt} and state = 'PENDING'`
}

export async function hasDueMessages(sql: Reader, now: Date): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`
    select exists (select from alert_messages where state = 'PENDING' and due_at <= ${now})`
  return row.exists
}

export async function updateSent(db: Db, { id }: ClaimedMessage, now: Date): Promise<void> {
  await db`
    update alert_messages set state = 'SENT', done_at = ${now}, accepted_by = '{}'
    where id = ${id} and state = 'PENDING'`
}

/** Null: it is given up. A message that another worker has claimed meanwhile is left unchanged. */
export async function updateFailed(
  db: Db,
  { id, attempt }: ClaimedMessage,
  nextAttemptAt: Date | null,
  now: Date,
): Promise<void> {
  await (nextAttemptAt === null
    ? db`
        update alert_messages
        set state = 'GIVEN_UP', done_at = ${now}, failures = failures + 1, accepted_by = '{}'
        where id = ${id} and attempt = ${attempt} and state = 'PENDING'`
    : db`
        update alert_messages set due_at = ${nextAttemptAt}, failures = failures + 1
        where id = ${id} and attempt = ${attempt} and state = 'PENDING'`)
}

export async function countMessages(sql: Reader): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<[{ waiting: number; givenUp: number }]>`
    select count(*) filter (where state = 'PENDING') as waiting, count(*) filter (where state = 'GIVEN_UP') as given_up
    from alert_messages where state <> 'SENT'`
  return row
}

export const deleteMessagesDoneBefore = deletionBefore('alert_messages', 'done_at')
