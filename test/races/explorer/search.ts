import { brokenPromise } from './invariants.ts'
import { endTransaction, hasTransaction, type State } from './rows.ts'
import { endIn, type Step, type Turn } from './steps.ts'
import {
  AT_TARGET,
  begin,
  ENDED,
  IDLE,
  LOCAL,
  local,
  type Process,
  RESULT,
  type Scene,
  sceneAt,
  setLocal,
  startOf,
} from './world.ts'

/** One arrow of the graph: a step of a process, or a crash. */
export type Move = { by: string; does: string; to: State }

export type Finding = { promise: string; moves: Move[] }
export type Exploration = { states: number; finding: Finding | null }

export type Programs = Map<Process, Step[]>

const KEPT_AT_THE_NEXT_DECISION = new Set([LOCAL.step, LOCAL.result, LOCAL.waitsForCodes, LOCAL.place])

function forget(state: State, process: Process, isKept: (index: number) => boolean): void {
  for (const index of Object.values(LOCAL)) if (!isKept(index)) state[process.at + index] = 0
}

function end(state: State, process: Process, result?: number): void {
  if (result !== undefined) setLocal(state, process, 'result', result)
  else if (local(state, process, 'isAbandoned') === 1) setLocal(state, process, 'result', RESULT.lost)
  forget(state, process, (index) => index === LOCAL.result)
  setLocal(state, process, 'step', ENDED)
}

/** The next step of a process. Null instead of a state: it has to wait. */
export function advance(
  scene: Scene,
  programs: Programs,
  from: State,
  me: Process,
): { step: Step; to: State | null } {
  const state = Buffer.from(from)
  const turn: Turn = { state, scene: sceneAt(scene, from, me), me }
  const program = programs.get(me) ?? []
  for (let at = local(from, me, 'step'); ; at += 1) {
    const step = program[at] as Step
    const next = step.run(turn)
    if (next === 'skip') continue
    if (next === 'wait') return { step, to: null }
    if (next === 'next') setLocal(state, me, 'step', at + 1)
    else if (next === 'end') end(state, me)
    else {
      endIn(turn, false)
      // Its node is gone, so nobody decides again.
      if (local(state, me, 'isAbandoned') === 1) {
        end(state, me)
        return { step, to: state }
      }
      forget(state, me, (index) => KEPT_AT_THE_NEXT_DECISION.has(index))
      setLocal(state, me, 'step', 0)
      if (next === 'moving' || next === 'not found') {
        setLocal(state, me, 'missedAt', next === 'moving' ? 0 : local(from, me, 'place'))
        setLocal(state, me, 'place', 0)
      }
      if (next === 'old facts' && scene.world.codes !== undefined) setLocal(state, me, 'waitsForCodes', 1)
    }
    return { step, to: state }
  }
}

export const LOSES_CONNECTION = 'loses its connection'

const isRunning = (state: State, process: Process): boolean => {
  const step = local(state, process, 'step')
  return step !== IDLE && step !== ENDED && step !== 0
}

/** The client gets no response, and repeats the request if it may. */
function lose(state: State, scene: Scene, process: Process): void {
  endIn({ state, scene, me: process }, false)
  end(state, process, RESULT.lost)
  repeat(state, scene, process)
}

/** Another worker always goes on with a move. A client repeats its request while it may. */
function repeat(state: State, scene: Scene, { again, actor }: Process): void {
  const retries = state[scene.retries] as number
  if (again === null || (retries === 0 && actor.kind !== 'move')) return
  if (actor.kind !== 'move') state[scene.retries] = retries - 1
  begin(state, scene, scene.processes[again] as Process)
}

