import postgres from 'postgres'
import { refusalOfConstraint } from './constraints.ts'
import { Refusal } from './refusal.ts'

export type Db = postgres.Sql<Record<string, never>>
export type Tx = postgres.TransactionSql<Record<string, never>>
/** For reads, which may run inside a transaction or outside one. Writes take a `Tx`. */
export type Reader = Db | Tx

/** SQLSTATEs that we act upon, by name. */
export const SQLSTATE = {
  decidedOnOldFacts: 'CF001',
  uniqueViolation: '23505',
  protocolViolation: '08P01',
  queryCanceled: '57014',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
} as const

const STATEMENT_TIMEOUT_MS = 20_000

export type ConnectOptions = {
  name?: string
  max?: number
  pooled?: boolean
  /**
   * Statements are planned once, for all values and for tables of any size: for the few that are large, hot, and find
   * their rows by key. A plan made while a table was empty would read it whole for as long as the connection lives.
   */
  plansOnce?: boolean
  /** Commits do not wait for the disk: a crash of the database may undo the last of them. */
  relaxed?: boolean
}

/**
 * A pool. Behind PgBouncer in transaction mode (`?pgbouncer=true`, or found out by `connect`) neither prepared
 * statements nor session settings can be relied upon, so neither is used.
 */
function open(
  url: string,
  { name = 'counterfoil', max = 10, pooled = false, plansOnce = false, relaxed = false }: ConnectOptions,
): Db {
  return postgres(url, {
    max,
    prepare: !pooled,
    connect_timeout: 5,
    backoff: reconnectSeconds,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    connection: {
      application_name: name,
      ...(!pooled && {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        // Times come out as text. Offsets of zones of old have seconds, which `Date` does not read.
        TimeZone: 'UTC',
        // Locks and constraints settle every race at this level; a stricter default would fail one of the two.
        default_transaction_isolation: 'read committed',
        idle_in_transaction_session_timeout: 60_000,
        ...(plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }),
        ...(relaxed && { synchronous_commit: 'off' }),
      }),
    },
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    types: WIRE_TYPES,
    onnotice: () => {},
  }) as unknown as Db
}

/** The driver's own goes up to 20 s: so long the service would stay away after the database is back. */
function reconnectSeconds(failures: number): number {
  return (0.5 + Math.random() / 2) * Math.min(2 ** failures / 100, 1)
}

/** Rows come out as they go onto the wire: ISO timestamps with milliseconds, counts as numbers. */
const WIRE_TYPES = {
  timestamp: {
    to: 1184,
    from: [1184],
    serialize: (value: Date | string) => (value instanceof Date ? value.toISOString() : value),
    // A year of two digits, unless it comes as ISO has it, would be taken for one of the last hundred.
    parse: (text: string) =>
      new Date(text.startsWith('00') ? `${text.replace(' ', 'T')}:00` : text).toISOString(),
  },
  count: { to: 20, from: [20], serialize: String, parse: Number },
}

export async function connect(url: string, options: ConnectOptions = {}): Promise<Db> {
  const plain = url.replace(/([?&])pgbouncer=true(&|$)/, (_, before, after) => (after ? before : ''))
  const db = open(plain, { ...options, pooled: plain !== url })
  try {
    await db`select 1`
    return db
  } catch (error) {
    await db.end({ timeout: 1 })
    // PgBouncer refuses startup parameters that it cannot pass on: that is how we know that it is there.
    if (plain === url && /unsupported startup parameter/.test(String((error as Error).message))) {
      return connect(`${url}${url.includes('?') ? '&' : '?'}pgbouncer=true`, options)
    }
    throw error
  }
}

/**
 * One transaction. A refusal that `work` returns, or a broken invariant of the schema that the contract has words
 * for, rolls everything back and is the result.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return (await db.begin(async (tx) => {
      const result = await work(tx)
      if (result instanceof Refusal) throw result
      return result
    })) as T
  } catch (error) {
    if (error instanceof Refusal) return error
    const refusal = refusalOfConstraint((error as { constraint_name?: string }).constraint_name)
    if (refusal) return refusal
    throw error
  }
}

const UNREACHABLE = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether the database is out of reach or shutting down, so that the same call may succeed a little later. */
export function isUnreachable(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  return (
    UNREACHABLE.has(code) ||
    /^(08|28|53|57P0|3D000|25006|55000)/.test(code) ||
    code === SQLSTATE.queryCanceled
  )
}

/** Whether the database itself said so: what it refuses has not been done. Anything else leaves that open. */
export function isReportedByDatabase(error: unknown): boolean {
  return error instanceof postgres.PostgresError
}

/** Whether another transaction was in the way, so that the same one may succeed when begun again. */
export function isRaceLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === SQLSTATE.serializationFailure || code === SQLSTATE.deadlockDetected
}

/** The name of the constraint or unique index that a write broke. */
export function violatedConstraint(error: unknown): string | null {
  return (error as { constraint_name?: string } | null)?.constraint_name ?? null
}

/** `write_redemptions` found that the facts had changed, and wrote nothing. */
export function isDecidedOnOldFacts(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === SQLSTATE.decidedOnOldFacts
}
