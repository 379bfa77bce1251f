/** Reports what `migrate` would do. Only reads. */
import { readFile } from 'node:fs/promises'
import type { Reader } from './db.ts'
import { getSchemaState, listMigrations, listNodesBefore, type SchemaState } from './migrate.ts'

/** `rows` is PostgreSQL's estimate; null if the table has not been analyzed yet. */
export type TouchedTable = { name: string; rows: number | null; statements: string[] }
export type PlannedMigration = { name: string; tables: TouchedTable[] }

export type MigrationPlan = Omit<SchemaState, 'oldestRelease'> & {
  pending: PlannedMigration[]
  /** The schema version of the oldest release that may serve afterwards; null if the schema does not say. */
  oldestRelease: number | null
  /** Running nodes of releases older than `oldestRelease`. The migration refuses to run beside them. */
  nodesToStop: string[]
}

/** Each statement that locks a table or writes to it, and where it names the table. */
const STATEMENTS: [name: string, pattern: RegExp][] = [
  ['alter table', /\balter table (?:if exists )?(?:only )?(\w+)/g],
  ['create index', /\bcreate (?:unique )?index (?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/g],
  ['drop table', /\bdrop table (?:if exists )?(\w+)/g],
  ['trigger', /\b(?:create (?:or replace )?(?:constraint )?|drop )trigger [^;]*?\bon (\w+)/g],
  ['foreign key', /\breferences (\w+)/g],
  ['update', /\bupdate (?:only )?(\w+)(?: (?:as )?(?!set\b)\w+)? set\b/g],
  ['insert', /\binsert into (\w+)/g],
  ['delete', /\bdelete from (?:only )?(\w+)/g],
]
const RAISED_RELEASE = /\bupdate oldest_release set schema_version = (\d+)/

export async function planMigrations(sql: Reader, directory?: URL): Promise<MigrationPlan> {
  const { current, latest, oldestRelease: oldestNow } = await getSchemaState(sql, directory)
  const migrations = (await listMigrations(directory)).filter(({ version }) => version > current)
  const texts = await Promise.all(
    migrations.map(async ({ url }) => executedText(await readFile(url, 'utf8'))),
  )
  const touched = texts.map(findTouched)
  const rowsByName = await estimateRows(sql, [...new Set(touched.flatMap((tables) => [...tables.keys()]))])
  const pending = migrations.map(({ name }, index) => ({
    name,
    tables: [...(touched[index] ?? [])].flatMap(([table, statements]) => {
      const rows = rowsByName.get(table)
      // A table without rows here does not exist yet: one of these migrations creates it.
      return rows === undefined ? [] : [{ name: table, rows, statements }]
    }),
  }))
  const raised = texts.flatMap((text) => RAISED_RELEASE.exec(text)?.[1] ?? []).map(Number)
  const oldest = Math.max(oldestNow, ...raised)
  // A schema that does not say which releases may serve has no table of nodes either.
  const knowsNodes = current > 0 && Number.isFinite(oldestNow)
  return {
    ...{ current, latest, pending },
    oldestRelease: Number.isFinite(oldest) ? oldest : null,
    nodesToStop: knowsNodes && oldest > oldestNow ? await listNodesBefore(sql, oldest) : [],
  }
}

/**
 * The statements of a migration that run when it is applied, in lower case and with single spaces. Comments, texts and the
 * bodies of functions are left out; the body of a `do` block runs, so it stays.
 */
export function executedText(sql: string): string {
  const ignored = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\bdo\s+)?\$(\w*)\$([\s\S]*?)\$\2\$/gi
  return sql
    .replaceAll(ignored, (_all, doWord, _tag, body) => (doWord ? `; ${executedText(body)} ;` : ' '))
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
}

/** The statements on each table, by its name. */
export function findTouched(text: string): Map<string, string[]> {
  const found = STATEMENTS.flatMap(([statement, pattern]) =>
    [...text.matchAll(pattern)].map(([, table = '']) => ({ table, statement })),
  )
  const byTable = Map.groupBy(found, ({ table }) => table)
  return new Map(
    [...byTable].map(([table, all]) => [table, [...new Set(all.map(({ statement }) => statement))]]),
  )
}

/** Tables that do not exist are left out. The rows of a partitioned table are those of its partitions. */
async function estimateRows(sql: Reader, names: string[]): Promise<Map<string, number | null>> {
  const tables = await sql<{ name: string; rows: number | null }[]>`
    select name, (
        select sum(nullif(part.reltuples, -1))::float8
        from pg_class as part
        where part.oid = named.oid and named.relkind <> 'p'
          or part.oid in (select relid from pg_partition_tree(named.oid) where isleaf)
      ) as rows
    from unnest(${names}::text[]) as name
    join pg_class as named on named.oid = to_regclass(name)`
  return new Map(tables.map(({ name, rows }) => [name, rows]))
}
