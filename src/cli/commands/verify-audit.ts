import type { Misfit } from '../../domain/audit/chain/explain-misfit.ts'
import type { Place } from '../../domain/audit/chain/link.ts'
import { verifyChain } from '../../domain/audit/chain/verify-chain.ts'
import { visible } from '../../platform/visible-text.ts'
import type { CommandContext } from '../run-command.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { UsageError } from '../terminal/failure.ts'
import { showProgress } from '../terminal/progress.ts'
import { partsOfCell } from './chosen-cell.ts'

export async function verifyAudit(
  { terminal, openExisting }: CommandContext,
  { expect, cell: name }: { expect?: string; cell?: string },
): Promise<number> {
  const expected = expect === undefined ? null : readPlace(expect)
  const { deps } = await openExisting()
  const { db, cell } = await partsOfCell(deps, name)
  const progress = showProgress(null)
  const onProgress = (verified: number) => progress.update(0, `${verified} entries verified`)
  const { head, misfit, unchained, erased } = await verifyChain(db, { expected, onProgress }).finally(() =>
    progress.end(),
  )
  if (cell === null && deps.cells.hasOthers())
    terminal.note('this is the chain of home: each cell has its own, see --cell')
  const lines = [
    misfit === null ? 'The audit log is as it was written.' : describe(misfit),
    `newest position and hash: ${head.position}:${head.hash}`,
    `entries that are not chained yet: ${unchained}`,
    `entries with erased texts: ${erased}`,
  ]
  terminal.printResult({ isClean: misfit === null, ...head, unchained, erased, misfit }, lines.join('\n'))
  return misfit === null ? EXIT.done : EXIT.refused
}

function describe({ kind, position, entryId, reason }: Misfit): string {
  const place = [
    position === null ? 'outside of the chain' : `position ${position}`,
    ...(entryId === null ? [] : [`entry ${entryId}`]),
  ]
  return `${kind}: ${place.join(', ')}: ${reason}`
}

function readPlace(text: string): Place {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (position === undefined || hash === undefined)
    throw new UsageError(
      `--expect ${visible(text)} is not a position and a hash: write it as verify-audit prints it`,
    )
  return { position: Number(position), hash: hash.toLowerCase() }
}
