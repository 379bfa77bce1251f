/** What a move does in the database that a merchant leaves. Each step can be repeated. */

import { BRIEF_WAITS, isMoved, MOVED_TABLES, type MovedRecords } from '../../platform/cells/moved-tables.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'

export const PUBLICATION = 'counterfoil_move'
const KEEPS_RECORDS = 'moving_merchant_keeps_its_records'
const STAYS_AS_IT_IS = 'moved_merchant_stays_as_it_is'

/**
 * From now on, the merchant gets no new vouchers, outlets and imports of codes: a publication filters by their ids, which it
 * cannot learn later. Returns null while codes are imported or a month is closed.
 */
export async function keepRecords(db: Db, merchantId: string): Promise<MovedRecords | null> {
  const kept = await db`select from pg_trigger where tgname = ${KEEPS_RECORDS}`
  if (kept.length === 0)
    await db.begin(async (tx) => {
      await tx.unsafe(BRIEF_WAITS)
      const owned = { merchants: [merchantId], vouchers: [], outlets: [], statements: [] }
      await createTrigger(tx, 'vouchers', owned)
      await createTrigger(tx, 'outlets', owned)
      await createTrigger(tx, 'code_imports', await findRecords(tx, merchantId))
    })
  const records = await findRecords(db, merchantId)
  const open = await db`
    select from public.code_imports where voucher_id = any (${records.vouchers}::uuid[]) and finished_at is null
    union all
    select from public.statement_months where closing_at is not null and closed_at is null`
  return open.length > 0 ? null : records
}

/** They stay the same from `keepRecords` on. */
export async function findRecords(sql: Reader, merchantId: string): Promise<MovedRecords> {
  const [records] = await sql<[MovedRecords]>`
    select array[${merchantId}::uuid] as merchants,
      array(select id from public.vouchers where merchant_id = ${merchantId} order by id) as vouchers,
      array(select id from public.outlets where merchant_id = ${merchantId} order by id) as outlets,
      array(select number::text from public.statements where merchant_id = ${merchantId} order by number) as statements`
  return records
}

async function createTrigger(tx: Tx, table: string, records: MovedRecords): Promise<void> {
  await tx.unsafe(`
    create trigger ${KEEPS_RECORDS} before insert on public.${table} for each row
      when (${isMoved(table, records, 'new.')}) execute function public.refuse_moving_merchant()`)
}

/** Publishes the rows of the merchant under a slot of this name. */
export async function publish(db: Db, records: MovedRecords, slot: string): Promise<void> {
  const [known] = await db`select from pg_publication where pubname = ${PUBLICATION}`
  if (!known) {
    const tables = MOVED_TABLES.map((table) => `public.${table} where (${isMoved(table, records)})`)
    await db.unsafe(
      `create publication ${PUBLICATION} for table ${tables.join(', ')} with (publish_via_partition_root = true)`,
    )
  }
  const [existing] = await db`select from pg_replication_slots where slot_name = ${slot}`
  // It waits for the end of all transactions that are running.
  if (!existing)
    await db.begin(async (tx) => {
      await tx.extendDeadline(60_000)
      await tx`select pg_create_logical_replication_slot(${slot}, 'pgoutput')`
    })
}

