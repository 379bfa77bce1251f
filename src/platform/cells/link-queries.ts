import pg from 'pg'
import { parseAddress } from '../database/address.ts'
import type { Db, Reader, Tx } from '../database/db.ts'
import { HOME_TABLES } from './home-tables.ts'

const TABLES = HOME_TABLES.map((table) => `'${table}'`).join(', ')
const quote = pg.escapeIdentifier
const text = pg.escapeLiteral

/** Whether the database is a cell: linked to home. An empty database is none. */
export async function isCell(sql: Reader): Promise<boolean> {
  const [row] = await sql<[{ isCell: boolean }]>`
    select exists (select from pg_foreign_server where srvname = 'home') as is_cell`
  return row.isCell
}

/** Whether the cell reaches home at this address and with this password. Nodes that start together ask one by one. */
export async function isLinkedTo(tx: Tx, homeUrl: string): Promise<boolean> {
  const { server, user } = linkOptionsOf(homeUrl)
  const wanted = Object.entries({ ...server, ...user }).map(([name, value]) => `${name}=${value}`)
  await tx`select pg_advisory_xact_lock(${LINK_LOCK})`
  const [row] = await tx<{ options: string[] }[]>`
    select srvoptions || umoptions as options from pg_foreign_server join pg_user_mappings using (srvname)
    where srvname = 'home' and usename = current_user`
  return row !== undefined && row.options.sort().join() === wanted.sort().join()
}

/** An arbitrary number that every node uses. */
const LINK_LOCK = 315_211_424

/** Whether the database belongs to an installation of its own. */
export async function isClaimed(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ isClaimed: boolean }]>`
    select exists (select from public.installation) as is_claimed`
  return row.isClaimed
}

/**
 * Makes the database a cell: the tables of `HOME_TABLES` are reached at home, through foreign tables in the schema `home`.
 * It comes first in the search path, so that every statement and function finds them. The empty tables of the same names
 * stay in `public`, because migrations change them as in every database.
 */
export async function linkToHome(tx: Tx, name: string, homeUrl: string): Promise<void> {
  const { server, user } = linkOptionsOf(homeUrl)
  await tx.unsafe(`
    set local search_path = public;
    create extension if not exists postgres_fdw;
    drop schema if exists home cascade;
    drop server if exists home cascade;
    create server home foreign data wrapper postgres_fdw options (${listed(server)});
    create user mapping for current_user server home options (${listed(user)});
    create schema home;
    import foreign schema public limit to (${HOME_TABLES.join(', ')}) from server home into home
      options (import_default 'true');
    -- Users are many: a list looks up the users of its rows, instead of reading all of them.
    alter foreign table home.users options (add use_remote_estimate 'true');
    create or replace function cell_name() returns text language sql stable return ${text(name)};
  `)
  await tx.unsafe(DROP_KEYS_TO_HOME)
  const [{ database }] = await tx<[{ database: string }]>`select current_database() as database`
  // Nodes set this themselves, unless PgBouncer is in between.
  await tx.unsafe(`alter database ${quote(database)} set jit = off`)
}

/**
 * Ends all sessions of this role, its own last: PgBouncer would share those that began before the search path was set.
 */
export async function endSessions(sql: Reader): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and usename = current_user
      order by pid = pg_backend_pid()
    ) as sessions`
}

/** A foreign key cannot lead to another database. */
const DROP_KEYS_TO_HOME = `
  do $$
  declare key record;
  begin
    for key in
      select conrelid::regclass as owner, conname from pg_constraint
      where contype = 'f' and conparentid = 0
        and confrelid in (select oid from pg_class
                          where relnamespace = 'public'::regnamespace and relname = any (array[${TABLES}]))
        and conrelid not in (select oid from pg_class
                             where relnamespace = 'public'::regnamespace and relname = any (array[${TABLES}]))
    loop
      execute format('alter table %s drop constraint %I', key.owner, key.conname);
    end loop;
  end $$`

function linkOptionsOf(homeUrl: string): ReturnType<typeof optionsOf> {
  const { server, user } = optionsOf(homeUrl)
  return { server: { ...server, fetch_size: '1000' }, user }
}

/** The options with which a server connects to the database. libpq reads several hosts and `target_session_attrs`. */
function optionsOf(url: string): { server: Record<string, string>; user: Record<string, string> } {
  const { urls, needsWritable } = parseAddress(url)
  const places = urls.map((url) => new URL(url))
  const [{ username, password, pathname, searchParams }] = places as [URL]
  const sslmode = searchParams.get('sslmode')
  const server = {
    // IPv6 addresses have brackets in a URL only.
    host:
      searchParams.get('host') ?? places.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')).join(','),
    port: places.map(({ port }) => port || '5432').join(','),
    dbname: decodeURIComponent(pathname.slice(1)),
    ...(needsWritable && { target_session_attrs: 'read-write' }),
    ...(sslmode && { sslmode }),
  }
  const user = {
    user: decodeURIComponent(username),
    ...(password && { password: decodeURIComponent(password) }),
  }
  return { server, user }
}

/** The connection string of a subscription, as libpq reads it. */
export function connectionStringOf(url: string): string {
  const { server, user } = optionsOf(url)
  return Object.entries({ ...server, ...user })
    .map(([name, value]) => `${name}='${value.replaceAll(/['\\]/g, '\\$&')}'`)
    .join(' ')
}

function listed(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${text(value)}`)
    .join(', ')
}

/** Creates the database unless it exists. */
export async function createDatabase(db: Db, name: string): Promise<void> {
  const [existing] = await db`select from pg_database where datname = ${name}`
  if (!existing) await db.withLimits({ deadlineMs: 60_000 }).unsafe(`create database ${quote(name)}`)
}
