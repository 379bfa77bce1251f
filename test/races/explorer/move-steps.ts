import { REDEEMED } from './data.ts'
import { logEnd, moveOf } from './find-steps.ts'
import { LOG_BYTES, type MovePlace, type MovePlaces } from './move-places.ts'
import { type Column, endTransaction, type Row, type State } from './rows.ts'
import {
  addIn,
  commit,
  committedIn,
  endIn,
  from,
  localIn,
  lockIn,
  type Next,
  respondDone,
  type Source,
  type Step,
  setLocalIn,
  type Turn,
  writeIn,
} from './steps.ts'
import { RESULT } from './world.ts'

/** The column `step` of the table `moves`. */
const [COPY, SWITCH, CLEAN] = [0, 1, 2] as const

/** What a worker does, as it has decided from the step and from what it found in the target. One bit each. */
export const PART = {
  /** The copy is not hidden yet. */
  hide: 1,
  copy: 2,
  switch: 4,
  /** The target is revealed, and the source may not be hidden yet. */
  reach: 8,
  clean: 16,
  abort: 32,
  /** It deletes what was copied. */
  abortCopy: 64,
  /** The target is revealed, because the switch or an abort came that far. */
  lateAbort: 128,
}
const COPIES = PART.hide | PART.copy
const SWITCHES = PART.switch | PART.reach
const ABORTS = PART.abort | PART.abortCopy
const ENDS = PART.clean | ABORTS

type Where = 'home' | 'source' | 'target'

/** A step of some parts. One at home fails if the connection to home is lost. */
function step(
  parts: number,
  where: Where,
  name: string,
  source: Source | null,
  run: (turn: Turn, move: MovePlaces) => Next,
): Step {
  return {
    name,
    source,
    run(turn) {
      if (parts !== 0 && (localIn(turn, 'part') & parts) === 0) return 'skip'
      if (where === 'home' && localIn(turn, 'isAbandoned') === 1) {
        endIn(turn, false)
        return 'end'
      }
      return run(turn, moveOf(turn))
    },
  }
}

/** A whole transaction: nobody sees what is between its statements. */
function alone(turn: Turn, rows: { row: Row }[], change: () => void): Next {
  if (!rows.every((row) => lockIn(turn, row))) return 'wait'
  change()
  // The locks of the worker are in other transactions.
  for (const { row } of rows) endTransaction(turn.state, turn.me.index, [row], true)
  return 'next'
}

const lockMove = step(
  0,
  'home',
  'lock the move',
  from('lockOpenMove', 'select pg_try_advisory_xact_lock('),
  (turn, { lock: own }) => (lockIn(turn, own) ? 'next' : 'wait'),
)

/** Another worker may have lost its connection to home, and not know it. */
const lockDatabases = step(
  0,
  'source',
  'lock both databases',
  from('lockDatabaseOfMove', 'select pg_try_advisory_xact_lock('),
  (turn, { source, target }) =>
    lockIn(turn, source.worker) && lockIn(turn, target.worker) ? 'next' : 'wait',
)

const readMove = step(
  0,
  'home',
  'read how far the move is',
  from('findOpenMove', 'from moves where finished_at is null'),
  (turn, { moves }) => {
    if (committedIn(turn, moves.isFinished) === 1) {
      setLocalIn(turn, 'result', RESULT.done)
      endIn(turn, false)
      return 'end'
    }
    const at = committedIn(turn, moves.part)
    const isAborted = committedIn(turn, moves.isAborted) === 1
    if (at === CLEAN) setLocalIn(turn, 'part', PART.clean)
    else if (!isAborted) setLocalIn(turn, 'part', at === COPY ? PART.hide : PART.switch)
    else setLocalIn(turn, 'part', at === COPY ? PART.abort : PART.lateAbort)
    return 'next'
  },
)

/** What a part becomes if the target hides its copy, and if it does not. */
const FOUND: Record<number, [hidden: number, shown: number]> = {
  [PART.hide]: [PART.copy, PART.hide],
  [PART.switch]: [PART.switch, PART.reach],
  [PART.abort]: [PART.abortCopy, PART.abort],
  [PART.lateAbort]: [PART.abortCopy, PART.lateAbort],
}

const lookIntoTarget = step(
  PART.hide | PART.switch | PART.abort | PART.lateAbort,
  'target',
  'look whether the target hides its copy',
  from('isHidden', 'select exists (select from pg_views'),
  (turn, { target }) => {
    const [hidden, shown] = FOUND[localIn(turn, 'part')] ?? [0, 0]
    setLocalIn(turn, 'part', committedIn(turn, target.views.hide) === 1 ? hidden : shown)
    return 'next'
  },
)

