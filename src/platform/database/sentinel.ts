/** Receives NOTIFY and finds dead connections. */
import { DatabaseClient } from './client.ts'
import { DatabaseUnavailable } from './failures.ts'
import type { HostChoice } from './host-choice.ts'
import type { Pool } from './pool.ts'
import { requireUsable } from './writable.ts'

export type SentinelOptions = {
  hosts: HostChoice
  needsWritable: boolean
  name: string
  settings: Record<string, string | number>
  /** The pools whose connections are watched. */
  pools: ReadonlySet<Pool>
}

type Listener = { channel: string; onNotify: (payload: string) => void; onListening: () => void }

const TICK_MS = 500
/** If a probe takes longer, the sentinel's own connection is lost. */
const PROBE_DEADLINE_MS = 2_000
/** The time between probes while no statement is slow. */
const IDLE_PROBE_EVERY_MS = 2_000
/** If a probe takes longer, a second connection is opened beside it. */
const SLOW_PROBE_MS = 500
/**
 * A statement or a connection attempt that takes longer may be lost. Before that, the server may only be busy: it would
 * still execute the statement, but we would have destroyed the connection and lost the response.
 */
const SUSPECT_AFTER_MS = 1_000
/** A response arrives within this time after its backend became idle, even on a busy machine. */
const SECOND_LOOK_MS = 100
/** A connection attempt may hang for seconds after the server is back, while a new attempt succeeds at once. */
const ATTEMPT_EVERY_MS = 1_000
const MAX_CONCURRENT_ATTEMPTS = 4

/** Which of these backends exist, and which of them are idle. A backend that hides its state counts as working. */
const BACKENDS = `
  select pid, coalesce(state, '') like 'idle%' as is_idle from pg_stat_activity where pid = any ($1::int[])`

/**
 * A dedicated connection that listens for NOTIFY and checks the health of all other connections.
 *
 * A connection can die silently: a firewall forgets it, a primary is replaced, the network drops packets. Its statement
 * would then wait for its deadline, long after the database is back. So the sentinel asks the server about slow
 * statements. If the server is not working on one, its response was lost, and its connection is destroyed.
 */
export class Sentinel {
  readonly #options: SentinelOptions
  readonly #listeners = new Set<Listener>()
  readonly #attempts = new Set<DatabaseClient>()
  /** Connections whose backend was idle at the last look, and since when their statement had waited. */
  readonly #foundIdle = new WeakMap<DatabaseClient, number>()
  readonly #timer: NodeJS.Timeout
  #client: DatabaseClient | null = null
  #isProbing = false
  #lastProbeMs = 0
  #lastAttemptMs = -Infinity
  /** When the attempt for the current connection began. The server has answered since then. */
  #answeredSinceMs = -Infinity
  #isClosed = false

  constructor(options: SentinelOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  /** `onListening` is called at each (re)connection: notifications may have been missed before it. */
  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListening: () => void = () => {},
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const listener = {
      channel,
      onNotify,
      onListening: () => {
        onListening()
        resolve()
      },
    }
    this.#listeners.add(listener)
    const client = this.#client
    if (client) await this.#subscribe(client, new Set([listener])).catch(() => this.#drop(client))
    return promise
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const client of this.#attempts) client.destroy()
    this.#client?.destroy()
    this.#client = null
  }

