import { connect, type Db, type Reader } from '../../../src/platform/database/db.ts'
import { Statement } from '../../../src/platform/database/statement.ts'
import { GATES } from './gated-functions.ts'
import { SOURCES } from './sources.ts'
import type { Step } from './steps.ts'

/** Where a player is: before a step, behind its last one, or waiting for the lock of another one. */
export type Place = { before: string } | 'ended' | 'waiting'

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')

/**
 * A process of the model on a real session: it runs the operation of the service, and stops before each step. Steps in
 * functions of the schema have gates there. Other statements stop before they are sent.
 */
export class Player {
  readonly number: number
  readonly db: Db
  #pid = 0
  #program: Step[] = []
  /** The steps before this one are done. */
  #position = 0
  #stop: { before: string; go(): void } | null = null
  #result: Promise<unknown> = Promise.resolve()
  #hasEnded = false
  readonly #director: Reader

  private constructor(number: number, db: Db, director: Reader) {
    this.number = number
    this.db = this.#gated(db)
    this.#director = director
  }

  static async open(number: number, url: string, director: Reader): Promise<Player> {
    const db = await connect(url, { max: 1, name: `player ${number}`, deadlineMs: 20_000 })
    const player = new Player(number, db, director)
    for (const gate of GATES.keys()) await director`select pg_advisory_lock(${number}::int, ${gate}::int)`
    await player.connect()
    return player
  }

  /** Makes its session ready. After a lost connection it is a new one. */
  async connect(): Promise<void> {
    this.#program = []
    await this.db.unsafe('set search_path to explored, public')
    const [row] = await this.db<[{ pid: number }]>`select pg_backend_pid() as pid`
    this.#pid = row.pid
  }

  /** Starts an operation. The player stops before its first step. */
  play(program: Step[], operation: () => Promise<unknown>): void {
    this.#program = program
    this.#position = 0
    this.#hasEnded = false
    this.#result = operation().finally(() => {
      this.#hasEnded = true
    })
    this.#result.catch(() => {})
  }

  get result(): Promise<unknown> {
    return this.#result
  }

  /** Takes the step before which the player has stopped. */
  async go(): Promise<void> {
    const stop = this.#stop
    this.#stop = null
    if (stop) return stop.go()
    const gate = await this.#gateAhead()
    if (gate === null) throw new Error(`player ${this.number} is at no gate`)
    await this.#open(gate)
  }

  /** Opens a gate, and closes it again as soon as the player has passed it. */
  async #open(gate: number): Promise<void> {
    await this.#director`select pg_advisory_unlock(${this.number}::int, ${gate}::int)`
    await this.#director`select pg_advisory_lock(${this.number}::int, ${gate}::int)`
  }

  /** Ends the session in the database, as a lost connection does. What the player does next fails. */
  async loseConnection(): Promise<void> {
    await this.#director`select pg_terminate_backend(${this.#pid}, 2000)`
    this.#stop?.go()
    this.#stop = null
  }

  /** Null while the player is between two steps. */
  async place(): Promise<Place | null> {
    if (this.#stop) return { before: this.#stop.before }
    if (this.#hasEnded) return 'ended'
    const locks = await this.#waits()
    const gate = locks.find(({ locktype }) => locktype === 'advisory')?.objid
    if (gate === undefined) return locks.length > 0 ? 'waiting' : null
    const before = GATES[gate] as string
    if (this.#program.some(({ name }) => name === before)) return { before }
    // The model leaves this step out, because it can change nothing in this world.
    await this.#open(gate)
    return null
  }

  async #gateAhead(): Promise<number | null> {
    return (await this.#waits()).find(({ locktype }) => locktype === 'advisory')?.objid ?? null
  }

  #waits(): Promise<{ locktype: string; objid: number }[]> {
    return this.#director<{ locktype: string; objid: number }[]>`
      select locktype, objid::int from pg_locks where pid = ${this.#pid} and not granted`
  }

  /** The next step that the statement can be; null if it is no step. The first step may come again. */
  #stepOf(text: string): number | null {
    const isStatement = ({ source }: Step) =>
      source !== null && SOURCES[source.in]?.file.endsWith('.ts') && plain(text).includes(source.contains)
    const [first] = this.#program
    if (first && this.#position > 0 && this.#isRedemption() && isStatement(first)) return 0
    const found = this.#program.findIndex((step, i) => i >= this.#position && isStatement(step))
    return found === -1 ? null : found
  }

  #isRedemption(): boolean {
    return this.#program[0]?.source?.in === 'loadFacts'
  }

  #waitBefore(index: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#position = index + 1
    this.#stop = { before: this.#program[index]?.name ?? '', go: resolve }
    return promise
  }

  async #waitForTurn(text: string): Promise<void> {
    const index = this.#stepOf(text)
    if (index !== null) await this.#waitBefore(index)
  }

  /** The same database, with a stop before each statement that is a step, and before each commit. */
  #gated(db: Db): Db {
    const begin = async <T>(...args: unknown[]): Promise<T> => {
      const work = args.at(-1) as (tx: Reader) => Promise<T>
      return db.begin(async (tx) => {
        const before = this.#position
        const result = await work(Object.assign(this.#gatedReader(tx), pick(tx)))
        const commit = this.#program.findIndex(({ name }, i) => i >= this.#position && name === 'commit')
        // A transaction that only reads is no step.
        if (commit !== -1 && this.#position > before) await this.#waitBefore(commit)
        return result
      })
    }
    return Object.assign(this.#gatedReader(db), { ...db, begin, withLimits: () => this.#gated(db) }) as Db
  }

  #gatedReader(reader: Reader): Reader {
    const send = async (text: string, values: unknown[]) => {
      await this.#waitForTurn(text)
      return reader.unsafe(text, values as never)
    }
    const tag = (strings: TemplateStringsArray, ...values: unknown[]) =>
      new Statement(strings, values, (rendered) => send(rendered.text, rendered.values as unknown[]))
    return Object.assign(tag, {
      unsafe: (text: string, values: unknown[] = []) => new Statement([text], [], () => send(text, values)),
    }) as Reader
  }
}

/** The parts of a transaction beside its statements. */
function pick(tx: object): object {
  const { extendDeadline, savepoint, acknowledge } = tx as Record<string, unknown>
  return { extendDeadline, savepoint, acknowledge }
}
