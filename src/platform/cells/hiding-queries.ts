/**
 * A merchant lives in one database, and while it moves, the other one has rows of it, too. Views that leave them out hide
 * them: they have the names of the tables, in a schema that comes first in the search path. So no other statement needs to
 * know of moves.
 */
import pg from 'pg'
import type { Db, Reader, Tx } from '../database/db.ts'
import { BRIEF_WAITS, isMoved, MOVED_TABLES, type MovedRecords, planAgain } from './moved-tables.ts'

/** Lets the views come before the tables, in connections that are opened from now on. A restored copy has lost this. */
export async function prepareHiding(tx: Tx, searchPath: string): Promise<void> {
  const known = await tx`
    select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database() and setrole = 0 and ${`search_path=present, ${searchPath}`} = any (setconfig)`
  if (known.length > 0) return
  const [{ database }] = await tx<[{ database: string }]>`select current_database() as database`
  await tx.unsafe(`
    create schema if not exists present;
    alter database ${pg.escapeIdentifier(database)} set search_path = present, ${searchPath}`)
}

export async function isHidden(sql: Reader): Promise<boolean> {
  const [row] = await sql<[{ isHidden: boolean }]>`
    select exists (select from pg_views where schemaname = 'present') as is_hidden`
  return row.isHidden
}

/**
 * Waits for transactions that have locked rows: what they have found must not disappear before they end. The system columns
 * are those of the rows, because statements use them.
 */
export async function hide(db: Db, records: MovedRecords): Promise<void> {
  const views = MOVED_TABLES.map(
    (table) => `
      create or replace view present.${table} as
        select *, ctid, xmax from public.${table} where (${isMoved(table, records)}) is not true;
      ${planAgain(table)}`,
  )
  await db.begin(async (tx) => {
    const tables = MOVED_TABLES.map((table) => `public.${table}`)
    await tx.unsafe(`${BRIEF_WAITS}; lock table ${tables.join(', ')} in exclusive mode; ${views.join('')}`)
    await announce(tx)
  })
}

export async function reveal(tx: Tx): Promise<void> {
  const views = MOVED_TABLES.map((table) => `present.${table}`)
  await tx.unsafe(`${BRIEF_WAITS}; drop view if exists ${views.join(', ')}`)
  await announce(tx)
}

/** Nodes read the catalog again. */
async function announce(tx: Tx): Promise<void> {
  await tx`update public.catalog_version set version = version + 1`
}

/**
 * Deletes the rows of the merchant, without triggers: they were moved, or copied in vain. Throws unless they are hidden, as
 * for a worker that wakes up after another one has ended the move.
 */
export async function deleteRows(db: Db, records: MovedRecords): Promise<void> {
  await db.begin(async (tx) => {
    await tx.extendDeadline(null)
    await tx.unsafe('select from present.merchants limit 0')
    await tx.unsafe('set local session_replication_role = replica')
    for (const table of MOVED_TABLES)
      await tx.unsafe(`delete from public.${table} where ${isMoved(table, records)}`)
  })
}
