import { expect } from 'vitest'
import type { Place, Player } from './player.ts'
import { hasTransaction, type State } from './rows.ts'
import { advance, crashes, isActive, LOSES_CONNECTION, type Programs } from './search.ts'
import { type Process, type Scene, startOf } from './world.ts'

/** Steps of the model without a stop in the service: a trigger of the commit, and what follows it. */
const WITHOUT_STOP = new Set(['announce the change', 'respond'])

/** Takes the same steps in the model and in the database, and compares where everybody is after each of them. */
export class Rehearsal {
  state: State
  readonly #scene: Scene
  readonly #programs: Programs
  readonly #players: Map<Process, Player>
  readonly #understudy: (process: Process) => Player
  /** The one that waits for a lock in the database, too. It goes on by itself. */
  #waiting: Process | null = null
  readonly steps: string[] = []

  constructor(
    scene: Scene,
    programs: Programs,
    players: Map<Process, Player>,
    understudy: (process: Process) => Player,
  ) {
    this.#scene = scene
    this.#understudy = understudy
    this.#programs = programs
    this.#players = players
    this.state = startOf(scene)
  }

  /** Takes steps until everybody has ended. A connection is lost after `crashAfter` steps, as soon as one can be. */
  async play(choose: <T>(from: T[]) => T, crashAfter = Number.POSITIVE_INFINITY): Promise<void> {
    let mayCrash = true
    for (;;) {
      if (mayCrash && this.steps.length >= crashAfter) mayCrash = !(await this.#crash(choose))
      const processes = [...this.#players.keys()].filter((process) => isActive(this.state, process))
      const ready = processes.filter((process) => process !== this.#waiting && this.#mayGo(process))
      if (processes.length === 0) return
      if (ready.length === 0) throw new Error(`nobody can go on: ${this.steps.join(', ')}`)
      await this.take(choose(ready))
    }
  }

  /** Everybody has started, and stops before the first step. */
  async begin(): Promise<void> {
    for (const process of this.#players.keys()) await this.#expectAt(process)
  }

  /** The client repeats the request on the session of `understudy`. Returns whether there was a transaction to lose. */
  async #crash(choose: <T>(from: T[]) => T): Promise<boolean> {
    const { rows } = this.#scene.layout
    const open = [...this.#players.keys()].filter(
      (process) => process !== this.#waiting && hasTransaction(this.state, process.index, rows),
    )
    if (open.length === 0) return false
    const process = choose(open)
    const [crash] = crashes(this.#scene, this.state).filter(
      ({ by, does }) => by === process.name && does === LOSES_CONNECTION,
    )
    if (!crash || process.again === null) return false
    this.steps.push(`${process.name}: ${LOSES_CONNECTION}`)
    await this.#players.get(process)?.loseConnection()
    this.state = crash.to
    const again = this.#scene.processes[process.again] as Process
    this.#players.set(again, this.#understudy(again))
    await this.#expectAt(process)
    await this.#expectAt(again)
    await this.#continueWaiting()
    return true
  }

  /** One may wait for a lock. A second one is not started: which of them gets the lock is not for us to say. */
  #mayGo(process: Process): boolean {
    const { step, to } = this.#next(process)
    return to !== null || (this.#waiting === null && step.source?.in !== 'isHorizonReached')
  }

  async take(process: Process): Promise<void> {
    const { step, to } = this.#next(process)
    const player = this.#players.get(process) as Player
    this.steps.push(`${process.name}: ${step.name}${to ? '' : ', waits'}`)
    if (!WITHOUT_STOP.has(step.name)) await player.go()
    if (to === null) {
      this.#waiting = process
      await this.#until(player, (place) => place === 'waiting')
      return
    }
    this.state = to
    await this.#expectAt(process)
    await this.#continueWaiting()
  }

  async #continueWaiting(): Promise<void> {
    const process = this.#waiting
    if (!process) return
    const { step, to } = this.#next(process)
    if (!to) return
    this.#waiting = null
    this.steps.push(`${process.name}: ${step.name}, continues`)
    this.state = to
    await this.#expectAt(process)
  }

  #next(process: Process) {
    return advance(this.#scene, this.#programs, this.state, process)
  }

  /** The name of the next step at which the service stops. */
  #expected(process: Process): Place {
    let state = this.state
    while (isActive(state, process)) {
      const { step, to } = advance(this.#scene, this.#programs, state, process)
      if (!WITHOUT_STOP.has(step.name)) return { before: step.name }
      if (!to) break
      state = to
    }
    return 'ended'
  }

  async #expectAt(process: Process): Promise<void> {
    const expected = JSON.stringify(this.#expected(process))
    const player = this.#players.get(process) as Player
    await this.#until(player, (place) => JSON.stringify(place) === expected, `${process.name} at ${expected}`)
  }

  async #until(player: Player, isThere: (place: Place | null) => boolean, words = 'waiting'): Promise<void> {
    const deadline = performance.now() + 20_000
    let place = await player.place()
    while (!isThere(place)) {
      if (performance.now() > deadline) {
        expect(`${JSON.stringify(place)} after ${this.steps.join(', ')}`).toBe(words)
      }
      place = await player.place()
    }
  }
}
