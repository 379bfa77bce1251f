import { setTimeout as sleep } from 'node:timers/promises'
import { deleteRows, hide, isHidden, reveal } from '../../platform/cells/hiding-queries.ts'
import { connectionStringOf } from '../../platform/cells/link-queries.ts'
import {
  allowIdling,
  findOpenMove,
  lockDatabaseOfMove,
  lockOpenMove,
  type Move,
  type MoveChanges,
  updateMerchantCell,
  updateMove,
} from '../../platform/cells/move-queries.ts'
import { directUrlOf } from '../../platform/cells/prepare-cell.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isLockTimeout, isRaceLost, isUnreachable } from '../../platform/database/failures.ts'
import type { Pools } from '../../platform/database/open-pools.ts'
import type { Runtime } from '../../platform/runtime.ts'
import {
  dropTriggers,
  fence,
  findLag,
  findLogPosition,
  findRecords,
  findSlug,
  hasReached,
  isLive,
  keepRecords,
  lockCountedDays,
  publish,
  publishWholeRows,
  unpublish,
} from './source-queries.ts'
import {
  closeSameMonths,
  continuePositions,
  countFromSameDays,
  findCopyProgress,
  hasSubscription,
  reconnect,
  subscribe,
  unsubscribe,
} from './target-queries.ts'

/** Below this, the target catches up within the pause of the switch. */
const MAX_LAG_BYTES = 1_000_000
/** How long one attempt waits for the target. The merchant is not written meanwhile. */
const MAX_ARRIVAL_MS = 10_000

type MoveDeps = Pick<Runtime, 'cells' | 'config' | 'homeDb' | 'log' | 'now'>
const SLOT_LOST = 'the replication slot is lost: abort the move, and start it again'

/** A move at work: its databases, and what it has learned so far. */
type Work = {
  move: Move
  slot: string
  home: Tx
  source: Pools
  /** How the target reaches the source: without PgBouncer, which cannot replicate. */
  sourceConnection: string
  target: Pools
  now: () => Date
}

/**
 * Goes on with the move that is not finished, until it has to wait. All that a step has done is in the databases, so any
 * worker can go on after a crash.
 */
export async function advanceMoves(deps: MoveDeps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await advanceMove(deps)));
}

/** Does one step. Returns whether there is another one that need not wait. */
export async function advanceMove({ cells, config, homeDb, log, now }: MoveDeps): Promise<boolean> {
  return homeDb.begin(async (home) => {
    await allowIdling(home)
    const move = await lockOpenMove(home)
    if (!move) return false
    const slot = `counterfoil_${move.id.replaceAll('-', '_')}`
    try {
      const [source, target] = await Promise.all([cells.named(move.source), cells.named(move.target)])
      const sourceConnection = connectionStringOf(directUrlOf(config, source) ?? source.db.url)
      const step = await asOnlyWorker([source.db, target.db], async () => {
        // Fails if the connection to home was lost before the databases were locked: another worker may have gone on.
        const current = (await findOpenMove(home)) ?? move
        await reconnect(target.db, sourceConnection)
        return stepOf({ move: current, slot, home, source, sourceConnection, target, now })
      })
      if (step === null) return false
      await updateMove(home, move.id, step)
      if (step.step) log.info({ merchant: move.merchantId, step: step.step }, 'moving a merchant')
      return step.step !== undefined && step.finishedAt === undefined
    } catch (error) {
      if (isLockTimeout(error) || isRaceLost(error)) {
        await updateMove(home, move.id, { problem: 'waiting for a lock on a table' })
        return false
      }
      if (!isUnreachable(error))
        await updateMove(home, move.id, { problem: String((error as Error).message) })
      log.warn({ err: error, merchant: move.merchantId }, 'the move of a merchant cannot go on')
      return false
    }
  })
}

/** Holds a lock in each database meanwhile. Returns null if another worker has one of them. */
async function asOnlyWorker<T>([db, ...others]: Db[], work: () => Promise<T>): Promise<T | null> {
  if (!db) return work()
  return db.begin(async (tx) => {
    await allowIdling(tx)
    return (await lockDatabaseOfMove(tx)) ? asOnlyWorker(others, work) : null
  })
}

function stepOf(work: Work): Promise<MoveChanges> {
  if (work.move.step === 'CLEAN') return clean(work)
  if (work.move.isAborted) return abort(work)
  return work.move.step === 'COPY' ? copy(work) : switchOver(work)
}

