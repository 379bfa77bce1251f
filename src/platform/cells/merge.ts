import type { Db } from '../database/db.ts'
import { compareRows, MAX_COUNTED, type RowCount, type SortedPage } from '../database/keyset.ts'
import type { Pools } from '../database/open-pools.ts'
import type { ListKey, ListRequest, PageRequest } from '../input/paging.ts'
import type { Cells } from './cells.ts'

type CellsDeps = { cells: Cells; cell: string | null; db: Db }

/** Asks every cell. The caller's own one is asked by the connection that the caller has, which may be a replica or have limits. */
export async function askCells<T>(deps: CellsDeps, ask: (pools: Pools) => Promise<T>): Promise<T[]> {
  const all = await deps.cells.all()
  return Promise.all(all.map((pools) => ask(pools.cell === deps.cell ? { ...pools, db: deps.db } : pools)))
}

/** Asks every cell, and joins the lists. */
export async function listInCells<T>(deps: CellsDeps, fetch: (pools: Pools) => Promise<T[]>): Promise<T[]> {
  const lists = await askCells(deps, fetch)
  return lists.length === 1 ? (lists[0] as T[]) : lists.flat()
}

/** One page of a sorted list of all cells. Each cell is asked for a whole page, and returns one row more. */
export async function listSortedInCells<Row>(
  deps: CellsDeps,
  page: SortedPage<Row>,
  fetch: (pools: Pools) => Promise<Row[]>,
): Promise<Row[]> {
  const lists = await askCells(deps, fetch)
  if (lists.length === 1) return lists[0] as Row[]
  return lists
    .flat()
    .sort((one, other) => compareRows(page.sort, one, other))
    .slice(0, page.limit + 1)
}

/** One page of a list by id, newest first. */
export async function listByIdInCells<Row extends { id: string }>(
  deps: CellsDeps,
  { limit }: PageRequest,
  fetch: (pools: Pools) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await listInCells(deps, fetch)
  return rows.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit + 1)
}

/** How many rows all cells have. */
export async function countInCells(
  deps: CellsDeps,
  count: (pools: Pools) => Promise<RowCount>,
): Promise<RowCount> {
  const counts = await askCells(deps, count)
  const value = counts.reduce((sum, one) => sum + one.value, 0)
  return {
    value: Math.min(value, MAX_COUNTED),
    isExact: value <= MAX_COUNTED && counts.every(({ isExact }) => isExact),
  }
}

/** One page of a list of all cells, newest first. Each cell is asked for a whole page, and returns one row more. */
export async function listNewestInCells<T>(
  deps: CellsDeps,
  { limit }: ListRequest,
  keyOf: (row: T) => ListKey,
  fetch: (pools: Pools) => Promise<T[]>,
): Promise<T[]> {
  const rows = await listInCells(deps, fetch)
  rows.sort((one, other) => byTime(keyOf(other), keyOf(one)))
  return limit === null ? rows : rows.slice(0, limit + 1)
}

function byTime(one: ListKey, other: ListKey): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Asks one cell after the other, home first, until one of them finds something. */
export async function findInCells<T>(
  { cells }: { cells: Cells },
  find: (pools: Pools) => Promise<T | null>,
): Promise<{ found: T; cell: Pools } | null> {
  for (const cell of await cells.all()) {
    const found = await find(cell)
    if (found !== null) return { found, cell }
  }
  return null
}
