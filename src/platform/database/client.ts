import { connect as connectSocket } from 'node:net'
import pg from 'pg'
import { CONNECT_DEADLINE_MS } from './deadlines.ts'
import { DatabaseUnavailable, isReportedByDatabase } from './failures.ts'
import type { Rendered } from './sql.ts'
import { wireTypes } from './wire-types.ts'

export type ClientOptions = {
  url: string
  /** As pg_stat_activity shows it. */
  name: string
  /** Session settings; none behind PgBouncer, which cannot keep them apart. */
  settings: Record<string, string | number>
  onConnectFailed?: () => void
}

const KEEP_ALIVE_AFTER_MS = 10_000

/** One connection. It never hangs: a statement ends by its deadline, and then takes the connection with it. */
export class DatabaseClient extends pg.Client {
  readonly url: string
  readonly createdAtMs = performance.now()
  /** Since when a statement has been waiting for its answer. */
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
      types: wireTypes,
    })
    this.url = url
    this.#onConnectFailed = onConnectFailed
    // Every statement under way is rejected as well. Without a listener, the event alone would end the process.
    this.on('error', () => {})
  }

  /** The pool calls it with a callback, others wait for the promise. */
  override connect(callback?: unknown): never {
    const done = (error: Error | null) => {
      if (error) this.#onConnectFailed?.()
      else this.isConnected = true
    }
    if (typeof callback !== 'function') {
      return super.connect().then(
        () => done(null),
        (error) => {
          done(error)
          throw error
        },
      ) as never
    }
    return super.connect((error: Error | null) => {
      done(error)
      callback(error, this)
    }) as never
  }

  /** Sends one statement and waits for its answer, at most until the deadline. */
  async send(
    { text, values }: Rendered,
    { name, deadlineMs }: { name?: string | undefined; deadlineMs: number },
  ): Promise<pg.QueryArrayResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryArrayResult>()
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable('STATEMENT_TIMEOUT', `no answer within ${Math.round(deadlineMs)} ms`))
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
      // The stack of where it was sent from, not of the socket that brought the answer.
      Error.captureStackTrace(error as Error, this.send)
      if (isReportedByDatabase(error) || error instanceof DatabaseUnavailable) throw error
      throw new DatabaseUnavailable('CONNECTION_LOST', (error as Error).message, error)
    } finally {
      clearTimeout(timer)
      this.busySinceMs = null
    }
  }

  /** Of the server process behind it, once it is connected. */
  get pid(): number | null {
    return (this as unknown as { processID: number | null }).processID
  }

  /** The host answers, and is not the one that is needed: new connections try the next. */
  reportUnusable(): void {
    this.#onConnectFailed?.()
  }

  /** At once, whatever is under way. */
  destroy(): void {
    this.connection.stream.destroy()
  }

  /** https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS: a best effort. */
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

/** https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS: blanks need a backslash. */
function startupOptions(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}