  #tick(): void {
    if (this.#isClosed) return
    const now = performance.now()
    if (!this.#client || (this.#isProbing && now - this.#lastProbeMs > SLOW_PROBE_MS)) {
      const isDue = now - this.#lastAttemptMs >= ATTEMPT_EVERY_MS || this.#attempts.size === 0
      if (isDue && this.#attempts.size < MAX_CONCURRENT_ATTEMPTS) void this.#connect()
      return
    }
    this.#destroyLostAttempts()
    const suspects = this.#suspects()
    if (this.#isProbing || (suspects.length === 0 && now - this.#lastProbeMs < IDLE_PROBE_EVERY_MS)) return
    void this.#probe(this.#client, suspects)
  }

  async #connect(): Promise<void> {
    const { hosts, name, settings, needsWritable } = this.#options
    const url = hosts.current()
    const client = new DatabaseClient({ url, name, settings, onConnectFailed: () => hosts.markFailed(url) })
    const startedAtMs = performance.now()
    this.#lastAttemptMs = startedAtMs
    this.#attempts.add(client)
    try {
      await client.connect()
      if (needsWritable) await requireUsable(client, hosts, PROBE_DEADLINE_MS)
      if ((this.#client && !this.#isProbing) || this.#isClosed) return client.destroy()
      const subscribed = new Set(this.#listeners)
      await this.#subscribe(client, subscribed)
      const previous = this.#client
      this.#client = client
      previous?.destroy()
      client.once('end', () => this.#drop(client))
      // A listener that was added meanwhile listens on the previous connection, or on none.
      await this.#subscribe(client, this.#listeners.difference(subscribed))
    } catch {
      return client.destroy()
    } finally {
      this.#attempts.delete(client)
    }
    this.#answeredSinceMs = startedAtMs
    this.#destroyLostAttempts()
    for (const pool of this.#options.pools) {
      for (const other of pool.clients) if (other.url !== url) pool.retireConnections()
    }
    await this.#probe(client, this.#suspects())
  }

  async #subscribe(client: DatabaseClient, listeners: ReadonlySet<Listener>): Promise<void> {
    if (listeners.size === 0) return
    const channels = [...new Set([...listeners].map(({ channel }) => channel))]
    const text = channels.map((channel) => `listen "${channel}"`).join('; ')
    if (client.listenerCount('notification') === 0) {
      client.on('notification', ({ channel, payload = '' }) => {
        for (const listener of this.#listeners) if (listener.channel === channel) listener.onNotify(payload)
      })
    }
    await client.send({ text, values: [] }, { deadlineMs: PROBE_DEADLINE_MS })
    for (const { onListening } of listeners) onListening()
  }

  #drop(client: DatabaseClient): void {
    client.destroy()
    if (this.#client !== client) return
    this.#client = null
    this.#tick()
  }

  /** Destroys connection attempts that began before the server last answered and still hang: they are lost. */
  #destroyLostAttempts(): void {
    const latestMs = Math.min(this.#answeredSinceMs, performance.now() - SUSPECT_AFTER_MS)
    for (const client of this.#clients()) {
      if (!client.isConnected && client.createdAtMs < latestMs) client.destroy()
    }
  }

  /** Connections whose statement has waited so long that it may be lost. */
  #suspects(): DatabaseClient[] {
    const latestMs = performance.now() - SUSPECT_AFTER_MS
    return this.#clients().filter(({ busySinceMs }) => busySinceMs !== null && busySinceMs <= latestMs)
  }

  #clients(): DatabaseClient[] {
    return [...this.#options.pools].flatMap(({ clients }) => [...clients])
  }

  /** A backend is idle shortly before its response is sent, so a response is lost only if a second look finds the same. */
  #isIdleAgain(suspect: DatabaseClient, since: number): boolean {
    if (this.#foundIdle.get(suspect) === since) return true
    this.#foundIdle.set(suspect, since)
    setTimeout(() => this.#tick(), SECOND_LOOK_MS).unref()
    return false
  }

  async #probe(client: DatabaseClient, suspects: DatabaseClient[]): Promise<void> {
    const startedAtMs = performance.now()
    this.#isProbing = true
    this.#lastProbeMs = startedAtMs
    const candidates = suspects.map((suspect) => ({ suspect, pid: suspect.pid, since: suspect.busySinceMs }))
    const { hosts, needsWritable } = this.#options
    try {
      if (needsWritable) await requireUsable(client, hosts, PROBE_DEADLINE_MS)
      const pids = `{${candidates.flatMap(({ pid }) => (pid === null ? [] : [pid])).join(',')}}`
      const probe = { text: BACKENDS, values: [pids] }
      const { rows } = await client.send(probe, { deadlineMs: PROBE_DEADLINE_MS })
      const isIdle = new Map<unknown, unknown>(rows as [unknown, unknown][])
      for (const { suspect, pid, since } of candidates) {
        if (since === null || suspect.busySinceMs !== since) continue
        const isGone = suspect.url !== client.url || !isIdle.has(pid)
        if (isGone || (isIdle.get(pid) && this.#isIdleAgain(suspect, since))) suspect.destroy()
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.code === 'NOT_WRITABLE') {
        for (const pool of this.#options.pools) pool.retireConnections()
      }
      this.#drop(client)
    } finally {
      // A newer connection may have begun its own probe.
      if (this.#lastProbeMs === startedAtMs) this.#isProbing = false
    }
  }
}