/** An abort has deleted the copy before it revealed the target. A switch has not. */
const findInTarget = step(
  PART.lateAbort,
  'target',
  'look whether the merchant is in the target',
  from('isLive', "select mode = 'live' as is_live"),
  (turn, { target }) => {
    setLocalIn(turn, 'part', committedIn(turn, target.merchant.isHere) === 1 ? PART.reach : PART.abort)
    return 'next'
  },
)

/** The transaction of `hide` or `reveal`. In a switch, it has locked more before. */
function setHidden(parts: number, where: 'source' | 'target', isHidden: 0 | 1): Step {
  const name = `${isHidden ? 'hide' : 'show'} the rows in the ${where}`
  const source = isHidden ? from('hide', 'create or replace view') : from('reveal', 'drop view if exists')
  return step(parts, where, name, source, (turn, move) => {
    const { views, catalog, tables } = move[where]
    // Only `hide` locks the tables, too: it waits for batches that have locked rows.
    return alone(turn, isHidden ? [tables, views, catalog] : [views, catalog], () => {
      writeIn(turn, views.hide, isHidden)
      addIn(turn, catalog.version, 1)
    })
  })
}

const startSlot = step(
  COPIES,
  'source',
  'publish the rows, with a slot',
  from('publish', 'select pg_create_logical_replication_slot('),
  (turn, { slot, subscription }) => {
    if (committedIn(turn, subscription.exists) === 1 || committedIn(turn, slot.exists) === 1) return 'skip'
    return alone(turn, [slot], () => writeIn(turn, slot.exists, 1))
  },
)

const subscribe = step(
  COPIES,
  'target',
  'subscribe to them',
  from('subscribe', 'create subscription'),
  (turn, { subscription }) => {
    if (committedIn(turn, subscription.exists) === 1) return 'skip'
    return alone(turn, [subscription], () => writeIn(turn, subscription.exists, 1))
  },
)

/** PostgreSQL copies each table with a snapshot of its own, and applies what is committed after it. */
function copyTables(name: string, has: 'hasCounters' | 'hasRows', columns: 'counters' | 'others'): Step {
  return step(COPIES, 'target', name, null, (turn, move) => {
    const { subscription, source, target } = move
    if (committedIn(turn, subscription[has]) === 1) return 'skip'
    return alone(turn, [subscription], () => {
      writeIn(turn, subscription[has], 1)
      copyValues(turn.state, source[columns], target[columns])
      if (has === 'hasRows') turn.state[target.merchant.isHere.at] = 1
    })
  })
}

function copyValues(state: State, source: Column[], target: Column[]): void {
  for (const [i, column] of target.entries()) state[column.at] = state[(source[i] as Column).at] as number
}

/** Of a redemption that a process may write, these are known before. */
const isFixed = ({ name }: Column): boolean => name.endsWith('.user') || name.endsWith('.cycle')

const findProgress = step(
  COPIES,
  'target',
  'find that all tables are copied',
  from('findCopyProgress', 'count(*) filter (where srsubstate'),
  () => 'skip',
)

/** The step is committed at home, and the worker takes the next one. */
function noteAtHome(parts: number, name: string, change: (turn: Turn, move: MovePlaces) => void): Step {
  return step(parts, 'home', name, from('updateMove', 'update moves set problem ='), (turn, move) => {
    if (!lockIn(turn, move.moves)) return 'wait'
    change(turn, move)
    endIn(turn, true)
    return 'again'
  })
}

/** The lock of the tables waits for running batches, and they wait for it. */
const fence = step(
  PART.switch,
  'source',
  'wait for running batches, and refuse writes',
  from('refuseWrites', 'before insert or update on public.'),
  (turn, { source }) =>
    alone(turn, [source.tables, source.triggers], () => writeIn(turn, source.triggers.refuse, 1)),
)

const takePosition = step(
  PART.switch,
  'source',
  'take the position of the log',
  from('findLogPosition', 'select pg_current_wal_lsn()'),
  (turn) => {
    setLocalIn(turn, 'position', logEnd(turn))
    return 'next'
  },
)

/** Nobody sees the copy before it is revealed, so what is applied earlier makes no difference. */
const waitForTarget = step(
  PART.switch,
  'source',
  'find that the target has applied everything',
  from('hasReached', 'select confirmed_flush_lsn >='),
  (turn) => {
    for (let left = localIn(turn, 'position'); left > 0; left -= 1) applyOldest(turn)
    return 'next'
  },
)

