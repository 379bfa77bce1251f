import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../src/platform/database/db.ts'
import {
  MigrationError,
  type MigrationRetry,
  migrate,
  migrateIfEmpty,
} from '../../../src/platform/database/migrate.ts'
import { spawnCommand } from '../../support/process.ts'
import { openUnmigrated } from './unmigrated.ts'

const FIRST = 'create table merchants (id int); create table vouchers (id int);'
const SECOND = 'alter table merchants add column a int; alter table vouchers add column a int;'

const folder = await mkdtemp(join(tmpdir(), 'counterfoil-migrations-'))
const directory = pathToFileURL(`${folder}/`)
const { create } = await openUnmigrated()
afterAll(() => rm(folder, { recursive: true }))

let db: Db
let url: string
let retries: MigrationRetry[]
const limits = {
  directory,
  lockTimeoutMs: 200,
  pauseMs: 50,
  maxAttempts: 3,
  onRetry: (retry: MigrationRetry) => retries.push(retry),
}

/** A database at version 1, with a release of version 2 to start. */
beforeEach(async () => {
  ;({ db, url } = await create({ max: 4 }))
  retries = []
  await writeFile(join(folder, '0001_tables.sql'), FIRST)
  await rm(join(folder, '0002_columns.sql'), { force: true })
  await migrate(db, limits)
  await writeFile(join(folder, '0002_columns.sql'), SECOND)
})

/** The version that the database has, and whether the first half of migration 2 is there. */
async function state(): Promise<{ version: number; hasFirstHalf: boolean }> {
  const [row] = await db<{ version: number; hasFirstHalf: boolean }[]>`
    select max(version) as version,
      exists (select from pg_attribute where attrelid = 'merchants'::regclass and attname = 'a') as has_first_half
    from schema_migrations`
  return row as { version: number; hasFirstHalf: boolean }
}

test('a session holds a table: the migration rolls back, retries, and succeeds once the table is free', async () => {
  const blocker = await db.reserve()
  await blocker`begin`
  await blocker`select from vouchers`
  const migrating = migrate(db, { ...limits, maxAttempts: 50 })
  await expect.poll(() => retries.length).toBeGreaterThan(0)
  await blocker`commit`
  blocker.release()
  expect(await migrating).toEqual(['0002_columns'])
  expect(retries[0]).toEqual({ migration: '0002_columns', attempt: 1, maxAttempts: 50 })
  expect(await state()).toEqual({ version: 2, hasFirstHalf: true })
})