/** Old rows are published with all columns, because the filter needs them. Partitions do not inherit this. */
export async function publishWholeRows(db: Db, isWhole: boolean): Promise<void> {
  const others = await db<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c
    where relkind in ('r', 'p') and relreplident <> ${isWhole ? 'f' : 'd'}
      and (c.oid = any (${MOVED_TABLES.map((table) => `public.${table}`)}::regclass[])
        or c.oid in (select relid from pg_partition_tree('public.redemptions')))`
  for (const { name } of others)
    await db.begin(async (tx) => {
      await tx.unsafe(BRIEF_WAITS)
      await tx.unsafe(`alter table ${name} replica identity ${isWhole ? 'full' : 'default'}`)
    })
}

/** How many bytes of the log the target has not applied. Null if the slot is lost, so that the target misses changes. */
export async function findLag(sql: Reader, slot: string): Promise<number | null> {
  const [row] = await sql<{ lag: string | null }[]>`
    select case when wal_status <> 'lost' then pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn) end as lag
    from pg_replication_slots where slot_name = ${slot}`
  return row?.lag == null ? null : Number(row.lag)
}

/**
 * From now on, nobody writes the rows of the merchant here. Waits for the batches that are running. Returns the counted days;
 * returns null, and changes nothing, if the target has counted others: rows would be counted twice or never.
 */
export async function fence(
  db: Db,
  records: MovedRecords,
  inTarget: CountedDays,
): Promise<CountedDays | null> {
  return db.begin(async (tx) => {
    await tx.unsafe(BRIEF_WAITS)
    const here = await lockCountedDays(tx)
    const areSame = here.until === inTarget.until && here.groupsUntil === inTarget.groupsUntil
    if (!areSame && !isUncounted(here) && !isUncounted(inTarget)) return null
    const tables = MOVED_TABLES.map((table) => `public.${table}`)
    await tx.unsafe(`lock table ${tables.join(', ')} in share row exclusive mode`)
    for (const table of MOVED_TABLES) await refuseWrites(tx, table, records)
    return here
  })
}

async function refuseWrites(tx: Tx, table: string, records: MovedRecords): Promise<void> {
  const refusal = 'execute function public.refuse_moving_merchant()'
  await tx.unsafe(`
    create or replace trigger ${STAYS_AS_IT_IS} before insert or update on public.${table} for each row
      when (${isMoved(table, records, 'new.')}) ${refusal};
    create or replace trigger ${STAYS_AS_IT_IS}_too before delete on public.${table} for each row
      when (${isMoved(table, records, 'old.')}) ${refusal}`)
}

/** The days before which stats are counted. Null: there was nothing to count yet. */
export type CountedDays = { until: string | null; groupsUntil: string | null; hasRows: boolean }

/** They stay so until the end of the transaction. */
export async function lockCountedDays(tx: Tx): Promise<CountedDays> {
  const [days] = await tx<[CountedDays]>`
    select days_until::text as until, group_days_until::text as groups_until,
      exists (select from redemptions) or exists (select from claims) as has_rows
    from public.stats_progress for update`
  return days
}

function isUncounted({ until, hasRows }: CountedDays): boolean {
  return until === null && !hasRows
}

/** The position that the target must reach to have everything that was written so far. */
export async function findLogPosition(sql: Reader): Promise<string> {
  const [row] = await sql<[{ position: string }]>`select pg_current_wal_lsn()::text as position`
  return row.position
}

export async function hasReached(sql: Reader, slot: string, position: string): Promise<boolean> {
  const [row] = await sql<{ hasReached: boolean }[]>`
    select confirmed_flush_lsn >= ${position}::pg_lsn as has_reached from pg_replication_slots where slot_name = ${slot}`
  return row?.hasReached ?? false
}

/** Returns false while the target is still connected. */
export async function unpublish(db: Db, slot: string): Promise<boolean> {
  await db.unsafe(`drop publication if exists ${PUBLICATION}`)
  await db`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slot} and not active`
  const left = await db`select from pg_replication_slots where slot_name = ${slot}`
  return left.length === 0
}

export async function dropTriggers(db: Db): Promise<void> {
  const triggers = await db<{ name: string; table: string }[]>`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger
    where tgname in (${KEEPS_RECORDS}, ${STAYS_AS_IT_IS}, ${`${STAYS_AS_IT_IS}_too`}) and tgparentid = 0`
  for (const { name, table } of triggers)
    await db.begin(async (tx) => {
      await tx.unsafe(BRIEF_WAITS)
      await tx.unsafe(`drop trigger ${name} on ${table}`)
    })
}

export async function findSlug(sql: Reader, merchantId: string): Promise<string> {
  const [row] = await sql<[{ slug: string }]>`select slug from public.merchants where id = ${merchantId}`
  return row.slug
}

/** Whether it is a merchant of live partners. False if this database has no rows of it. */
export async function isLive(sql: Reader, merchantId: string): Promise<boolean> {
  const [row] = await sql<{ isLive: boolean }[]>`
    select mode = 'live' as is_live from public.merchants where id = ${merchantId}`
  return row?.isLive ?? false
}

/** What keeps the database from publishing and deleting rows of a merchant, in a sentence. Null: nothing. */
export async function findObstacle(sql: Reader): Promise<string | null> {
  const [{ walLevel, isSuperuser }] = await sql<[{ walLevel: string; isSuperuser: boolean }]>`
    select current_setting('wal_level') as wal_level, rolsuper as is_superuser
    from pg_roles where rolname = current_user`
  if (walLevel !== 'logical') return `its wal_level is ${walLevel}: set it to logical, and restart PostgreSQL`
  if (!isSuperuser) return 'its role must be a superuser while a merchant moves'
  return null
}
