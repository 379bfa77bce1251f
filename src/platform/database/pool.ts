import pg from 'pg'
import type { Address } from './address.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseUnavailable, endsConnection, isReadOnly, isReportedByDatabase } from './failures.ts'
import type { HostChoice } from './host-choice.ts'
import { requireWritable } from './writable.ts'

export type PoolOptions = {
  address: Address
  /** Shared by all pools of a process, so that one discovers a failover for all. */
  hosts: HostChoice
  name: string
  max: number
  settings: Record<string, string | number>
  /** The longest that anybody waits for a connection. */
  deadlineMs: number
}

/** Beyond this many, a request is refused at once: it would not be served before its deadline. */
const MAX_WAITING = 2_000
const IDLE_TIMEOUT_MS = 60_000
const MAX_LIFETIME_SECONDS = 30 * 60

/** Connections to one database. Nobody waits for one longer than the deadline, and no more than `MAX_WAITING` wait. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #hosts: HostChoice
  readonly #clients = new Set<DatabaseClient>()
  /** Connections made before this moment are not used again. */
  #staleBeforeMs = -Infinity
  #ending: Promise<void> | null = null

  constructor({ address, hosts, name, max, settings, deadlineMs }: PoolOptions) {
    this.#hosts = hosts
    const clients = this.#clients
    class PooledClient extends DatabaseClient {
      constructor() {
        const url = hosts.current()
        super({ url, name, settings, onConnectFailed: () => hosts.failed(url) })
        clients.add(this)
        this.once('end', () => clients.delete(this))
      }
    }
    this.#pool = new pg.Pool({
      max,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
      connectionTimeoutMillis: deadlineMs,
      Client: PooledClient,
      ...(address.needsWritable && { onConnect: (client) => requireWritable(client as DatabaseClient) }),
    })
    // An idle connection was lost: the pool has removed it already.
    this.#pool.on('error', () => {})
  }

  /** Every connection, also those that are being opened. */
  get clients(): ReadonlySet<DatabaseClient> {
    return this.#clients
  }

  get waitingCount(): number {
    return this.#pool.waitingCount
  }

  /** Rejects with `DatabaseUnavailable` when there is none in time. */
  async checkOut(deadlineMs: number): Promise<DatabaseClient> {
    if (this.#pool.waitingCount >= MAX_WAITING) {
      throw new DatabaseUnavailable('POOL_FULL', `${MAX_WAITING} requests wait for a connection already`)
    }
    const endsAtMs = performance.now() + deadlineMs
    let failures = 0
    for (;;) {
      const client = await this.#connect(endsAtMs - performance.now()).catch((error) => {
        failures += 1
        // The next host may be the primary by now.
        if (failures >= this.#hosts.count || performance.now() >= endsAtMs) throw unavailable(error)
        return null
      })
      if (client && client.createdAtMs >= this.#staleBeforeMs) return client
      if (client) this.#release(client, true)
    }
  }

  #connect(deadlineMs: number): Promise<DatabaseClient> {
    const { promise, resolve, reject } = Promise.withResolvers<DatabaseClient>()
    const timer = setTimeout(
      () => reject(new DatabaseUnavailable('POOL_TIMEOUT', 'no connection was free in time')),
      Math.max(deadlineMs, 0),
    )
    let isLate = false
    promise.catch(() => {
      isLate = true
    })
    this.#pool.connect().then(
      (client) => {
        clearTimeout(timer)
        if (isLate) this.#release(client as unknown as DatabaseClient, false)
        else resolve(client as unknown as DatabaseClient)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
    return promise
  }

  /** With the error of the work that it was checked out for, if any: not every connection survives one. */
  giveBack(client: DatabaseClient, error?: unknown): void {
    // Others of the same age are read-only as well: a session keeps that for its life.
    if (error !== undefined && isReadOnly(error)) this.renew()
    const isSpent = error !== undefined && isFailureOfConnection(error) && endsConnection(error)
    this.#release(client, isSpent || client.createdAtMs < this.#staleBeforeMs)
  }

  /** Replaces all connections: idle ones when they are next asked for, the others when they come back. */
  renew(): void {
    this.#staleBeforeMs = performance.now()
  }

  #release(client: DatabaseClient, isSpent: boolean): void {
    // Not a farewell that an unreachable server would never answer.
    if (isSpent) client.destroy()
    ;(client as unknown as pg.PoolClient).release(isSpent)
  }

  /** Resolves when all connections are closed; what is still under way after `timeoutMs` is cut off. Safe to repeat. */
  end(timeoutMs: number): Promise<void> {
    this.#ending ??= this.#end(timeoutMs)
    return this.#ending
  }

  async #end(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const client of this.#clients) client.destroy()
    }, timeoutMs)
    await this.#pool.end()
    clearTimeout(timer)
  }
}

/** Whether the driver or the database raised it, and not the code that used the connection. */
function isFailureOfConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || isReportedByDatabase(error)
}

function unavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || isReportedByDatabase(error)) return error
  const { message } = error as Error
  // The pool's own words for both, which carry no code.
  return /timeout exceeded when trying to connect/.test(message)
    ? new DatabaseUnavailable('POOL_TIMEOUT', 'no connection was free in time', error)
    : new DatabaseUnavailable('CONNECT_FAILED', message, error)
}
