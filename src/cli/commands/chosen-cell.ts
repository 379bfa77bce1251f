import type { Deps } from '../../domain/deps.ts'
import { visible } from '../../platform/visible-text.ts'
import { UsageError } from '../terminal/failure.ts'

/** The parts for the cell that an option names, or for home. */
export async function partsOfCell(deps: Deps, name: string | undefined, option = '--cell'): Promise<Deps> {
  if (name === undefined) return deps
  const cell = (await deps.cells.reachable()).find(({ cell }) => (cell ?? 'home') === name)
  if (cell) return deps.depsIn(cell)
  throw new UsageError(
    `${option} ${visible(name)} is not a cell that can be reached: "counterfoil cells list" lists them`,
  )
}
