/**
 * The database as the rest of the service uses it:
 *
 *     const [user] = await db<{ name: string }[]>`select name from users where id = ${id}`
 *     await transaction(db, async (tx) => { await insertClaim(tx, claim) })
 */
import { Refusal } from '../refusal.ts'
import { type Address, parseAddress, withoutTls } from './address.ts'
import { refusalOfConstraint } from './constraints.ts'
import { STATEMENT_DEADLINE_MS } from './deadlines.ts'
import { isRaceLostAtHome, violatedConstraint } from './failures.ts'
import { createHostChoice, type HostChoice } from './host-choice.ts'
import { Pool, type PoolStats } from './pool.ts'
import type { Rows } from './rows.ts'
import { Sentinel } from './sentinel.ts'
import { runStatement, Session } from './session.ts'
import { type SettingsOptions, sessionSettings } from './session-settings.ts'
import { type Parameter, type Rendered, renderText } from './sql.ts'
import { Statement } from './statement.ts'
import { COMMIT_PROBE, notWritable, SESSION_STATE } from './writable.ts'

type Row = Record<string, unknown>

/** Runs statements, inside a transaction or outside of one. Functions that only read take a `Reader`. */
export type Reader = {
  // biome-ignore lint/suspicious/noExplicitAny: a statement without a row type is for callers that know its columns
  <T extends readonly (object | undefined)[] = any[]>(
    strings: TemplateStringsArray,
    ...values: Parameter[]
  ): Statement<Rows<T>>
  /** SQL that is assembled at run time. Without values it may contain several statements. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unsafe<T extends readonly object[] = any[]>(text: string, values?: Parameter[]): Statement<Rows<T>>
}

/** An open transaction, on one connection. Functions that write take a `Tx`, so none of them can write outside one. */
export type Tx = Reader & {
  /** Sets the deadline of all later statements in the transaction; null removes it. */
  extendDeadline(deadlineMs: number | null): Promise<void>
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Call this before a success is reported, because a failover must not undo it. The commit then waits for the synchronous
   * standbys, even if an earlier, canceled request has already written everything.
   */
  acknowledge(): void
}

export type Limits = {
  /** The deadline of each statement, including its wait for a connection. */
  deadlineMs?: number
  /** Called when a connection is free. If the caller has gone by then, nothing is executed. */
  isClientConnected?: () => boolean
}

/** The database. A statement on it runs alone, on any free connection. */
export type Db = Reader & {
  /** The address that it was opened with, including the password. */
  readonly url: string
  /** Whether the database is behind PgBouncer in transaction mode. */
  readonly isPooled: boolean
  /** Runs `work` in a transaction: committed when it returns, rolled back when it throws. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** `mode` follows BEGIN, such as `isolation level repeatable read read only`. */
  begin<T>(mode: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Returns the same pool with other limits. */
  withLimits(limits: Limits): Db
  /** The stats of this pool. Other processes have their own pools. */
  poolStats(): PoolStats
  /** Opens another pool on the same database. */
  sibling(options: Omit<ConnectOptions, 'name'>): Db
  /** Reserves one connection until `release`, without a transaction. */
  reserve(): Promise<Reader & { release(): void }>
  /** Receives NOTIFY. `onListening` is called at each (re)connection. Rejects behind PgBouncer, which has no LISTEN. */
  listen(channel: string, onNotify: (payload: string) => void, onListening?: () => void): Promise<void>
  /** Throws `DatabaseUnavailable` unless a session of this pool reads from a primary. */
  requirePrimary(deadlineMs: number): Promise<void>
  /** Throws `DatabaseUnavailable` unless a session of this pool can commit. */
  requireCommit(deadlineMs: number): Promise<void>
  /** Replaces the connections of all pools on this database: a read-only session stays read-only until it is closed. */
  retireConnections(): void
  /** Waits up to `timeout` seconds for running statements. */
  end(options?: { timeout?: number }): Promise<void>
}

export type ConnectOptions = SettingsOptions & {
  /** The name that pg_stat_activity shows. */
  name?: string
  max?: number
}

/** The parts that all pools on one database share. */
type Shared = {
  url: string
  address: Address
  name: string
  hosts: HostChoice
  pools: Set<Pool>
  sentinel: Sentinel | null
}

/**
 * Connects, or throws if the database cannot be reached. Behind PgBouncer in transaction mode (`?pgbouncer=true`, or
 * detected here) prepared statements and session settings are unreliable, so neither is used.
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Db> {
  return tryAddress(url, parseAddress(url), options)
}

async function tryAddress(url: string, address: Address, options: ConnectOptions): Promise<Db> {
  const shared = {
    url,
    address,
    name: options.name ?? 'counterfoil',
    hosts: createHostChoice(address.urls),
    pools: new Set<Pool>(),
    sentinel: null,
  }
  const db = open(shared, openPool(shared, options), limitsOf(options))
  try {
    await db`select 1`
    return db
  } catch (error) {
    await db.end({ timeout: 1 })
    const message = String((error as Error).message)
    // PgBouncer refuses startup parameters that it cannot pass on, which is how we detect it.
    if (!address.isPooled && /unsupported startup parameter/.test(message)) {
      return tryAddress(url, { ...address, isPooled: true }, options)
    }
    if (address.prefersTls && /does not support SSL/.test(message)) {
      return tryAddress(url, withoutTls(address), options)
    }
    throw error
  }
}

function openPool(shared: Shared, options: Omit<ConnectOptions, 'name'>): Pool {
  const { address, hosts, name, pools } = shared
  const settings = address.isPooled ? {} : sessionSettings(options)
  const { max = 10 } = options
  const pool = new Pool({ address, hosts, name, max, settings, ...limitsOf(options) })
  pools.add(pool)
  return pool
}

function open(shared: Shared, pool: Pool, limits: Required<Limits>): Db {
  const { address, name, hosts, pools } = shared
  const isPrepared = !address.isPooled
  const run = (rendered: Rendered) => runStatement(pool, rendered, { ...limits, isPrepared })
  const ask = (text: string, deadlineMs: number) =>
    runStatement(pool, { text, values: [] }, { ...limits, deadlineMs, isPrepared })
  const checkOut = () => Session.open(pool, { ...limits, isPrepared })
  return Object.assign(statementTag(run), {
    url: shared.url,
    isPooled: address.isPooled,
    async begin<T>(...args: [string, Work<T>] | [Work<T>]): Promise<T> {
      const [mode, work] = args.length === 2 ? args : ['', args[0]]
      const session = await checkOut()
      return session.transaction(mode, () => work(transactionOf(session)))
    },
    withLimits: (overrides: Limits) => open(shared, pool, { ...limits, ...overrides }),
    poolStats: () => pool.stats,
    sibling: (options: Omit<ConnectOptions, 'name'>) =>
      open(shared, openPool(shared, options), limitsOf(options)),
    async reserve() {
      const session = await checkOut()
      return Object.assign(statementTag(session.run), { release: () => session.release() })
    },
    async listen(channel: string, onNotify: (payload: string) => void, onListening?: () => void) {
      if (address.isPooled) throw new Error('PgBouncer in transaction mode has no LISTEN')
      const { needsWritable } = address
      const settings = sessionSettings({})
      shared.sentinel ??= new Sentinel({ hosts, needsWritable, name: `${name} sentinel`, settings, pools })
      await shared.sentinel.listen(channel, onNotify, onListening)
    },
    async requirePrimary(deadlineMs: number) {
      const [row] = await ask(SESSION_STATE, deadlineMs)
      if (row?.state !== 'standby') return
      pool.retireConnections()
      throw notWritable()
    },
    async requireCommit(deadlineMs: number) {
      const [row] = await ask(COMMIT_PROBE, deadlineMs)
      if (row) return
      // Another host may be the primary by now.
      if (address.needsWritable) hosts.markFailed(hosts.current())
      pool.retireConnections()
      throw notWritable()
    },
    retireConnections() {
      for (const each of pools) each.retireConnections()
    },
    async end({ timeout = 5 }: { timeout?: number } = {}) {
      pools.delete(pool)
      if (pools.size === 0) shared.sentinel?.close()
      await pool.end(timeout * 1000)
    },
  }) as Db
}

type Work<T> = (tx: Tx) => Promise<T>

function limitsOf({ deadlineMs = STATEMENT_DEADLINE_MS }: ConnectOptions): Required<Limits> {
  return { deadlineMs, isClientConnected: () => true }
}

function statementTag(run: (rendered: Rendered) => Promise<Rows<Row[]>>) {
  const tag = (strings: readonly string[], ...values: unknown[]) => new Statement(strings, values, run)
  return Object.assign(tag, {
    unsafe: (text: string, values: unknown[] = []) =>
      new Statement([text], [], () => run(renderText(text, values))),
  })
}

function transactionOf(session: Session): Tx {
  return Object.assign(statementTag(session.run), {
    extendDeadline: (deadlineMs: number | null) => session.extendDeadline(deadlineMs),
    savepoint: <T>(work: Work<T>) => session.savepoint(() => work(transactionOf(session))),
    acknowledge: () => session.acknowledge(),
  }) as unknown as Tx
}

/**
 * A cell reads the tables of the home database as of one moment. If another transaction changes a row there meanwhile, the
 * database does not wait for it, as it does within one database, but fails. So the work is done again.
 */
const MAX_TRIES = 3

/**
 * Runs `work` in one transaction. Rolls back and returns a refusal if `work` returns one, or if it violates a
 * constraint that has a refusal in `constraints.ts`.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T | Refusal>,
  tries = MAX_TRIES,
): Promise<T | Refusal> {
  try {
    return await db.begin(async (tx) => {
      const result = await work(tx)
      if (result instanceof Refusal) throw result
      tx.acknowledge()
      return result
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    const refusal = refusalOfConstraint(violatedConstraint(error) ?? undefined)
    if (refusal) return refusal
    if (isRaceLostAtHome(error) && tries > 1) return transaction(db, work, tries - 1)
    throw error
  }
}
