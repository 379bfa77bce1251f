import { LOG_BYTES, type MovePlace, type MovePlaces } from './move-places.ts'
import { isVisible } from './move-promises.ts'
import { share } from './rows.ts'
import { committedIn, from, localIn, type Step, setLocalIn, type Turn } from './steps.ts'
import { AT_SOURCE, AT_TARGET, RESULT } from './world.ts'

/** What a redemption does in addition while the merchant of the voucher moves. */

export function moveOf({ scene: { move } }: Turn): MovePlaces {
  if (!move) throw new Error('nobody moves the merchant')
  return move
}

const placeOf = (turn: Turn): MovePlace =>
  localIn(turn, 'place') === AT_TARGET ? moveOf(turn).target : moveOf(turn).source

/** The merchant moves from home to a cell, or from a cell to home. */
function homeOf({ scene }: Turn): typeof AT_SOURCE | typeof AT_TARGET {
  const isFromHome = scene.world.actors.some((actor) => actor.kind === 'move' && actor.from === 'home')
  return isFromHome ? AT_SOURCE : AT_TARGET
}

/** Asks one of the databases. Returns whether it has the voucher. */
function asks(turn: Turn, place: number): boolean {
  const { source, target } = moveOf(turn)
  return isVisible(turn.state, place === AT_TARGET ? target : source)
}

const askHome: Step = {
  name: 'ask home for the voucher',
  source: from('isHere', 'select exists (select from'),
  run(turn) {
    if (localIn(turn, 'place') !== 0) return 'skip'
    const home = homeOf(turn)
    return asks(turn, home) ? goTo(turn, home) : 'next'
  },
}

/** What nobody has is handled at home. */
const askCell: Step = {
  name: 'ask the cell for the voucher',
  source: from('isHere', 'select exists (select from'),
  run(turn) {
    if (localIn(turn, 'place') !== 0) return 'skip'
    const home = homeOf(turn)
    const cell = home === AT_SOURCE ? AT_TARGET : AT_SOURCE
    return goTo(turn, asks(turn, cell) ? cell : home)
  },
}

/** Where it was not found before, it is not looked for again. */
function goTo(turn: Turn, place: number): 'next' | 'end' {
  if (localIn(turn, 'missedAt') === place) {
    setLocalIn(turn, 'result', RESULT['not found'])
    return 'end'
  }
  setLocalIn(turn, 'missedAt', 0)
  setLocalIn(turn, 'place', place)
  return 'next'
}

export const FIND_STEPS: Step[] = [askHome, askCell]

/** Views hide the voucher in the database where its merchant does not live. */
export function inDatabaseOfMerchant(step: Step): Step {
  return {
    ...step,
    run: (turn) => (isVisible(turn.state, placeOf(turn)) ? step.run(turn) : 'not found'),
  }
}

/** The statement shares the lock of its table. Then the triggers of a fence refuse it. */
export function refusedWhileMoving(step: Step): Step {
  return {
    ...step,
    run(turn) {
      const { tables, triggers } = placeOf(turn)
      if (!share(turn.state, turn.me.index, tables.row)) return 'wait'
      return committedIn(turn, triggers.refuse) === 1 ? 'moving' : step.run(turn)
    },
  }
}

/** The foreign key of the counter: the voucher may have left this database since the facts were loaded. */
export function needsVoucher(step: Step): Step {
  return {
    ...step,
    run: (turn) => (committedIn(turn, placeOf(turn).merchant.isHere) === 0 ? 'old facts' : step.run(turn)),
  }
}

/** A commit in the source is in its log. A table that is not copied yet is copied with the change. */
export function withLog(step: Step): Step {
  return {
    ...step,
    run(turn) {
      const next = step.run(turn)
      const { subscription } = moveOf(turn)
      const [counters, rows] = [subscription.hasCounters, subscription.hasRows] as const
      const tables = committedIn(turn, counters) + 2 * committedIn(turn, rows)
      if (localIn(turn, 'place') === AT_SOURCE && tables > 0) append(turn, tables)
      return next
    },
  }
}

/** Rows that are written once are found in the source. Of counters, the log has the values. */
function append(turn: Turn, tables: number): void {
  const { state, scene, me } = turn
  const { log } = moveOf(turn)
  const at = log + LOG_BYTES * logEnd(turn)
  const { actor } = me
  if (actor.kind !== 'redeem') throw new Error('only redemptions are in the log')
  const counters = [scene.userQuotas[0]?.[actor.user], scene.voucherQuotas[0]]
  state[at] = me.index + 1
  state[at + 1] = tables
  for (const [i, counter] of counters.entries())
    if (counter) state[at + 2 + i] = committedIn(turn, counter.used)
}

/** How many changes are in the log. */
export function logEnd(turn: Turn): number {
  const { log, logLength } = moveOf(turn)
  let length = 0
  while (length < logLength && turn.state[log + LOG_BYTES * length] !== 0) length += 1
  return length
}
