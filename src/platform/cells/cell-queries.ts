import type { Reader, Tx } from '../database/db.ts'

/** The names of all cells besides home, oldest first. */
export async function listCellNames(sql: Reader): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from cells order by created_at, name`
  return rows.map(({ name }) => name)
}

export async function insertCell(tx: Tx, name: string, now: Date): Promise<void> {
  await tx`insert into cells (name, created_at) values (${name}, ${now}) on conflict (name) do nothing`
}

/** The ids that no merchant has, at home or in a cell. Ask it at home. */
export async function listUnknownMerchants(sql: Reader, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${ids}::uuid[]) as named (id)
    where not exists (select from merchants where merchants.id = named.id)
      and not exists (select from merchant_cells where merchant_id = named.id)`
  return rows.map(({ id }) => id)
}

/** The merchants of some cells. */
export async function listMerchantsIn(sql: Reader, cells: string[]): Promise<Set<string>> {
  if (cells.length === 0) return new Set()
  const rows = await sql<{ merchantId: string }[]>`
    select merchant_id from merchant_cells where cell = any(${cells})`
  return new Set(rows.map(({ merchantId }) => merchantId))
}

export type CellSize = { merchants: number; bytes: number }

export async function findSize(sql: Reader): Promise<CellSize> {
  const [row] = await sql<[CellSize]>`
    select (select count(*)::int from merchants) as merchants, pg_database_size(current_database()) as bytes`
  return row
}

/** The records by whose id a request finds its cell, and their tables. */
const TABLES = {
  merchant: 'merchants',
  voucher: 'vouchers',
  outlet: 'outlets',
  redemption: 'redemptions',
  claim: 'claims',
  device: 'counter_devices',
  event: 'events',
  note: 'notes',
  outletImport: 'outlet_imports',
  codeImport: 'code_imports',
  approval: 'approvals',
} as const

export type RecordKind = keyof typeof TABLES

/**
 * Whether the approval is about a record of this database. Approvals are stored at home; a change is approved where its
 * record is.
 */
export const isAboutRecordHere = (sql: Reader) => sql`
  (select cell from merchant_cells where merchant_cells.merchant_id = approvals.merchant_id)
    is not distinct from cell_name()`

/** Whether the record is in this database. */
export async function isHere(sql: Reader, kind: RecordKind, id: string): Promise<boolean> {
  const condition = kind === 'approval' ? isAboutRecordHere(sql) : sql`true`
  const [row] = await sql<[{ isHere: boolean }]>`
    select exists (select from ${sql.unsafe(TABLES[kind])} where id = ${id}::uuid and ${condition}) as is_here`
  return row.isHere
}
