import type { OutletImport } from '@counterfoil/contract/admin-outlet-import.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Row } from '../catalog/outlet-import.ts'
import type { Caller } from '../staff/caller.ts'

export type ImportRecord = Static<typeof OutletImport>

/** A row that turned out differently when it was written: its outlet had changed since the start. */
export type Difference = { place: number } & Pick<Row, 'status' | 'issues'>

const columns = (sql: Reader) => sql`
  id, merchant_id, file_name, started_by ->> 'name' as started_by,
  case when finished_at is null then 'RUNNING' when error is null then 'DONE' else 'FAILED' end as state,
  total, reached as done, written, total - right_rows as wrong, created_at, finished_at, error`

/** The key of a merchant reaches only the imports of that merchant. */
const within = (sql: Reader, reach: Caller) =>
  sql`(${reach.merchantId}::uuid is null or merchant_id = ${reach.merchantId})`

export async function insertImport(
  tx: Tx,
  given: {
    id: string
    merchantId: string
    fileName: string
    startedBy: Caller
    rows: Row[]
    sealedValues: Buffer
    createdAt: Date
  },
): Promise<ImportRecord> {
  const { rows, ...rest } = given
  const counted = { total: rows.length, rightRows: rows.filter(({ status }) => status !== 'wrong').length }
  const [row] = await tx<ImportRecord[]>`
    insert into outlet_imports ${insertion({ ...rest, ...counted, rows: JSON.stringify(rows) })}
    returning ${columns(tx)}`
  return row as ImportRecord
}

export function listImports(
  sql: Reader,
  merchantId: string,
  { limit, before }: PageRequest,
): Promise<ImportRecord[]> {
  return sql<ImportRecord[]>`
    select ${columns(sql)} from outlet_imports
    where merchant_id = ${merchantId} and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

export type ImportWithRows = ImportRecord & { rows: Row[]; differences: Difference[] }

export async function findImport(sql: Reader, reach: Caller, id: string): Promise<ImportWithRows | null> {
  const [row] = await sql<ImportWithRows[]>`
    select ${columns(sql)}, rows, differences from outlet_imports where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

/** Imports that are not finished, oldest first. */
export async function listOpenImports(sql: Reader): Promise<string[]> {
  const rows = await sql<
    { id: string }[]
  >`select id from outlet_imports where finished_at is null order by id`
  return rows.map(({ id }) => id)
}

/** What stays the same until the import has finished. Null if it has. */
export async function findOpenImport(
  sql: Reader,
  id: string,
): Promise<{ sealedValues: Buffer; rows: Row[]; merchantId: string; startedBy: Caller } | null> {
  const [row] = await sql<{ sealedValues: Buffer; rows: Row[]; merchantId: string; startedBy: Caller }[]>`
    select sealed_values, rows, merchant_id, started_by from outlet_imports where id = ${id} and finished_at is null`
  return row ?? null
}

/** Null if the import has finished, or another worker is writing it. */
export async function lockOpenImport(tx: Tx, id: string): Promise<{ reached: number } | null> {
  const [row] = await tx<{ reached: number }[]>`
    select reached from outlet_imports where id = ${id} and finished_at is null for update skip locked`
  return row ?? null
}

export async function updateReached(
  tx: Tx,
  id: string,
  { reached, written, differences }: { reached: number; written: number; differences: Difference[] },
): Promise<void> {
  const newlyWrong = differences.filter(({ status }) => status === 'wrong').length
  await tx`
    update outlet_imports
    set reached = ${reached}, written = written + ${written}, right_rows = right_rows - ${newlyWrong},
      differences = differences || ${JSON.stringify(differences)}::jsonb
    where id = ${id}`
}

/** Also deletes the values, which may contain PINs. */
export async function updateToDone(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update outlet_imports set finished_at = ${now}, sealed_values = null where id = ${id}`
}

/** Rows that are written stay. */
export async function updateToFailed(db: Db, id: string, error: string, now: Date): Promise<void> {
  await db`
    update outlet_imports set finished_at = ${now}, error = ${error}, sealed_values = null
    where id = ${id} and finished_at is null`
}

/** Deletes the oldest rows, at most `limit`. Returns how many. */
export async function deleteImportsBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from outlet_imports
    where id = any (array(select id from outlet_imports where finished_at < ${time} order by id limit ${limit}))`
  return count
}
