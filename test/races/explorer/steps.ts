import type { Redemption } from './data.ts'
import { type Column, committed, endTransaction, lock, type Row, read, type State, write } from './rows.ts'
import { type Local, local, type Process, RESULT, type Scene, setLocal } from './world.ts'

/**
 * The function with the statement of a step, and a text that only this statement of it contains. A statement of the schema
 * begins with it. `sources.ts` knows the file.
 */
export type Source = { in: string; contains: string }

/** What a step may change: a copy of the state. `me` is the process whose step it is. */
export type Turn = { state: State; scene: Scene; me: Process }

/** What follows a step. The facts of a batch are loaded and decided again if they were old, or if a race was lost. */
export type Next =
  /** The next step. */
  | 'next'
  /** The next step, at once: there is nothing to do here. */
  | 'skip'
  /** The same step again, once a lock is free. */
  | 'wait'
  /** SQLSTATE CF001: the transaction is rolled back, and the batch is decided again. */
  | 'old facts'
  /** SQLSTATE CF003, likewise. */
  | 'lost race'
  /** SQLSTATE CF004: the merchant is moving. The node looks again where it is. */
  | 'moving'
  /** The merchant is not in this database, likewise. */
  | 'not found'
  /** From the first step again. */
  | 'again'
  | 'end'

/** A statement that PostgreSQL executes on one snapshot, a lock that it waits for, or a commit. */
export type Step = { name: string; source: Source | null; run(turn: Turn): Next }

export const from = (name: string, contains: string): Source => ({ in: name, contains })

export const readIn = ({ state, me }: Turn, column: Column): number => read(state, me.index, column)
export const committedIn = ({ state }: Turn, column: Column): number => committed(state, column)
export const lockIn = ({ state, me }: Turn, { row }: { row: Row }): boolean => lock(state, me.index, row)
export const localIn = ({ state, me }: Turn, name: Local): number => local(state, me, name)
export const setLocalIn = ({ state, me }: Turn, name: Local, value: number): void =>
  setLocal(state, me, name, value)

export function writeIn({ state, me }: Turn, column: Column, value: number): void {
  write(state, me.index, column, value)
}

/** Adds to a column of a row that the process has locked. Returns the new value. */
export function addIn(turn: Turn, column: Column, difference: number): number {
  const value = readIn(turn, column) + difference
  writeIn(turn, column, value)
  return value
}

export function endIn({ state, scene, me }: Turn, isCommitted: boolean): void {
  endTransaction(state, me.index, scene.layout.rows, isCommitted)
  // The horizon of a close counts only the transactions that were open when it was taken.
  for (const process of scene.processes) {
    const horizon = local(state, process, 'horizon')
    if (horizon !== 0) setLocal(state, process, 'horizon', horizon & ~(1 << me.index))
  }
}

export function isRedeemed({ state }: { state: State }, { exists }: Redemption): boolean {
  return committed(state, exists) === 1
}

/** A redemption that counts against quota and cap. */
export function isLive(turn: { state: State }, redemption: Redemption): boolean {
  return isRedeemed(turn, redemption) && committed(turn.state, redemption.isVoided) === 0
}

export const commit: Step = {
  name: 'commit',
  source: null,
  run(turn) {
    endIn(turn, true)
    return 'next'
  },
}

/** Staff learn that it is done. */
export const respondDone: Step = {
  name: 'respond',
  source: null,
  run(turn) {
    setLocalIn(turn, 'result', RESULT.done)
    return 'end'
  },
}

/** Once somebody else has done the work, nothing is left but to end the transaction. */
export function unlessDone(steps: Step[]): Step[] {
  return steps.map((step) => {
    if (step.source === null) return step
    return { ...step, run: (turn) => (localIn(turn, 'isDone') === 1 ? 'skip' : step.run(turn)) }
  })
}
