import { brokenPromise } from './invariants.ts'
import { hasTransaction, type State } from './rows.ts'
import { endIn, type Step, type Turn } from './steps.ts'
import { ENDED, IDLE, LOCAL, local, type Process, RESULT, type Scene, setLocal, startOf } from './world.ts'

/** One arrow of the graph: a step of a process, or a crash. */
export type Move = { by: string; does: string; to: State }

export type Finding = { promise: string; moves: Move[] }
export type Exploration = { states: number; finding: Finding | null }

export type Programs = Map<Process, Step[]>

const KEPT_AT_THE_NEXT_DECISION = new Set([LOCAL.step, LOCAL.result, LOCAL.waitsForCodes])

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
  const turn: Turn = { state, scene, me }
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

function repeat(state: State, scene: Scene, { again }: Process): void {
  const retries = state[scene.retries] as number
  if (again === null || retries === 0) return
  state[scene.retries] = retries - 1
  setLocal(state, scene.processes[again] as Process, 'step', 0)
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
  const restart = crash('the database', 'restarts', (state) => {
    for (const process of running) lose(state, scene, process)
  })
  return [
    ...(running.length > 1 ? [restart] : []),
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
  ]
}

export const isActive = (state: State, process: Process): boolean =>
  ![IDLE, ENDED].includes(local(state, process, 'step'))

/** Visits every state once, nearest first, until one breaks a promise. */
export function explore(scene: Scene, programs: Programs): Exploration {
  const start = startOf(scene)
  const states = [start]
  const parents = [-1]
  const moves: Move[] = [{ by: '', does: '', to: start }]
  const seen = new Set([keyOf(start)])
  const pathTo = (index: number): Move[] =>
    index === 0 ? [] : [...pathTo(parents[index] as number), moves[index] as Move]
  for (let index = 0; index < states.length; index += 1) {
    const from = states[index] as State
    const promise = brokenPromise(scene, from)
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
    for (const move of [...steps, ...crashes(scene, from)]) {
      const key = keyOf(move.to)
      if (seen.has(key)) continue
      seen.add(key)
      states.push(move.to)
      parents.push(index)
      moves.push(move)
    }
  }
  return { states: states.length, finding: null }
}

function keyOf(state: State): string {
  return Buffer.from(state.buffer, state.byteOffset, state.byteLength).toString('latin1')
}