test('a session never releases its table: the migration gives up after its attempts, with nothing changed', async () => {
  const blocker = await db.reserve()
  await blocker`begin`
  await blocker`select from vouchers`
  const failure = await migrate(db, limits).catch((error) => error)
  expect(failure).toBeInstanceOf(MigrationError)
  expect(failure.message).toBe(
    'Migration 0002_columns could not lock its tables in 3 attempts, nothing was changed: ' +
      'end the long transactions (pg_stat_activity, oldest xact_start) and start again',
  )
  expect(retries.map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(await state()).toEqual({ version: 1, hasFirstHalf: false })
  await blocker`rollback`
  blocker.release()
})

test('while the migration waits for a lock, other sessions wait for the lock timeout at most', async () => {
  const blocker = await db.reserve()
  await blocker`begin`
  await blocker`select from vouchers`
  const migrating = migrate(db, limits).catch(() => {})
  await sleep(100)
  const startedAt = performance.now()
  await db`select from merchants`
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await blocker`rollback`
  blocker.release()
  await migrating
})

test('a deadlock with a request: the migration starts over and succeeds', async () => {
  const other = await db.reserve()
  await other`begin`
  // The session that looks for a deadlock first is the one that fails: here always the migration.
  await other`set local deadlock_timeout = '30s'`
  await other`select from vouchers`
  const migrating = migrate(db, { ...limits, lockTimeoutMs: 10_000 })
  // The migration holds merchants and waits for vouchers; this one holds vouchers and waits for merchants.
  await expect.poll(waitingSessions).toBe(1)
  await other`select from merchants`
  await other`commit`
  other.release()
  expect(await migrating).toEqual(['0002_columns'])
  expect(retries).toEqual([{ migration: '0002_columns', attempt: 1, maxAttempts: 3 }])
})

test('another node is migrating: this one waits for it, longer than the lock timeout', async () => {
  await writeFile(join(folder, '0002_columns.sql'), `${SECOND} select pg_sleep(1);`)
  const [first, second] = await Promise.all([migrate(db, limits), migrate(db, limits)])
  expect([...first, ...second]).toEqual(['0002_columns'])
  expect(retries).toEqual([])
})

test('kill -9 of the process half-way: nothing of the migration stays, and the next start applies it', async () => {
  await writeFile(join(folder, '0002_columns.sql'), `${SECOND} select pg_sleep(2);`)
  const module = (name: string) => new URL(`../../../src/platform/database/${name}`, import.meta.url)
  const program = `
    import { connect } from '${module('db.ts')}'
    import { migrate } from '${module('migrate.ts')}'
    await migrate(await connect(process.env.URL), { directory: new URL('${directory}') })`
  const killed = spawnCommand(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    URL: url,
  })
  const isHalfway = async () =>
    (await db`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
      .length === 1
  await expect.poll(isHalfway).toBe(true)
  killed.child.kill('SIGKILL')
  expect(await killed.exited).toBe('SIGKILL')
  expect(await state()).toEqual({ version: 1, hasFirstHalf: false })
  await writeFile(join(folder, '0002_columns.sql'), SECOND)
  expect(await migrate(db, limits)).toEqual(['0002_columns'])
  expect(await state()).toEqual({ version: 2, hasFirstHalf: true })
})

test('a migration that fails for another reason fails at once', async () => {
  await writeFile(join(folder, '0002_columns.sql'), 'alter table nothing add column a int')
  await expect(migrate(db, limits)).rejects.toThrow(/"nothing" does not exist/)
  expect(retries).toEqual([])
})

test('a command on the schema of an older release: one line, nothing changed; an empty database is set up', async () => {
  await expect(migrateIfEmpty(db, limits)).rejects.toThrow(
    /^The database is at schema version 1, this release needs 2: run "counterfoil migrate" first$/,
  )
  expect(await state()).toEqual({ version: 1, hasFirstHalf: false })
  const { db: empty } = await create({ max: 1 })
  expect(await migrateIfEmpty(empty, limits)).toEqual(['0001_tables', '0002_columns'])
})

test('rows that a migration cannot convert: one line with what to do, nothing changed', async () => {
  await writeFile(
    join(folder, '0002_columns.sql'),
    `${SECOND} do $$ begin
      raise exception 'merchants have the same name' using errcode = 'CF002', hint = 'rename one of them';
    end $$`,
  )
  const failure = await migrate(db, limits).catch((error) => error)
  expect([failure.constructor.name, failure.message]).toEqual([
    'MigrationError',
    'Migration 0002_columns cannot run, nothing was changed: merchants have the same name: rename one of them',
  ])
  expect(await state()).toEqual({ version: 1, hasFirstHalf: false })
})

async function waitingSessions(): Promise<number> {
  const [row] = await db<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.waiting ?? 0
}

test('a migration that running nodes do not support: one line that names them, nothing changed; it runs once they have stopped', async () => {
  await db.unsafe(`
    create table oldest_release (schema_version int);
    insert into oldest_release values (1);
    create table nodes (name text, schema_version int, seen_at timestamptz);
    insert into nodes values ('old:3000', 1, now()), ('new:3000', 2, now())`)
  await writeFile(join(folder, '0002_columns.sql'), `${SECOND} update oldest_release set schema_version = 2`)
  await expect(migrate(db, limits)).rejects.toThrow(
    /^Migration 0002_columns cannot run while .+ nothing was changed: stop old:3000 and start again$/,
  )
  expect(await state()).toEqual({ version: 1, hasFirstHalf: false })
  await db.unsafe(`update nodes set seen_at = now() - interval '21 seconds'`)
  expect(await migrate(db, limits)).toEqual(['0002_columns'])
})
