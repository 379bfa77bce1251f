import type { Db, Reader } from '../database/db.ts'
import { compareRows, MAX_COUNTED, type RowCount, type SortedPage } from '../database/keyset.ts'
import type { Pools } from '../database/open-pools.ts'
import type { ListKey, ListRequest, PageRequest } from '../input/paging.ts'
import type { Cells } from './cells.ts'

export type CellsDeps<D extends Reader = Db> = { cells: Cells; cell: string | null; db: D }
type Asked<D extends Reader> = Omit<Pools, 'db'> & { db: Db | D }

/** Asks every cell. The own one is asked through the connection of the caller: a replica, a transaction, or one with limits. */
export async function askCells<T, D extends Reader = Db>(
  deps: CellsDeps<D>,
  ask: (pools: Asked<D>) => Promise<T>,
): Promise<T[]> {
  const all = await deps.cells.all()
  return Promise.all(all.map((pools) => ask(ownDb(deps, pools))))
}

function ownDb<D extends Reader>({ cell, db }: CellsDeps<D>, pools: Pools): Asked<D> {
  return pools.cell === cell ? { ...pools, db } : pools
}

/** Asks every cell, and joins the lists. */
export async function listInCells<T, D extends Reader = Db>(
  deps: CellsDeps<D>,
  fetch: (pools: Asked<D>) => Promise<T[]>,
): Promise<T[]> {
  const lists = await askCells(deps, fetch)
  return lists.length === 1 ? (lists[0] as T[]) : lists.flat()
}

/** One page of a sorted list of all cells. Each cell is asked for a whole page, and returns one row more. */
export async function listSortedInCells<Row>(
  deps: CellsDeps,
  page: SortedPage<Row>,
  fetch: (pools: Pools) => Promise<Row[]>,
): Promise<Row[]> {
  return pageOf(await askCells(deps, fetch), (one, other) => compareRows(page.sort, one, other), page.limit)
}

/** A single list is such a page already. The others are joined in the order that each of them has. */
function pageOf<Row>(lists: Row[][], order: (one: Row, other: Row) => number, limit: number | null): Row[] {
  if (lists.length === 1) return lists[0] as Row[]
  const rows = lists.flat().sort(order)
  return limit === null ? rows : rows.slice(0, limit + 1)
}

/** One page of a list by id, newest first. */
export async function listByIdInCells<Row extends { id: string }>(
  deps: CellsDeps,
  { limit }: PageRequest,
  fetch: (pools: Pools) => Promise<Row[]>,
): Promise<Row[]> {
  return pageOf(await askCells(deps, fetch), (one, other) => (one.id < other.id ? 1 : -1), limit)
}

/** How many rows all cells have, up to `limit`. */
export async function countInCells(
  deps: CellsDeps,
  count: (pools: Pools) => Promise<RowCount>,
  limit = MAX_COUNTED,
): Promise<RowCount> {
  const counts = await askCells(deps, count)
  const value = counts.reduce((sum, one) => sum + one.value, 0)
  return { value: Math.min(value, limit), isExact: value <= limit && counts.every(({ isExact }) => isExact) }
}

/** Adds up the rows of several cells that have the same key. Other columns are those of the first of them. */
export function addUp<T extends object, K extends keyof T & string>(
  rows: T[],
  keyOf: (row: T) => string,
  columns: readonly K[],
): T[] {
  return [...Map.groupBy(rows, keyOf).values()].map((same) => {
    const sums = columns.map((column) => [column, same.reduce((sum, row) => sum + Number(row[column]), 0)])
    return { ...(same[0] as T), ...Object.fromEntries(sums) }
  })
}

/** One page of a list of all cells, newest first. Each cell is asked for a whole page, and returns one row more. */
export async function listNewestInCells<T>(
  deps: CellsDeps,
  { limit }: ListRequest,
  keyOf: (row: T) => ListKey,
  fetch: (pools: Pools) => Promise<T[]>,
): Promise<T[]> {
  return pageOf(await askCells(deps, fetch), (one, other) => byTime(keyOf(other), keyOf(one)), limit)
}

function byTime(one: ListKey, other: ListKey): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Asks one cell after the other, home first, until one of them finds something. */
export async function findInCells<T, D extends Reader = Db>(
  deps: CellsDeps<D>,
  find: (pools: Asked<D>) => Promise<T | null>,
): Promise<{ found: T; cell: Asked<D> } | null> {
  for (const pools of await deps.cells.all()) {
    const cell = ownDb(deps, pools)
    const found = await find(cell)
    if (found !== null) return { found, cell }
  }
  return null
}
