/** Runs statements on connections of a pool: one statement alone, or several in a transaction. */
import type { QueryArrayResult } from 'pg'
import type { DatabaseClient } from './client.ts'
import { DatabaseUnavailable, isStaleStatement } from './failures.ts'
import type { Pool } from './pool.ts'
import { type Rows, toRows } from './rows.ts'
import type { Rendered } from './sql.ts'
import { WAIT_FOR_STANDBYS } from './standbys.ts'
import { statementName } from './statement-name.ts'

export type SessionLimits = { deadlineMs: number; isClientConnected: () => boolean; isPrepared: boolean }

type ResultRows = Rows<Record<string, unknown>[]>

/** Runs one statement on any free connection. */
export async function runStatement(
  pool: Pool,
  rendered: Rendered,
  limits: SessionLimits,
): Promise<ResultRows> {
  const name = limits.isPrepared ? statementName(rendered) : undefined
  for (let tries = 1; ; tries += 1) {
    const endsAtMs = performance.now() + limits.deadlineMs
    const client = await checkOut(pool, limits)
    try {
      const result = await client.send(rendered, {
        name,
        deadlineMs: Math.max(endsAtMs - performance.now(), 1),
      })
      pool.checkIn(client)
      return lastRows(result)
    } catch (error) {
      pool.checkIn(client, error)
      if (tries > 1 || !isStaleStatement(error)) throw error
    }
  }
}

async function checkOut(
  pool: Pool,
  { deadlineMs, isClientConnected }: SessionLimits,
): Promise<DatabaseClient> {
  const client = await pool.checkOut(deadlineMs)
  if (isClientConnected()) return client
  pool.checkIn(client)
  throw new DatabaseUnavailable('CALLER_GONE', 'the caller has gone')
}

/** A text with several statements has several results. */
function lastRows(result: QueryArrayResult | QueryArrayResult[]): ResultRows {
  return toRows(lastResult(result))
}

function lastResult(result: QueryArrayResult | QueryArrayResult[]): QueryArrayResult {
  return Array.isArray(result) ? (result.at(-1) as QueryArrayResult) : result
}

/** One connection, for a transaction or until it is released. Its statements run one after the other. */
export class Session {
  readonly #pool: Pool
  readonly #client: DatabaseClient
  readonly #isPrepared: boolean
  #deadlineMs: number
  #last: Promise<unknown> = Promise.resolve()
  #savepoints = 0
  #isOver = false
  #isAcknowledged = false
  /** The first error of a statement. The connection may be broken since then. */
  #failure: unknown

  static async open(pool: Pool, limits: SessionLimits): Promise<Session> {
    return new Session(pool, await checkOut(pool, limits), limits)
  }

  constructor(pool: Pool, client: DatabaseClient, { deadlineMs, isPrepared }: SessionLimits) {
    this.#pool = pool
    this.#client = client
    this.#deadlineMs = deadlineMs
    this.#isPrepared = isPrepared
  }

  readonly run = (rendered: Rendered): Promise<ResultRows> => {
    const name = this.#isPrepared ? statementName(rendered) : undefined
    return this.#send(async () =>
      lastRows(await this.#client.send(rendered, { name, deadlineMs: this.#deadlineMs })),
    )
  }

  #send<T>(send: () => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      if (this.#isOver) throw new Error('the transaction has ended: await its statements inside it')
      return send()
    })
    this.#last = next.catch((error) => {
      this.#failure ??= error
    })
    return next
  }

  #command(text: string): Promise<QueryArrayResult> {
    return this.#send(async () =>
      lastResult(await this.#client.send({ text, values: [] }, { deadlineMs: this.#deadlineMs })),
    )
  }

  async transaction<T>(mode: string, work: () => Promise<T>): Promise<T> {
    try {
      await this.#command(`begin ${mode}`)
      const result = await work()
      await this.#last
      const { command } = await this.#command(
        this.#isAcknowledged ? `${WAIT_FOR_STANDBYS}; commit` : 'commit',
      )
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and not with an error.
      if (command !== 'COMMIT')
        throw new Error('the transaction was rolled back: one of its statements failed')
      this.release()
      return result
    } catch (error) {
      await this.#last
      await this.#command('rollback').then(
        () => this.release(),
        () => this.release(true),
      )
      throw error
    }
  }

  /** The commit waits for the synchronous standbys, even if the transaction writes nothing. */
  acknowledge(): void {
    this.#isAcknowledged = true
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#savepoints += 1
    const name = `s${this.#savepoints}`
    await this.#command(`savepoint ${name}`)
    try {
      const result = await work()
      await this.#command(`release savepoint ${name}`)
      return result
    } catch (error) {
      await this.#command(`rollback to savepoint ${name}`)
      throw error
    }
  }

  /** Extends PostgreSQL's deadline and ours; null removes both. */
  async extendDeadline(deadlineMs: number | null): Promise<void> {
    this.#deadlineMs = deadlineMs ?? MAX_TIMER_MS
    await this.#command(`set local statement_timeout = ${deadlineMs ?? 0}`)
  }

  release(isBroken = false): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#pool.checkIn(this.#client, isBroken ? ROLLBACK_FAILED : this.#failure)
  }
}

/** 24 days: timers hold 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1

const ROLLBACK_FAILED = new DatabaseUnavailable('CONNECTION_LOST', 'the transaction could not be rolled back')
