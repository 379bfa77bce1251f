import { setTimeout as sleep } from 'node:timers/promises'
import { getMove, type Move } from '../../platform/cells/move-queries.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { advanceMoves } from '../../process/moves/advance-move.ts'
import { abortMove, startMove } from '../../process/moves/start-move.ts'
import { findMerchantId } from '../queries.ts'
import type { CommandContext } from '../run-command.ts'
import { UsageError } from '../terminal/failure.ts'
import { showProgress } from '../terminal/progress.ts'
import { partsOfCell } from './chosen-cell.ts'

type MoveOptions = { merchant?: string; to?: string; abort?: true }

const POLL_MS = 300

export async function move(
  context: CommandContext,
  { merchant, to, abort }: MoveOptions,
): Promise<Refusal | undefined> {
  const { deps } = await context.openExisting()
  if (abort) return watch(context, deps, await abortMove(deps))
  if (!merchant || !to) throw new UsageError('give --merchant and --to, or --abort')
  const target = await partsOfCell(deps, to, '--to')
  const id = await findMerchantId(deps.homeDb, merchant)
  if (!id) return refuse('merchant_not_found')
  return watch(context, deps, await startMove(deps, id, target.cell))
}

/** Goes on with the move and shows its progress until it ends. Workers go on with it as well. */
async function watch(
  { terminal, signal }: CommandContext,
  deps: Runtime,
  started: Move | null,
): Promise<undefined> {
  if (started === null) {
    terminal.printResult({}, 'Nothing to do.')
    return
  }
  const progress = showProgress(null)
  let move = started
  try {
    while (move.finishedAt === null) {
      await advanceMoves(deps, signal)
      move = await getMove(deps.homeDb, move.id)
      progress.update(0, move.problem ?? move.progress)
      if (move.finishedAt === null) await sleep(POLL_MS, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) terminal.note('workers go on with the move: give the same command again to watch it')
    throw error
  } finally {
    progress.end()
  }
  const { id, merchantId, source, target, isAborted } = move
  const [from, to] = [source ?? 'home', target ?? 'home']
  terminal.printResult(
    { id, merchantId, from, to, isAborted },
    isAborted ? `The merchant stays in ${from}.` : `The merchant lives in ${to} now.`,
  )
}
