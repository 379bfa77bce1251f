/** One connection to PostgreSQL, on top of the driver's client. */
import { connect as connectSocket } from 'node:net'
import pg from 'pg'
import { currentSpan, traced } from '../tracing/tracing.ts'
import { CONNECT_DEADLINE_MS } from './deadlines.ts'
import { DatabaseUnavailable, isReportedByDatabase } from './failures.ts'
import type { Rendered } from './sql.ts'
import { typeParsers } from './type-parsers.ts'

export type ClientOptions = {
  url: string
  /** The name that pg_stat_activity shows. */
  name: string
  /** Session settings. Empty behind PgBouncer, where clients share sessions. */
  settings: Record<string, string | number>
  onConnectFailed?: () => void
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)
type SendOptions = { name?: string | undefined; deadlineMs: number }

const KEEP_ALIVE_AFTER_MS = 10_000

/** A connection that never hangs: a statement that misses its deadline is cancelled and the connection destroyed. */
export class DatabaseClient extends pg.Client {
  readonly url: string
  readonly createdAtMs = performance.now()
  /** When the statement that is waiting for its response was sent; null if none is. */
  busySinceMs: number | null = null
  isConnected = false
  readonly #onConnectFailed: (() => void) | undefined

  constructor({ url, name, settings, onConnectFailed }: ClientOptions) {
    super({
      connectionString: url,
      application_name: name,
      ...(Object.keys(settings).length > 0 && { options: startupOptions(settings) }),
      connectionTimeoutMillis: CONNECT_DEADLINE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      types: typeParsers,
    })
    this.url = url
    this.#onConnectFailed = onConnectFailed
    // Running statements are rejected anyway. Without a listener, the event would end the process.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ConnectCallback): void
  /** The driver's pool passes a callback; other callers await the promise. */
  override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
    const connecting = super.connect().then(
      (client) => {
        this.isConnected = true
        return client
      },
      (error) => {
        this.#onConnectFailed?.()
        throw error
      },
    )
    if (!callback) return connecting
    const done = callback as (error: Error | null, client?: pg.Client) => void
    connecting.then((client) => done(null, client), done)
  }

  /** Sends one statement and waits for its response until the deadline. */
  send(rendered: Rendered, options: SendOptions): Promise<pg.QueryArrayResult> {
    // Statements of polls and chores belong to no request, so they are not traced.
    if (currentSpan() === null) return this.#send(rendered, options)
    // The text holds placeholders, never values.
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': rendered.text }
    return traced('statement', attributes, () => this.#send(rendered, options))
  }

  async #send({ text, values }: Rendered, { name, deadlineMs }: SendOptions): Promise<pg.QueryArrayResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryArrayResult>()
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable('STATEMENT_TIMEOUT', `no response within ${Math.round(deadlineMs)} ms`))
      this.cancelStatement()
      this.destroy()
    }, deadlineMs)
    this.busySinceMs = performance.now()
    const query = {
      text,
      rowMode: 'array' as const,
      ...(name && { name }),
      ...(values.length > 0 && { values }),
    }
    this.query(query, (error: Error | null, result: pg.QueryArrayResult) => {
      if (error) reject(error)
      else resolve(result)
    })
    try {
      return await promise
    } catch (error) {
      // The stack shows the caller instead of the socket that received the response.
      Error.captureStackTrace(error as Error, this.send)
      if (isReportedByDatabase(error) || error instanceof DatabaseUnavailable) throw error
      throw new DatabaseUnavailable('CONNECTION_LOST', (error as Error).message, error)
    } finally {
      clearTimeout(timer)
      this.busySinceMs = null
    }
  }

  /** The process id of the backend; null before it is connected. The types omit it and the secret key for cancelling. */
  get pid(): number | null {
    return (this as unknown as { processID: number | null }).processID
  }

  /** Call this if the host answers but is not the one we need. New connections then try the next host. */
  reportUnusable(): void {
    this.#onConnectFailed?.()
  }

  /** Closes the socket without waiting for running statements. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  /** Best effort: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS. */
  cancelStatement(): void {
    const { pid } = this
    const { secretKey } = this as unknown as { secretKey: number }
    if (pid === null || this.host.startsWith('/')) return
    const request = Buffer.alloc(16)
    request.writeInt32BE(16, 0)
    request.writeInt32BE(80877102, 4)
    request.writeInt32BE(pid, 8)
    request.writeInt32BE(secretKey, 12)
    const socket = connectSocket(this.port, this.host, () => socket.end(request))
    socket.setTimeout(CONNECT_DEADLINE_MS, () => socket.destroy())
    socket.on('error', () => {}).unref()
  }
}

/** Spaces need a backslash: https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS. */
function startupOptions(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}
