import { findSize } from '../../platform/cells/cell-queries.ts'
import { askCells } from '../../platform/cells/merge.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { createCell } from '../../process/installation/create-cell.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'

export async function listCells({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const items = await askCells(deps, async ({ cell, db }) => ({
    name: cell ?? 'home',
    ...(await findSize(db)),
  }))
  const rows = items.map(({ name, merchants, bytes }) => [
    name,
    `${merchants}`,
    `${Math.ceil(bytes / 2 ** 20)} MiB`,
  ])
  terminal.printResult({ items }, table(['name', 'merchants', 'size'], rows))
}

export async function create(
  { terminal, openExisting }: CommandContext,
  name: string,
): Promise<Refusal | undefined> {
  if (!/^[a-z][a-z0-9-]{0,29}$/.test(name) || name === 'home')
    return invalid({
      path: '/name',
      message: 'must be 1 to 30 small letters, digits or hyphens, beginning with a letter',
    })
  const { deps } = await openExisting()
  const isNew = await createCell(deps, name)
  terminal.printResult(
    { name, isNew },
    isNew ? `Created the cell ${name}. New merchants go to it.` : `The cell ${name} exists already.`,
  )
}
