import type { Db, Reader, Tx } from '../../platform/database/db.ts'

export type ClosedCounts = { closedAt: string; statements: number; unreviewed: number }

/** The close of a month; null while it is open. A month before a closed one is closed, too, even if it had no rows. */
export async function findClose(sql: Reader, month: string): Promise<ClosedCounts | null> {
  const [row] = await sql<ClosedCounts[]>`
    select closed_at, case when month = ${month} then statements else 0 end as statements,
      case when month = ${month} then unreviewed else 0 end as unreviewed
    from statement_months
    where month >= ${month} and closed_at is not null
    order by month limit 1`
  return row ?? null
}

/**
 * When a month can be closed: one hour after it has ended in the last time zone in use. Without merchants, UTC is in use.
 */
export async function findClosableAt(sql: Reader, month: string): Promise<string> {
  const [row] = await sql<[{ closableAt: string }]>`
    select coalesce(max(ended at time zone timezone), ended at time zone 'UTC') + interval '1 hour' as closable_at
    from (select (${month} || '-01')::timestamp + interval '1 month' as ended) as month
    left join (select distinct timezone from merchants where mode = 'live') as used on true
    group by ended`
  return row.closableAt
}

/** The month after the last closed one. Before the first close: the first month with a redemption, or null. */
export async function findEarliestOpenMonth(sql: Reader): Promise<string | null> {
  const [row] = await sql<[{ month: string | null }]>`
    select coalesce(
      (select month_after(max(month)) from statement_months where closed_at is not null),
      (select min(r.statement_month)
       from redemptions r join merchants m on m.id = r.merchant_id
       where m.mode = 'live' and r.redeemed_at < (
         select min(redeemed_at) + interval '27 hours' from redemptions
         where partner_id not in (select id from partners where mode = 'test')))
    ) as month`
  return row.month
}

/**
 * Marks a month as being closed, for good. Redemptions of this month that are written from now on are adjustments of a
 * later one. Returns the next transaction id, in a transaction of its own: batches that did not see the mark have lower ids.
 */
export async function beginClose(db: Db, month: string, now: Date): Promise<bigint> {
  await db`
    insert into statement_months as known (month, closing_at) values (${month}, ${now})
    on conflict (month) do update set closing_at = coalesce(known.closing_at, excluded.closing_at)`
  const [row] = await db<[{ horizon: string }]>`select pg_current_xact_id()::text as horizon`
  return BigInt(row.horizon)
}

/** Whether the close has begun here, and not ended. */
export async function isBeingClosed(sql: Reader, month: string): Promise<boolean> {
  const [row] = await sql<[{ isClosing: boolean }]>`
    select count(*) > 0 as is_closing from statement_months
    where month = ${month} and closing_at is not null and closed_at is null`
  return row.isClosing
}

/**
 * Whether every transaction of this database before the horizon has ended. The oldest transaction of a snapshot
 * would not do: it may belong to another database of the same server, which can keep it open for hours.
 */
export async function isHorizonReached(sql: Reader, horizon: bigint): Promise<boolean> {
  const [row] = await sql<[{ isReached: boolean }]>`
    select not exists (
      select from pg_stat_activity
      where datname = current_database() and age(backend_xid) > age(${String(horizon)}::xid8::xid)
    ) as "isReached"`
  return row.isReached
}

/** Locks a month against voids and reviews. */
export async function lockMonthToClose(tx: Tx, month: string): Promise<void> {
  await tx`select from statement_months where month = ${month} for update`
}

/** The last closed month; null before the first close. */
export async function findLastClosed(sql: Reader): Promise<{ month: string; closedAt: string } | null> {
  const [row] = await sql<{ month: string; closedAt: string }[]>`
    select month, closed_at from statement_months where closed_at is not null order by month desc limit 1`
  return row ?? null
}

/** Closes a month, and all before it, in a cell that had no redemptions then. */
export async function insertClosed(tx: Tx, { month, closedAt }: { month: string; closedAt: string }) {
  await tx`
    insert into statement_months (month, closing_at, closed_at, statements, unreviewed)
    values (${month}, ${closedAt}, ${closedAt}, 0, 0)
    on conflict do nothing`
}

export async function updateToClosed(
  tx: Tx,
  month: string,
  counts: Omit<ClosedCounts, 'closedAt'>,
  now: Date,
) {
  await tx`
    update statement_months
    set closed_at = ${now}, statements = ${counts.statements}, unreviewed = ${counts.unreviewed}
    where month = ${month}`
}

/** Locks a month against a close, together with others. Returns whether it is open. */
export async function lockOpenMonth(tx: Tx, month: string): Promise<boolean> {
  await tx`insert into statement_months (month) values (${month}) on conflict do nothing`
  await tx`select from statement_months where month = ${month} for share`
  return (await findClose(tx, month)) === null
}

export type MonthsOfChange = {
  isTest: boolean
  /** The month of the change in the merchant's time zone, or the earliest open one: always after the redemption's. */
  laterMonth: string
  /** Whether the redemption was written after the close of its month had begun. */
  isLate: boolean
}

export async function getMonthsOfChange(
  sql: Reader,
  { id, merchantId, statementMonth }: { id: string; merchantId: string; statementMonth: string },
  at: Date,
): Promise<MonthsOfChange> {
  const [row] = await sql<[MonthsOfChange]>`
    select mode = 'test' as is_test,
      greatest(
        to_char(${at}::timestamptz at time zone timezone, 'YYYY-MM'),
        (select month_after(max(month)) from statement_months where closed_at is not null),
        month_after(${statementMonth})
      ) as later_month,
      exists (select from statement_adjustments where redemption_id = ${id} and kind = 'LATE') as is_late
    from merchants
    where id = ${merchantId}`
  return row
}