/** The crashes that can happen now: at most one in a run. */
export function crashes(scene: Scene, from: State): Move[] {
  if (from[scene.crashes] === 0) return []
  const running = scene.processes.filter((process) => isRunning(from, process))
  const crash = (by: string, does: string, change: (state: State) => void): Move => {
    const to = Buffer.from(from)
    to[scene.crashes] = 0
    change(to)
    return { by, does, to }
  }
  const restart = (name: string, connected: Process[]) =>
    crash(name, 'restarts', (state) => {
      for (const process of connected) lose(state, scene, process)
    })
  const [source, target] = [false, true].map((isTarget) =>
    running.filter(
      (process) =>
        process.actor.kind !== 'redeem' || (local(from, process, 'place') === AT_TARGET) === isTarget,
    ),
  ) as [Process[], Process[]]
  return [
    ...(source.length > 1 ? [restart(scene.move ? 'the source' : 'the database', source)] : []),
    ...(scene.move && target.length > 1 ? [restart('the target', target)] : []),
    ...running.map((process) =>
      crash(process.name, LOSES_CONNECTION, (state) => lose(state, scene, process)),
    ),
    // The statement of a redemption goes on in the database: nobody has canceled it.
    ...running
      .filter(({ index, actor }) => actor.kind === 'redeem' && hasTransaction(from, index, scene.layout.rows))
      .map((process) =>
        crash(process.name, 'loses its node, and its statement goes on', (state) => {
          setLocal(state, process, 'isAbandoned', 1)
          repeat(state, scene, process)
        }),
      ),
    // A worker notices this only when it needs home again.
    ...running
      .filter(({ actor }) => actor.kind === 'move')
      .map((process) =>
        crash(process.name, 'loses its connection to home, and goes on', (state) => {
          endTransaction(state, process.index, scene.move?.homeRows ?? [], false)
          setLocal(state, process, 'isAbandoned', 1)
          repeat(state, scene, process)
        }),
      ),
  ]
}

export const isActive = (state: State, process: Process): boolean =>
  ![IDLE, ENDED].includes(local(state, process, 'step'))

/** Visits every state once, nearest first, until one breaks a promise. */
export function explore(scene: Scene, programs: Programs): Exploration {
  const start = startOf(scene)
  // States are kept as text, which takes a fraction of the memory.
  const states = [textOf(start)]
  const parents = [-1]
  const moves: Omit<Move, 'to'>[] = [{ by: '', does: '' }]
  const seen = new Set(states)
  const isJudged = [true]
  const changesPromises = promiseChanges(scene)
  const pathTo = (index: number): Move[] => {
    const path: Move[] = []
    for (let at = index; at > 0; at = parents[at] as number)
      path.unshift({ ...(moves[at] as Move), to: stateOf(states[at] as string) })
    return path
  }
  for (let index = 0; index < states.length; index += 1) {
    const from = stateOf(states[index] as string)
    const promise = isJudged[index] ? brokenPromise(scene, from) : null
    if (promise) return { states: states.length, finding: { promise, moves: pathTo(index) } }
    const steps = scene.processes
      .filter((process) => isActive(from, process))
      .flatMap((process): Move[] => {
        const { step, to } = advance(scene, programs, from, process)
        return to ? [{ by: process.name, does: step.name, to }] : []
      })
    if (steps.length === 0 && scene.processes.some((process) => isActive(from, process))) {
      return { states: states.length, finding: { promise: 'nobody waits forever', moves: pathTo(index) } }
    }
    for (const { by, does, to } of [...steps, ...crashes(scene, from)]) {
      const text = textOf(to)
      if (seen.has(text)) continue
      seen.add(text)
      states.push(text)
      parents.push(index)
      moves.push({ by, does })
      isJudged.push(changesPromises(from, to))
    }
  }
  return { states: states.length, finding: null }
}

/** Promises are about what is committed and what was reported. A step that changes neither keeps them. */
function promiseChanges({ layout, processes }: Scene): (from: State, to: State) => boolean {
  const places = [
    ...layout.rows.flatMap(({ columns }) => columns.map(({ at }) => at)),
    ...processes.map(({ at }) => at + LOCAL.result),
  ]
  return (from, to) => {
    for (const at of places) if (from[at] !== to[at]) return true
    return false
  }
}

function textOf(state: State): string {
  return Buffer.from(state.buffer, state.byteOffset, state.byteLength).toString('latin1')
}

const stateOf = (text: string): State => Buffer.from(text, 'latin1')
