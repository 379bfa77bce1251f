import type { Db, Reader, Tx } from '../../../platform/database/db.ts'
import { identifier } from '../../../platform/database/sql.ts'

/** The columns that an erasure clears in a redemption, here and in archives. The rest is the ledger. */
export const CLEARED_COLUMNS = ['consumer_lat', 'consumer_lng', 'gps_accuracy_meters', 'review_note']
/** Replaces the reason of a void, because a voided redemption must have one. */
export const ERASED_TEXT = 'erased'

/** The partition of a month. */
export type Part = { name: string; from: string; until: string }

const LONG_MS = 60 * 60_000
const PAGE_ROWS = 5000
const TRIGGER = 'redemptions_are_being_archived'

/** Locks the archive until the end of the transaction. Returns false if another process has the lock. */
export async function lockArchive(tx: Tx): Promise<boolean> {
  // The transaction lasts as long as the archive, and is idle meanwhile.
  await tx`set local idle_in_transaction_session_timeout = 0`
  const [row] = await tx<[{ isLocked: boolean }]>`
    select pg_try_advisory_xact_lock(hashtext('counterfoil archive')) as is_locked`
  return row.isLocked
}

/** Throws if the connection of the transaction, and with it the lock, is lost. */
export async function requireArchiveLock(tx: Tx): Promise<void> {
  await tx`select`
}

/** The partitions of months that end at `before` or earlier, oldest first. The month is in the name. */
export function listPartsBefore(sql: Reader, before: Date): Promise<Part[]> {
  return sql<Part[]>`
    select name, month as from, period_start('month', month, 1) as until
    from (
      select relname as name, to_date(right(relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' as month
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'public.redemptions'::regclass and relname ~ '_\\d{4}_\\d{2}$'
    ) as parts
    where period_start('month', month, 1) <= ${before}
    order by month`
}

export type PartState = {
  rows: number
  unreviewed: number
  areStatsClosed: boolean
  /** The first statement month of its redemptions that is open; null if all are closed. */
  openStatementMonth: string | null
}

export async function getPartState(sql: Reader, { name, until }: Part): Promise<PartState> {
  const [row] = await sql<[PartState]>`
    select count(*)::int as rows,
      (count(*) filter (where status = 'FLAGGED' and reviewed_at is null and voided_at is null))::int as unreviewed,
      count(*) = 0 or (
        select coalesce(least(days_until, group_days_until) >= utc_day(${until}), false) from stats_progress
      ) as are_stats_closed,
      (select min(month) from (${statementMonthsOf(sql, name)}) as months
       where month > coalesce((select max(month) from statement_months where closed_at is not null), ''))
        as open_statement_month
    from ${identifier(name)}`
  return row
}

/** The statement months of a partition's redemptions, without those of test merchants. */
const statementMonthsOf = (sql: Reader, name: string) => sql`
  select distinct r.statement_month as month
  from ${identifier(name)} r join merchants m on m.id = r.merchant_id
  where m.mode = 'live'`

/** The months before `before` that were archived, as text. */
export async function listArchivedMonths(sql: Reader, before: Date): Promise<string[]> {
  const rows = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from archived_months where month < utc_day(${before}) order by month`
  return rows.map(({ month }) => month)
}

/** Freezes a partition. Waits for transactions that change it; from then on, nothing changes it. */
export async function freezePart(tx: Tx, { name }: Part): Promise<void> {
  await tx`set local lock_timeout = '2s'`
  await tx.unsafe(`drop trigger if exists ${TRIGGER} on ${name}`)
  await tx.unsafe(
    `create trigger ${TRIGGER} before insert or update or delete on ${name} for each row execute function refuse_while_archived()`,
  )
}

export async function unfreezePart(tx: Tx, { name }: Part): Promise<void> {
  await tx`set local lock_timeout = '2s'`
  await tx.unsafe(`drop trigger if exists ${TRIGGER} on ${name}`)
}

export type Column = { name: string; type: string }

export function listColumns(sql: Reader): Promise<Column[]> {
  return sql<Column[]>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = 'public.redemptions'::regclass and attnum > 0 and not attisdropped
    order by attnum`
}

/** Selects each value as text that PostgreSQL reads back as the same value, whatever the settings of the session. */
function asText({ name, type }: Column): string {
  if (type === 'timestamp with time zone')
    return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  if (type === 'bytea') return `'\\x' || encode(${name}, 'hex')`
  return `${name}::text`
}

