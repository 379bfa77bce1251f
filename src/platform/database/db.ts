import { Refusal } from '../refusal.ts'
import { type Address, parseAddress, withoutTls } from './address.ts'
import { refusalOfConstraint } from './constraints.ts'
import { SERVER_STATEMENT_TIMEOUT_MS, STATEMENT_DEADLINE_MS } from './deadlines.ts'
import { violatedConstraint } from './failures.ts'
import { chooseHost, type HostChoice } from './host-choice.ts'
import { Pool } from './pool.ts'
import { Sentinel } from './sentinel.ts'
import { runAlone, Session } from './session.ts'
import { type Parameter, type Rendered, renderText } from './sql.ts'
import { Statement } from './statement.ts'
import type { Rows } from './wire-types.ts'
import { notWritable, WRITABLE } from './writable.ts'

type Row = Record<string, unknown>

/** For reads, which may run inside a transaction or outside one. Writes take a `Tx`. */
export type Reader = {
  // biome-ignore lint/suspicious/noExplicitAny: a statement that names no row type is read by whoever knows it
  <T extends readonly (object | undefined)[] = any[]>(
    strings: TemplateStringsArray,
    ...values: Parameter[]
  ): Statement<Rows<T>>
  /** SQL that is put together at run time. Without values it may hold several statements. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  unsafe<T extends readonly object[] = any[]>(text: string, values?: Parameter[]): Statement<Rows<T>>
}

/** A transaction. */
export type Tx = Reader & {
  /** For the statements that follow, up to the transaction's end; null: no limit. */
  extendDeadline(deadlineMs: number | null): Promise<void>
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export type Limits = {
  /** For each statement, the wait for a connection included: shorter than usual. */
  deadlineMs?: number
  /** Asked once a connection is free: whoever has gone by then gets nothing executed. */
  isWanted?: () => boolean
}

export type Db = Reader & {
  readonly isPooled: boolean
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  begin<T>(mode: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same database under other limits. */
  limited(limits: Limits): Db
  /** Another pool for the same database. */
  sibling(options: Omit<ConnectOptions, 'name'>): Db
  /** One connection for as long as it takes, without a transaction. */
  reserve(): Promise<Reader & { release(): void }>
  /** Hears NOTIFY; `onListening` is called at each (re)connection. Rejects behind PgBouncer, which has no LISTEN. */
  listen(channel: string, onNotify: (payload: string) => void, onListening?: () => void): Promise<void>
  /** Throws `DatabaseUnavailable` unless a session of this pool can write. */
  requireWritable(deadlineMs: number): Promise<void>
  end(options?: { timeout?: number }): Promise<void>
}

export type ConnectOptions = {
  name?: string
  max?: number
  /**
   * Statements are planned once, for all values and for tables of any size: for the few that are large, hot, and find
   * their rows by key. A plan made while a table was empty would read it whole for as long as the connection lives.
   */
  plansOnce?: boolean
  /** Commits do not wait for the disk: a crash of the database may undo the last of them. */
  relaxed?: boolean
  /** For each statement; other than the usual few seconds, for commands and bulk work. */
  deadlineMs?: number
}

/** What all pools of one database share. */
type Shared = {
  address: Address
  name: string
  hosts: HostChoice
  pools: Set<Pool>
  sentinel: Sentinel | null
}

/**
 * Connects, and fails if the database cannot be reached. Behind PgBouncer in transaction mode (`?pgbouncer=true`, or
 * detected here) neither prepared statements nor session settings can be relied upon, so neither is used.
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Db> {
  return tryAddress(parseAddress(url), options)
}

async function tryAddress(address: Address, options: ConnectOptions): Promise<Db> {
  const shared = {
    address,
    name: options.name ?? 'counterfoil',
    hosts: chooseHost(address.urls),
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
    // PgBouncer refuses startup parameters that it cannot pass on: that is how it is detected.
    if (!address.isPooled && /unsupported startup parameter/.test(message)) {
      return tryAddress({ ...address, isPooled: true }, options)
    }
    if (address.prefersTls && /does not support SSL/.test(message)) {
      return tryAddress(withoutTls(address), options)
    }
    throw error
  }
}

function openPool(shared: Shared, options: Omit<ConnectOptions, 'name'>): Pool {
  const { address, hosts, name, pools } = shared
  const settings = address.isPooled ? {} : settingsFor(options)
  const { max = 10 } = options
  const pool = new Pool({ address, hosts, name, max, settings, ...limitsOf(options) })
  pools.add(pool)
  return pool
}

function settingsFor({
  plansOnce = false,
  relaxed = false,
  deadlineMs = SERVER_STATEMENT_TIMEOUT_MS,
}: ConnectOptions): Record<string, string | number> {
  return {
    statement_timeout: deadlineMs,
    // Times come out as text. Historical time zone offsets can include seconds, which `Date` does not read.
    TimeZone: 'UTC',
    // Locks and constraints settle every race at this level; a stricter default would fail one of the two.
    default_transaction_isolation: 'read committed',
    idle_in_transaction_session_timeout: 60_000,
    // Compiling costs more than any of our statements gains from it.
    jit: 'off',
    ...(plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }),
    ...(relaxed && { synchronous_commit: 'off' }),
  }
}

function open(shared: Shared, pool: Pool, limits: Required<Limits>): Db {
  const { address, name, hosts, pools } = shared
  const isPrepared = !address.isPooled
  const alone = (rendered: Rendered) => runAlone(pool, rendered, { ...limits, isPrepared })
  const checkOut = () => Session.open(pool, { ...limits, isPrepared })
  return Object.assign(template(alone), {
    isPooled: address.isPooled,
    async begin<T>(...given: [string, Work<T>] | [Work<T>]): Promise<T> {
      const [mode, work] = given.length === 2 ? given : ['', given[0]]
      const session = await checkOut()
      return session.transaction(mode, () => work(transactionOn(session)))
    },
    limited: (given: Limits) => open(shared, pool, { ...limits, ...given }),
    sibling: (options: Omit<ConnectOptions, 'name'>) =>
      open(shared, openPool(shared, options), limitsOf(options)),
    async reserve() {
      const session = await checkOut()
      return Object.assign(template(session.run), { release: () => session.release() })
    },
    async listen(channel: string, onNotify: (payload: string) => void, onListening?: () => void) {
      if (address.isPooled) throw new Error('PgBouncer in transaction mode has no LISTEN')
      const { needsWritable } = address
      const settings = settingsFor({})
      shared.sentinel ??= new Sentinel({ hosts, needsWritable, name: `${name} sentinel`, settings, pools })
      await shared.sentinel.listen(channel, onNotify, onListening)
    },
    async requireWritable(deadlineMs: number) {
      const rendered = { text: WRITABLE, values: [] }
      const [row] = await runAlone(pool, rendered, { ...limits, deadlineMs, isPrepared })
      if (row?.isWritable === true) return
      pool.renew()
      throw notWritable()
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
  return { deadlineMs, isWanted: () => true }
}

function template(run: (rendered: Rendered) => Promise<Rows<Row[]>>) {
  const tag = (strings: readonly string[], ...values: unknown[]) => new Statement(strings, values, run)
  return Object.assign(tag, {
    unsafe: (text: string, values: unknown[] = []) =>
      new Statement([text], [], () => run(renderText(text, values))),
  })
}

function transactionOn(session: Session): Tx {
  return Object.assign(template(session.run), {
    extendDeadline: (deadlineMs: number | null) => session.extendDeadline(deadlineMs),
    savepoint: <T>(work: Work<T>) => session.savepoint(() => work(transactionOn(session))),
  }) as unknown as Tx
}

/**
 * One transaction. A refusal that `work` returns, or a broken invariant of the schema that the contract has words
 * for, rolls everything back and is the result.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await db.begin(async (tx) => {
      const result = await work(tx)
      if (result instanceof Refusal) throw result
      return result
    })
  } catch (error) {
    if (error instanceof Refusal) return error
    const refusal = refusalOfConstraint(violatedConstraint(error) ?? undefined)
    if (refusal) return refusal
    throw error
  }
}
