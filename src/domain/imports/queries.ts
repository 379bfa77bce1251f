import type { CodeImport } from '@counterfoil/contract/admin/code-imports.ts'
import type { OutletImport } from '@counterfoil/contract/admin/outlet-import.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import type { Row } from '../catalog/import-outlet-rows.ts'
import type { Reading } from '../vouchers/code-reading.ts'
import type { Report } from '../vouchers/code-report.ts'

/** Imports of outlets and of codes write different records. Their statements share everything else. */
export type ImportTable = 'outlet_imports' | 'code_imports'

export type OutletImportRecord = Static<typeof OutletImport>
export type CodeImportRecord = Static<typeof CodeImport>
type ImportRecord<T extends ImportTable> = T extends 'outlet_imports' ? OutletImportRecord : CodeImportRecord

const columns = (sql: Reader, table: ImportTable) => sql`
  id, file_name, started_by ->> 'name' as started_by,
  case when finished_at is null then 'RUNNING' when error is null then 'DONE' else 'FAILED' end as state,
  total, reached as done, created_at, finished_at, error,
  ${
    table === 'outlet_imports'
      ? sql`merchant_id, written, total - right_rows as wrong, approval_id`
      : sql`voucher_id, added, duplicates, rejected_total`
  }`

/** `ownerId` is the merchant of outlets, or the voucher of codes. */
export function listImports<T extends ImportTable>(
  sql: Reader,
  table: T,
  ownerId: string,
  { limit, before }: PageRequest,
): Promise<ImportRecord<T>[]> {
  return sql<ImportRecord<T>[]>`
    select ${columns(sql, table)} from ${sql.unsafe(table)}
    where ${table === 'outlet_imports' ? sql`merchant_id` : sql`voucher_id`} = ${ownerId} and total is not null
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit + 1}`
}