function applyOldest(turn: Turn): void {
  const { state, scene } = turn
  const { log, logLength, source, target } = moveOf(turn)
  const [index = 0, tables = 0, usedByUser = 0, usedByAll = 0] = state.subarray(log, log + LOG_BYTES)
  const writer = scene.processes[index - 1]
  if (writer?.actor.kind !== 'redeem') throw new Error('the log is empty')
  const [ofUser, ofVoucher] = [target.userQuotas[0]?.[writer.actor.user], target.voucherQuotas[0]]
  if ((tables & 1) !== 0 && ofUser && ofVoucher) {
    state[ofUser.used.at] = usedByUser
    state[ofVoucher.used.at] = usedByAll
  }
  if ((tables & 2) !== 0) {
    const changed = [...source.keys, ...source.codes].flatMap(({ redemption }, i) =>
      state[redemption.at] === REDEEMED + writer.place ? [i] : [],
    )
    const written = (place: MovePlace) =>
      [place.redemptions[writer.place], ...changed.map((i) => [...place.keys, ...place.codes][i])].flatMap(
        (one) => one?.row.columns ?? [],
      )
    copyValues(state, written(source), written(target))
  }
  state.copyWithin(log, log + LOG_BYTES, log + LOG_BYTES * logLength)
  state.fill(0, log + LOG_BYTES * (logLength - 1), log + LOG_BYTES * logLength)
}

const changeMap = step(
  SWITCHES,
  'home',
  'note where the merchant lives',
  from('updateMerchantCell', 'insert into merchant_cells'),
  (turn, { map }) => {
    if (!lockIn(turn, map)) return 'wait'
    writeIn(turn, map.isTarget, 1)
    return 'skip'
  },
)

const unsubscribe = step(
  ENDS,
  'target',
  'drop the subscription',
  from('unsubscribe', 'drop subscription'),
  (turn, { subscription, log, logLength }) => {
    if (committedIn(turn, subscription.exists) === 0) return 'skip'
    return alone(turn, [subscription], () => {
      for (const column of subscription.row.columns) writeIn(turn, column, 0)
      turn.state.fill(0, log, log + LOG_BYTES * logLength)
    })
  },
)

const dropSlot = step(
  ENDS,
  'source',
  'drop publication and slot',
  from('unpublish', 'select pg_drop_replication_slot('),
  (turn, { slot }) => {
    if (committedIn(turn, slot.exists) === 0) return 'skip'
    return alone(turn, [slot], () => writeIn(turn, slot.exists, 0))
  },
)

const deleteRows = (parts: number, where: 'source' | 'target'): Step =>
  step(
    parts,
    where,
    `delete the rows in the ${where}`,
    from('deleteRows', 'delete from public.'),
    (turn, move) => {
      const { merchant, counters, others, views } = move[where]
      if (committedIn(turn, views.hide) === 0) return 'skip'
      const columns = [merchant.isHere, ...counters, ...others]
      return alone(turn, columns, () => {
        for (const column of columns) if (!isFixed(column)) writeIn(turn, column, 0)
      })
    },
  )

const dropTriggers = step(
  ENDS,
  'source',
  'drop the triggers in the source',
  from('dropTriggers', 'drop trigger'),
  (turn, { source }) => {
    if (committedIn(turn, source.triggers.refuse) === 0) return 'skip'
    return alone(turn, [source.tables, source.triggers], () => writeIn(turn, source.triggers.refuse, 0))
  },
)

export const MOVE_STEPS: Step[] = [
  lockMove,
  lockDatabases,
  readMove,
  lookIntoTarget,
  findInTarget,
  setHidden(PART.hide, 'target', 1),
  startSlot,
  subscribe,
  copyTables('copy the counters', 'hasCounters', 'counters'),
  copyTables('copy the other tables', 'hasRows', 'others'),
  findProgress,
  noteAtHome(COPIES, 'note that the switch is next', (turn, { moves }) => writeIn(turn, moves.part, SWITCH)),
  fence,
  takePosition,
  waitForTarget,
  setHidden(PART.switch, 'target', 0),
  setHidden(SWITCHES, 'source', 1),
  changeMap,
  noteAtHome(SWITCHES, 'note that it lives in the target', (turn, { moves }) =>
    writeIn(turn, moves.part, CLEAN),
  ),
  unsubscribe,
  dropSlot,
  deleteRows(PART.clean, 'source'),
  deleteRows(PART.abortCopy, 'target'),
  dropTriggers,
  setHidden(PART.clean, 'source', 0),
  setHidden(ABORTS, 'target', 0),
  noteAtHome(ENDS, 'note the end', (turn, { moves }) => {
    writeIn(turn, moves.isFinished, 1)
    if (localIn(turn, 'part') === PART.clean) writeIn(turn, moves.isAborted, 0)
  }),
]

const markAborted: Step = {
  name: 'mark the move as aborted',
  source: from('updateToAborted', 'update moves set is_aborted = true'),
  run(turn) {
    const { moves } = moveOf(turn)
    if (!lockIn(turn, moves)) return 'wait'
    if (committedIn(turn, moves.isFinished) === 0) writeIn(turn, moves.isAborted, 1)
    return 'next'
  },
}

export const ABORT_STEPS: Step[] = [markAborted, commit, respondDone]
