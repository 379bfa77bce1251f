import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { columnsOf } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { deletionBefore } from '../../platform/database/deletion-before.ts'
import type { AlertFacts, AlertSubject } from './alert-words.ts'

export type NewStoredAlert = {
  id: string
  kind: AlertKind
  subject: AlertSubject
  /** The merchant or partner whose people see it. */
  merchantId: string | null
  partnerId: string | null
  facts: AlertFacts
  beganAt: Date
}

export type StoredAlert = Omit<NewStoredAlert, 'beganAt'> & {
  isNotice: boolean
  beganAt: string
  endedAt: string | null
}

/** The columns of the alert `a`. */
export const alertColumns = (sql: Reader) => sql`
  a.id, a.kind, json_build_object('type', a.subject_type, 'id', a.subject_id, 'name', a.subject_name) as subject,
  a.merchant_id, a.partner_id, a.facts, a.is_notice, a.began_at, a.ended_at`

export async function insertAlerts(tx: Tx, alerts: NewStoredAlert[], isNotice: boolean): Promise<void> {
  const each = columnsOf(alerts)
  await tx`
    insert into alerts (
      id, kind, subject_type, subject_id, subject_name, merchant_id, partner_id, facts, began_at, is_notice
    )
    select new.*, ${isNotice} from unnest(
      ${each(({ id }) => id)}::uuid[],
      ${each(({ kind }) => kind)}::text[],
      ${each(({ subject }) => subject.type)}::text[],
      ${each(({ subject }) => subject.id)}::text[],
      ${each(({ subject }) => subject.name)}::text[],
      ${each(({ merchantId }) => merchantId)}::uuid[],
      ${each(({ partnerId }) => partnerId)}::uuid[],
      ${each(({ facts }) => JSON.stringify(facts))}::jsonb[],
      ${each(({ beganAt }) => beganAt.toISOString())}::timestamptz[]
    ) as new`
}

export function listOpenAlerts(sql: Reader): Promise<StoredAlert[]> {
  return sql<StoredAlert[]>`
    select ${alertColumns(sql)} from alerts a where ended_at is null and not is_notice`
}

export function listNoticesSince(sql: Reader, since: Date): Promise<StoredAlert[]> {
  return sql<StoredAlert[]>`
    select ${alertColumns(sql)} from alerts a where is_notice and began_at > ${since} order by began_at desc`
}

/** Locks the alerts, so that no other worker announces them. New notices may be missing and follow later. */
export function lockUnannounced(tx: Tx): Promise<StoredAlert[]> {
  return tx<StoredAlert[]>`
    select ${alertColumns(tx)} from alerts a where not is_announced order by id for update skip locked`
}

export async function updateAnnounced(tx: Tx, ids: string[]): Promise<void> {
  await tx`update alerts set is_announced = true where id = any (${ids}::uuid[])`
}

export async function updateEnded(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx`update alerts set ended_at = ${now} where id = any (${ids}::uuid[])`
}

/** When the current alerts were last compared with the stored ones; null: never. */
export async function findCheckedAt(sql: Reader): Promise<Date | null> {
  const [row] = await sql<[{ checkedAt: string | null }]>`select checked_at from alert_watch`
  return row.checkedAt === null ? null : new Date(row.checkedAt)
}

export async function updateCheckedAt(tx: Tx, now: Date): Promise<void> {
  await tx`update alert_watch set checked_at = ${now}`
}

export const deleteAlertsEndedBefore = deletionBefore('alerts', 'ended_at')

export async function deleteNoticesBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from alerts where id = any (array(
      select id from alerts where is_notice and began_at < ${time} order by began_at limit ${limit}
      for update skip locked
    ))`
  return count
}
