import { askCells, type CellsDeps, listInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { countLeftovers, type LeftoverOutlet, type Leftovers, listLeftoverOutlets } from './queries.ts'

/** What still needs the former key, in all cells. PINs are in the cells, everything else is at home. */
export async function countAllLeftovers<D extends Reader>(
  deps: CellsDeps<D>,
  keyId: string,
): Promise<Leftovers> {
  const counts = await askCells(deps, ({ db }) => countLeftovers(db, keyId))
  return { ...(counts[0] as Leftovers), pins: counts.reduce((sum, { pins }) => sum + pins, 0) }
}

export async function listAllLeftoverOutlets(
  deps: CellsDeps,
  keyId: string,
  limit: number,
): Promise<LeftoverOutlet[]> {
  return (await listInCells(deps, ({ db }) => listLeftoverOutlets(db, keyId, limit))).slice(0, limit)
}
