/** A pool of connections, on top of the driver's pool: bounded waits, several hosts, and replacement of bad sessions. */
import pg from 'pg'
import type { Address } from './address.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseUnavailable, endsConnection, isReadOnly, isReportedByDatabase } from './failures.ts'
import type { HostChoice } from './host-choice.ts'
import { requireUsable } from './writable.ts'

export type PoolOptions = {
  address: Address
  /** Shared by all pools of a process: if one pool discovers a failover, all pools follow. */
  hosts: HostChoice
  name: string
  max: number
  settings: Record<string, string | number>
  /** How long a caller waits for a connection. */
  deadlineMs: number
}

export type PoolStats = {
  /** Open connections, including those still connecting. */
  connections: number
  max: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** A caller beyond this number is refused at once: it would not get a connection before its deadline. */
const MAX_WAITING = 2_000
const IDLE_TIMEOUT_MS = 60_000
const MAX_LIFETIME_SECONDS = 30 * 60

/** Connections to one database. At most `MAX_WAITING` callers wait for one, each until its deadline. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #hosts: HostChoice
  readonly #clients = new Set<DatabaseClient>()
  /** Connections created before this time are not used again. */
  #retiredBeforeMs = -Infinity
  #ending: Promise<void> | null = null

  constructor({ address, hosts, name, max, settings, deadlineMs }: PoolOptions) {
    this.#hosts = hosts
    const clients = this.#clients
    class PooledClient extends DatabaseClient {
      constructor() {
        const url = hosts.current()
        super({ url, name, settings, onConnectFailed: () => hosts.markFailed(url) })
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
      ...(address.needsWritable && { onConnect: (client) => requireUsable(client as DatabaseClient, hosts) }),
    })
    // An idle connection was lost. The driver's pool has already removed it.
    this.#pool.on('error', () => {})
  }

  /** Every connection, including those still connecting. */
  get clients(): ReadonlySet<DatabaseClient> {
    return this.#clients
  }

  get stats(): PoolStats {
    const { totalCount, waitingCount, options } = this.#pool
    return { connections: totalCount, max: options.max, waiting: waitingCount }
  }

  /** Rejects with `DatabaseUnavailable` if no connection is free before the deadline. */
  async checkOut(deadlineMs: number): Promise<DatabaseClient> {
    if (this.#pool.waitingCount >= MAX_WAITING) {
      throw new DatabaseUnavailable('POOL_FULL', `${MAX_WAITING} requests already wait for a connection`)
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
      if (client && client.createdAtMs >= this.#retiredBeforeMs) return client
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

  /**
   * `error` is the reason why the work on this connection failed, if it did. It decides whether the connection is reused.
   */
  checkIn(client: DatabaseClient, error?: unknown): void {
    // Other connections of this age are read-only as well: a session stays read-only until it is closed.
    if (error !== undefined && isReadOnly(error)) this.retireConnections()
    const isBroken = error !== undefined && isFailureOfConnection(error) && endsConnection(error)
    this.#release(client, isBroken || client.createdAtMs < this.#retiredBeforeMs)
  }

  /** Replaces all current connections: idle ones at their next checkout, busy ones when they are checked in. */
  retireConnections(): void {
    this.#retiredBeforeMs = performance.now()
  }

  #release(client: DatabaseClient, isBroken: boolean): void {
    // The socket is closed at once: an unreachable server would never confirm an orderly close.
    if (isBroken) client.destroy()
    ;(client as unknown as pg.PoolClient).release(isBroken)
  }

  /** Resolves when all connections are closed. Ends statements that run longer than `timeoutMs`. Can be called again. */
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

/** Whether the error came from the driver or the database, and not from the code that used the connection. */
function isFailureOfConnection(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || isReportedByDatabase(error)
}

function unavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || isReportedByDatabase(error)) return error
  const { message } = error as Error
  // The driver's pool throws errors without a code, so we match the message.
  return /timeout exceeded when trying to connect/.test(message)
    ? new DatabaseUnavailable('POOL_TIMEOUT', 'no connection was free in time', error)
    : new DatabaseUnavailable('CONNECT_FAILED', message, error)
}