/** Imports that are not finished, oldest first. */
export async function listOpenImports(sql: Reader, table: ImportTable): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from ${sql.unsafe(table)} where finished_at is null and total is not null order by id`
  return rows.map(({ id }) => id)
}

/** The values of an outlet import are deleted as well, because they may contain PINs. */
const finished = (sql: Reader, table: ImportTable) =>
  table === 'outlet_imports' ? sql`, sealed_values = null` : sql``

export async function updateToDone(tx: Tx, table: ImportTable, id: string, now: Date): Promise<void> {
  await tx`update ${tx.unsafe(table)} set finished_at = ${now} ${finished(tx, table)} where id = ${id}`
}

/** The rows that were written stay. */
export async function updateToFailed(
  tx: Tx,
  table: ImportTable,
  id: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await tx`
    update ${tx.unsafe(table)} set finished_at = ${now}, error = ${error} ${finished(tx, table)}
    where id = ${id} and finished_at is null`
}

/** Deletes the oldest rows, at most `limit`. Returns their number. */
export async function deleteImportsBefore(
  tx: Tx,
  table: ImportTable,
  time: Date,
  limit: number,
): Promise<number> {
  const { count } = await tx`
    delete from ${tx.unsafe(table)}
    where id = any (array(
      select id from ${tx.unsafe(table)} where finished_at < ${time} order by id limit ${limit}
    ))`
  return count
}

/** A row whose outlet changed after the start of the import, so that the row had another result when it was written. */
export type Difference = { place: number } & Pick<Row, 'status' | 'issues'>

export async function insertOutletImport(
  tx: Tx,
  input: {
    id: string
    merchantId: string
    fileName: string
    startedBy: Caller
    rows: Row[]
    sealedValues: Buffer
    createdAt: Date
  },
): Promise<OutletImportRecord> {
  const { rows, ...rest } = input
  const counted = { total: rows.length, rightRows: rows.filter(({ status }) => status !== 'wrong').length }
  const [row] = await tx<OutletImportRecord[]>`
    insert into outlet_imports ${insertion({ ...rest, ...counted, rows: JSON.stringify(rows) })}
    returning ${columns(tx, 'outlet_imports')}`
  return row as OutletImportRecord
}

export type OutletImportWithRows = OutletImportRecord & { rows: Row[]; differences: Difference[] }

export async function findOutletImport(sql: Reader, id: string): Promise<OutletImportWithRows | null> {
  const [row] = await sql<OutletImportWithRows[]>`
    select ${columns(sql, 'outlet_imports')}, rows, differences from outlet_imports where id = ${id}`
  return row ?? null
}

/** The part of an import that stays the same until it has finished. Null if it has finished. */
export async function findOpenOutletImport(
  sql: Reader,
  id: string,
): Promise<{ sealedValues: Buffer; rows: Row[]; merchantId: string; startedBy: Caller } | null> {
  const [row] = await sql<{ sealedValues: Buffer; rows: Row[]; merchantId: string; startedBy: Caller }[]>`
    select sealed_values, rows, merchant_id, started_by from outlet_imports where id = ${id} and finished_at is null`
  return row ?? null
}

/** Returns null if the import has finished, or if another worker is writing it. */
export async function lockOutletImport(
  tx: Tx,
  id: string,
): Promise<{ reached: number; holdsPins: boolean } | null> {
  const [row] = await tx<{ reached: number; holdsPins: boolean }[]>`
    select reached, holds_pins from outlet_imports where id = ${id} and finished_at is null for update skip locked`
  return row ?? null
}

export async function updateOutletsReached(
  tx: Tx,
  id: string,
  {
    reached,
    written,
    differences,
    holdsPins,
  }: { reached: number; written: number; differences: Difference[]; holdsPins: boolean },
): Promise<void> {
  const newlyWrong = differences.filter(({ status }) => status === 'wrong').length
  await tx`
    update outlet_imports
    set reached = ${reached}, written = written + ${written}, right_rows = right_rows - ${newlyWrong},
      differences = differences || ${JSON.stringify(differences)}::jsonb, holds_pins = ${holdsPins}
    where id = ${id}`
}

export async function updateImportApproval(tx: Tx, id: string, approvalId: string): Promise<void> {
  await tx`update outlet_imports set approval_id = ${approvalId} where id = ${id}`
}

/** The import is listed and written once `updateToReceived` has set how many lines it has. */
export async function insertCodeImport(
  db: Db,
  input: { id: string; voucherId: string; fileName: string; startedBy: Caller; createdAt: Date },
): Promise<void> {
  await db`insert into code_imports ${insertion(input)}`
}

/** `place` is the number of readings before these. */
export async function insertCodePart(
  db: Db,
  part: { importId: string; place: number; readings: Reading[] },
): Promise<void> {
  await db`insert into code_import_parts ${insertion({ ...part, readings: JSON.stringify(part.readings) })}`
}

export async function updateToReceived(tx: Tx, id: string, total: number): Promise<CodeImportRecord> {
  const [row] = await tx<CodeImportRecord[]>`
    update code_imports set total = ${total} where id = ${id} returning ${columns(tx, 'code_imports')}`
  return row as CodeImportRecord
}

/** Deletes an import with its parts. */
export async function deleteCodeImport(db: Db, id: string): Promise<void> {
  await db`delete from code_imports where id = ${id}`
}

/** Deletes at most `limit` imports whose file did not arrive completely, because a node crashed. Returns their number. */
export async function deleteUnreceivedBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { count } = await tx`
    delete from code_imports
    where id = any (array(
      select id from code_imports where finished_at is null and total is null and created_at < ${time} limit ${limit}
    ))`
  return count
}

type Lines = Pick<Report, 'duplicateLines' | 'rejected'>

export async function findCodeImport(sql: Reader, id: string): Promise<(CodeImportRecord & Lines) | null> {
  const [row] = await sql<(CodeImportRecord & { lines: Lines })[]>`
    select ${columns(sql, 'code_imports')}, lines from code_imports where id = ${id} and total is not null`
  if (!row) return null
  const { lines, ...rest } = row
  return { ...rest, ...lines }
}

export type OpenCodeImport = { voucherId: string; startedBy: Caller; total: number; report: Report }

/** Returns null if the import has finished, or if another worker is writing it. */
export async function lockCodeImport(tx: Tx, id: string): Promise<OpenCodeImport | null> {
  const [row] = await tx<(Omit<OpenCodeImport, 'report'> & Omit<Report, keyof Lines> & { lines: Lines })[]>`
    select voucher_id, started_by, total, reached as received, added, duplicates, rejected_total, lines
    from code_imports where id = ${id} and finished_at is null
    for update skip locked`
  if (!row) return null
  const { voucherId, startedBy, total, lines, ...counts } = row
  return { voucherId, startedBy, total, report: { ...counts, ...lines } }
}

/** Removes the part that starts at `place` and returns it. */
export async function deleteCodePart(tx: Tx, importId: string, place: number): Promise<Reading[]> {
  const [row] = await tx<{ readings: Reading[] }[]>`
    delete from code_import_parts where import_id = ${importId} and place = ${place} returning readings`
  return row?.readings ?? []
}

export async function deleteCodeParts(tx: Tx, importId: string): Promise<void> {
  await tx`delete from code_import_parts where import_id = ${importId}`
}

export async function updateCodesReached(tx: Tx, id: string, report: Report): Promise<void> {
  const { received, added, duplicates, rejectedTotal, duplicateLines, rejected } = report
  await tx`
    update code_imports
    set reached = ${received}, added = ${added}, duplicates = ${duplicates}, rejected_total = ${rejectedTotal},
      lines = ${JSON.stringify({ duplicateLines, rejected })}
    where id = ${id}`
}
