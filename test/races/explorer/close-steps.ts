import { hasTransaction } from './rows.ts'
import {
  addIn,
  commit,
  committedIn,
  endIn,
  from,
  isRedeemed,
  localIn,
  lockIn,
  readIn,
  respondDone,
  type Step,
  setLocalIn,
  type Turn,
  unlessDone,
  writeIn,
} from './steps.ts'
import { RESULT } from './world.ts'

const look: Step = {
  name: 'look for an earlier close',
  source: from('findClose', 'select closed_at, case when month ='),
  run(turn) {
    if (committedIn(turn, turn.scene.month.isClosed) === 0) return 'next'
    setLocalIn(turn, 'result', RESULT.done)
    return 'end'
  },
}

/** The statement is its own transaction. */
const mark: Step = {
  name: 'mark the month as being closed',
  source: from('beginClose', 'insert into statement_months as known (month, closing_at)'),
  run(turn) {
    const { month } = turn.scene
    if (!lockIn(turn, month)) return 'wait'
    writeIn(turn, month.exists, 1)
    writeIn(turn, month.isClosing, 1)
    endIn(turn, true)
    return 'next'
  },
}

/** The transactions that have a lower id are those that are open now. */
const takeHorizon: Step = {
  name: 'take a transaction id as the horizon',
  source: from('beginClose', 'select pg_current_xact_id()'),
  run(turn) {
    const { state, scene } = turn
    const open = scene.processes.filter(({ index }) => hasTransaction(state, index, scene.layout.rows))
    setLocalIn(
      turn,
      'horizon',
      open.reduce((mask, { index }) => mask | (1 << index), 0),
    )
    return 'next'
  },
}

const waitForHorizon: Step = {
  name: 'find that all earlier transactions have ended',
  source: from('isHorizonReached', 'select not exists ('),
  run: (turn) => (localIn(turn, 'horizon') === 0 ? 'next' : 'wait'),
}

const lockMonth: Step = {
  name: 'lock the month',
  source: from('lockMonthToClose', 'select from statement_months'),
  run: (turn) => (lockIn(turn, turn.scene.month) ? 'next' : 'wait'),
}

const lookAgain: Step = {
  name: 'look for another close',
  source: from('findClose', 'select closed_at, case when month ='),
  run(turn) {
    setLocalIn(turn, 'isDone', readIn(turn, turn.scene.month.isClosed))
    return 'next'
  },
}

const lockNumbers: Step = {
  name: 'lock the numbers of statements',
  source: from('insertStatements', 'select last_number from statement_counter for update'),
  run: (turn) => (lockIn(turn, turn.scene.numbers) ? 'next' : 'wait'),
}

/** The redemptions that the statement of the month counts, as everybody sees them now. */
export function countInMonth(turn: Pick<Turn, 'state' | 'scene'>): number {
  const { state, scene } = turn
  const isZero = (at: number) => state[at] === 0
  return scene.redemptions.filter(
    (one) =>
      isRedeemed({ state }, one) && [one.isLate, one.isVoided, one.isRejected].every(({ at }) => isZero(at)),
  ).length
}

const storeStatements: Step = {
  name: 'count the month and store its statements',
  source: from('insertStatements', 'with counted as materialized'),
  run(turn) {
    const { statement } = turn.scene
    lockIn(turn, statement)
    addIn(turn, statement.net, countInMonth(turn))
    return 'next'
  },
}

const moveNumbers: Step = {
  name: 'move the numbers of statements',
  source: from('insertStatements', 'update statement_counter'),
  run(turn) {
    addIn(turn, turn.scene.numbers.last, 1)
    return 'next'
  },
}

const markAsClosed: Step = {
  name: 'mark the month as closed',
  source: from('updateToClosed', 'update statement_months'),
  run(turn) {
    writeIn(turn, turn.scene.month.isClosed, 1)
    return 'next'
  },
}

export const CLOSE_STEPS: Step[] = unlessDone([
  look,
  mark,
  takeHorizon,
  waitForHorizon,
  lockMonth,
  lookAgain,
  lockNumbers,
  storeStatements,
  moveNumbers,
  markAsClosed,
  commit,
  respondDone,
])
