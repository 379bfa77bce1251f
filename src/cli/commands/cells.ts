import { findSize } from '../../platform/cells/cell-queries.ts'
import { findOpenMove, type Move } from '../../platform/cells/move-queries.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { createCell } from '../../process/installation/create-cell.ts'
import type { CommandContext } from '../run-command.ts'
import { table } from '../terminal/table.ts'

const PROBE_DEADLINE_MS = 2_000

export async function listCells({ terminal, openExisting }: CommandContext): Promise<undefined> {
  const { deps } = await openExisting()
  const { answering, dead } = await deps.cells.probe(PROBE_DEADLINE_MS)
  const sizes = answering.map(async ({ cell, db }) => ({ name: cell ?? 'home', ...(await findSize(db)) }))
  const items = [
    ...(await Promise.all(sizes)).map((item) => ({ ...item, isReachable: true })),
    ...dead.map((name) => ({ name, merchants: null, bytes: null, isReachable: false })),
  ]
  const move = await findOpenMove(deps.homeDb)
  const rows = items.map(({ name, merchants, bytes }) =>
    bytes === null
      ? [name, '-', 'cannot be reached']
      : [name, `${merchants}`, `${Math.ceil(bytes / 2 ** 20)} MiB`],
  )
  const lines = [table(['name', 'merchants', 'size'], rows), ...(move ? [describeMove(move)] : [])]
  terminal.printResult({ items, move }, lines.join('\n'))
}

function describeMove({ merchantId, source, target, isAborted, problem, progress }: Move): string {
  const way = isAborted
    ? `stays in ${source ?? 'home'}`
    : `moves from ${source ?? 'home'} to ${target ?? 'home'}`
  return `Merchant ${merchantId} ${way}: ${problem ?? progress}`
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