/** Reads the rows of a partition by id, a page at a time. The first column is the id. */
export async function* readPart(
  db: Db,
  { name }: Part,
  columns: Column[],
): AsyncGenerator<(string | null)[][]> {
  const values = columns.map(asText).join(', ')
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await db
      .withLimits({ deadlineMs: LONG_MS })
      .unsafe<{ row: (string | null)[] }[]>(
        `select array[${values}] as row from ${name} where id > $1 order by id limit ${PAGE_ROWS}`,
        [last],
      )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)?.row[0] ?? last
  }
}

/** Writes the counts of a month, which apply once the month is archived. Replaces those of an interrupted attempt. */
export async function insertArchivedCounts(tx: Tx, { name, from }: Part): Promise<void> {
  await tx.extendDeadline(LONG_MS)
  const part = identifier(name)
  const month = tx`utc_day(${from})`
  await tx`delete from archived_user_counts where month = ${month}`
  await tx`delete from archived_voucher_counts where month = ${month}`
  await tx`
    insert into archived_user_counts (month, user_id, voucher_id, cycle_key, cycle_resets_at, used)
    select ${month}, user_id, voucher_id, cycle_key, max(cycle_resets_at), count(*)
    from ${part} where voided_at is null
    group by user_id, voucher_id, cycle_key`
  await tx`
    insert into archived_voucher_counts (month, voucher_id, cycle_key, used, voided)
    select ${month}, voucher_id, cycle_key, count(*) filter (where voided_at is null), count(voided_at)
    from ${part}
    group by voucher_id, cycle_key`
  await tx`delete from archived_statement_counts where month = ${month}`
  await tx`
    insert into archived_statement_counts (month, statement_month, merchant_id, partner_id, voucher_id, value_minor,
      value_currency, value_decimals, redeemed, net)
    select ${month}, r.statement_month, r.merchant_id, r.partner_id, r.voucher_id, r.value_minor, r.value_currency, r.value_decimals, count(*),
      count(*) filter (where voided_at is null and coalesce(review_outcome, '') <> 'REJECTED')
    from ${part} r join merchants m on m.id = r.merchant_id
    where m.mode = 'live'
    group by 2, 3, 4, 5, 6, 7, 8`
  await tx`
    insert into archived_references (id)
    select user_id from ${part} union select voucher_id from ${part} union select outlet_id from ${part}
    union select merchant_id from ${part} union select partner_id from ${part}
    on conflict do nothing`
}

export type Archived = { rows: number; sha256: string; at: Date }

/** Records a month as archived and drops its table. Waits at most 200 ms for the lock. */
export async function dropPart(tx: Tx, { name, from }: Part, { rows, sha256, at }: Archived): Promise<void> {
  await tx`set local lock_timeout = '200ms'`
  await tx`
    insert into archived_months (month, rows, sha256, archived_at)
    values (utc_day(${from}), ${rows}, ${sha256}, ${at})`
  await tx`drop table ${identifier(name)}`
}

/** Records that the file of an archived month was rewritten. Does nothing if this database did not write the file. */
export async function updateArchivedFile(tx: Tx, former: string[], sha256: string): Promise<void> {
  await tx`update archived_months set sha256 = ${sha256} where sha256 = any (${former}::text[])`
}

/** Deletes counters of cycles that have ended and have no redemption left, with their archived counts. */
export async function deleteEndedCounters(tx: Tx, endedBefore: Date, limit: number): Promise<number> {
  await tx.extendDeadline(LONG_MS)
  const { count } = await tx`
    with ended as (
      select distinct c.user_id, c.voucher_id, c.cycle_key
      from (
        select * from archived_user_counts
        where cycle_resets_at < ${endedBefore} and month in (select month from archived_months)
          and not exists (
            select from redemptions r
            where r.user_id = archived_user_counts.user_id
              and (r.voucher_id, r.cycle_key) = (archived_user_counts.voucher_id, archived_user_counts.cycle_key)
          )
        limit ${limit}
      ) as c
    ),
    counters as (
      delete from user_quotas as q using ended
      where (q.user_id, q.voucher_id, q.cycle_key) = (ended.user_id, ended.voucher_id, ended.cycle_key)
    )
    delete from archived_user_counts as c using ended
    where (c.user_id, c.voucher_id, c.cycle_key) = (ended.user_id, ended.voucher_id, ended.cycle_key)`
  return count
}
