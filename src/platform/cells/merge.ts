import type { Pools } from '../database/open-pools.ts'
import type { ListKey, ListRequest } from '../input/paging.ts'
import type { Cells } from './cells.ts'

/** Asks every cell, and joins the lists. */
export async function listInCells<T>(
  { cells }: { cells: Cells },
  fetch: (pools: Pools) => Promise<T[]>,
): Promise<T[]> {
  const lists = await Promise.all((await cells.all()).map(fetch))
  return lists.length === 1 ? (lists[0] as T[]) : lists.flat()
}

/** One page of a list of all cells, newest first. Each cell is asked for a whole page, and returns one row more. */
export async function listNewestInCells<T>(
  deps: { cells: Cells },
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
