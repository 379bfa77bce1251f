/** What a move does in the database that a merchant comes to. Each step can be repeated. */
import pg from 'pg'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { type CountedDays, PUBLICATION } from './source-queries.ts'

const SUBSCRIPTION = PUBLICATION
const KEEPS_KEYS = 'moving_merchant_keeps_known_keys'

/**
 * Copies the rows that the source publishes, and follows their changes. Its commits wait for the disk: a crash must not lose
 * that a table is copied once its slot in the source is dropped, because the table would wait for that slot forever.
 */
export async function subscribe(db: Db, sourceConnection: string, slot: string): Promise<void> {
  await db.begin(async (tx) => {
    await tx.extendDeadline(60_000)
    await tx.unsafe(`
      create or replace trigger ${KEEPS_KEYS} before insert on public.idempotency_keys for each row
        execute function public.keep_known_key();
      alter table public.idempotency_keys enable replica trigger ${KEEPS_KEYS};
      create subscription ${SUBSCRIPTION} connection ${pg.escapeLiteral(sourceConnection)} publication ${PUBLICATION}
        with (create_slot = false, slot_name = ${pg.escapeLiteral(slot)}, synchronous_commit = 'on')`)
  })
}

export async function hasSubscription(sql: Reader): Promise<boolean> {
  const [row] = await sql`
    select from pg_subscription join pg_database on pg_database.oid = subdbid
    where subname = ${SUBSCRIPTION} and datname = current_database()`
  return row !== undefined
}

/**
 * The source may have another address than before. An address that works stays: each worker may reach the source by another
 * one, and a change interrupts the copying.
 */
export async function reconnect(db: Db, sourceConnection: string): Promise<void> {
  const [outdated] = await db`
    select from pg_subscription join pg_database on pg_database.oid = subdbid
    where subname = ${SUBSCRIPTION} and datname = current_database() and subconninfo <> ${sourceConnection}
      and not exists (select from pg_stat_subscription s where s.subid = pg_subscription.oid and s.pid is not null)`
  if (outdated)
    await db.unsafe(`alter subscription ${SUBSCRIPTION} connection ${pg.escapeLiteral(sourceConnection)}`)
}

export type CopyProgress = { copied: number; total: number; bytes: number; failures: number }

/** How many tables are copied, and the size of what the others have copied so far. */
export async function findCopyProgress(sql: Reader): Promise<CopyProgress> {
  const [row] = await sql<[CopyProgress]>`
    select count(*) filter (where srsubstate = 'r')::int as copied, count(*)::int as total,
      coalesce((select sum(bytes_processed) from pg_stat_progress_copy where datname = current_database()), 0)::float8 as bytes,
      coalesce(max(apply_error_count + sync_error_count), 0)::int as failures
    from pg_subscription join pg_database on pg_database.oid = subdbid join pg_subscription_rel on srsubid = pg_subscription.oid
      left join pg_stat_subscription_stats on subid = pg_subscription.oid
    where pg_subscription.subname = ${SUBSCRIPTION} and datname = current_database()`
  return row
}

export async function unsubscribe(db: Db): Promise<void> {
  if (await hasSubscription(db))
    await db.begin(async (tx) => {
      await tx.extendDeadline(60_000)
      // The slot is dropped at the source, which may be down.
      await tx.unsafe(`
        alter subscription ${SUBSCRIPTION} disable;
        alter subscription ${SUBSCRIPTION} set (slot_name = none);
        drop subscription ${SUBSCRIPTION}`)
    })
  await db.unsafe(`drop trigger if exists ${KEEPS_KEYS} on public.idempotency_keys`)
}

/** The next uploaded code of a pool comes after those that were copied. */
export async function continuePositions(tx: Tx, source: Reader): Promise<void> {
  const [last] = await source<[{ position: string }]>`
    select last_value::text as position from pg_sequences
    where schemaname = 'public' and sequencename = 'voucher_codes_position_seq'`
  await tx`
    select setval('public.voucher_codes_position_seq', greatest(${last.position ?? '1'}::bigint, last_value))
    from public.voucher_codes_position_seq`
}

/** Months that are closed in the source are closed in the target, too. */
export async function closeSameMonths(tx: Tx, source: Reader): Promise<void> {
  const months = await source<{ month: string; closingAt: Date; closedAt: Date }[]>`
    select month, closing_at, closed_at from public.statement_months where closed_at is not null`
  for (const { month, closingAt, closedAt } of months)
    await tx`
      insert into public.statement_months (month, closing_at, closed_at, statements, unreviewed)
      values (${month}, ${closingAt}, ${closedAt}, 0, 0) on conflict (month) do nothing`
}

/** The stats of the days before were copied. */
export async function countFromSameDays(tx: Tx, { until, groupsUntil }: CountedDays): Promise<void> {
  await tx`
    update public.stats_progress
    set days_until = coalesce(days_until, ${until}::date), group_days_until = coalesce(group_days_until, ${groupsUntil}::date)`
}