/** The merchant is written in the source and copied to the target, where its rows are hidden. */
async function copy({ move, slot, source, sourceConnection, target }: Work): Promise<MoveChanges> {
  const records = await keepRecords(source.db, move.merchantId)
  if (!records) return { problem: 'waiting for an import of codes, or for the close of a month' }
  if (!(await isHidden(target.db))) await hide(target.db, records)
  await publishWholeRows(source.db, true)
  // A slot that was lost must not be made again: changes in between would be missing.
  if (!(await hasSubscription(target.db))) {
    await publish(source.db, records, slot)
    await subscribe(target.db, sourceConnection, slot)
  }
  const { copied, total, bytes, failures } = await findCopyProgress(target.db)
  const lag = await findLag(source.db, slot)
  if (lag === null) return { problem: SLOT_LOST }
  const mebibytes = (size: number) => `${Math.ceil(size / 2 ** 20)} MiB`
  const progress = `copied ${copied} of ${total} tables, ${mebibytes(bytes)} of the next ones, ${mebibytes(lag)} of changes to go`
  if (copied === total && total > 0 && lag < MAX_LAG_BYTES) return { progress: 'switching', step: 'SWITCH' }
  return {
    progress,
    problem: failures > 0 ? `copying failed ${failures} times, see the log of PostgreSQL` : null,
  }
}

/** From the fence to the end of this step, nobody writes the merchant. Requests wait and are tried again. */
async function switchOver(work: Work): Promise<MoveChanges> {
  const { move, slot, home, source, target, now } = work
  const records = await findRecords(source.db, move.merchantId)
  if (await isHidden(target.db)) {
    const problem = await target.db.begin(async (tx) => {
      await allowIdling(tx)
      const days = await fence(source.db, records, await lockCountedDays(tx))
      if (!days) return 'waiting until both databases have counted the stats of the same days'
      if (!(await arrives(source.db, slot)))
        return (await findLag(source.db, slot)) === null ? SLOT_LOST : 'waiting for the last changes'
      await closeSameMonths(tx, source.db)
      await countFromSameDays(tx, days)
      await continuePositions(tx, source.db)
      await reveal(tx)
      return null
    })
    if (problem !== null) return { problem }
  }
  await hide(source.db, records)
  await updateMerchantCell(home, move.merchantId, await findSlug(target.db, move.merchantId), move.target)
  return { step: 'CLEAN', progress: 'deleting the old rows', switchedAt: now() }
}

async function arrives(source: Db, slot: string): Promise<boolean> {
  const position = await findLogPosition(source)
  const untilMs = performance.now() + MAX_ARRIVAL_MS
  while (!(await hasReached(source, slot, position))) {
    if (performance.now() > untilMs) return false
    await sleep(20)
  }
  return true
}

async function clean({ move, slot, source, target, now }: Work): Promise<MoveChanges> {
  const records = await findRecords(source.db, move.merchantId)
  if (!(await removeCopying(source.db, target.db, slot))) return STILL_CONNECTED
  if (await isHidden(source.db)) await deleteRows(source.db, records)
  // An abort that came after the switch has no effect.
  return { ...(await finish(source.db, source.db, now, 'moved')), isAborted: false }
}

/**
 * Before the target is revealed with the merchant, the merchant can stay where it is. After that, the move goes on. An abort
 * reveals the target, too, once the copy is deleted: it may have stopped there.
 */
async function abort(work: Work): Promise<MoveChanges> {
  const { move, slot, source, target, now } = work
  const isCopied = await isHidden(target.db)
  const isThere = await isLive(target.db, move.merchantId)
  if (move.step === 'SWITCH' && !isCopied && isThere) return switchOver(work)
  const records = await findRecords(source.db, move.merchantId)
  if (!(await removeCopying(source.db, target.db, slot))) return STILL_CONNECTED
  if (isCopied) await deleteRows(target.db, records)
  return finish(source.db, target.db, now, 'aborted')
}

const STILL_CONNECTED: MoveChanges = { problem: 'waiting until the target has disconnected' }

/** Returns false if it must be repeated. */
async function removeCopying(source: Db, target: Db, slot: string): Promise<boolean> {
  await unsubscribe(target)
  if (!(await unpublish(source, slot))) return false
  await publishWholeRows(source, false)
  return true
}

/** `hidden` is the database in which the rows of the merchant were hidden, and are no longer. */
async function finish(source: Db, hidden: Db, now: () => Date, progress: string): Promise<MoveChanges> {
  await dropTriggers(source)
  await hidden.begin(reveal)
  return { progress, finishedAt: now() }
}
