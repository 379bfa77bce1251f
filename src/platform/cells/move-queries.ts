import type { Reader, Tx } from '../database/db.ts'

/** Of cells, null is home. See the comments of the table `moves`. */
export type Move = {
  id: string
  merchantId: string
  source: string | null
  target: string | null
  step: 'COPY' | 'SWITCH' | 'CLEAN'
  progress: string
  problem: string | null
  isAborted: boolean
  startedAt: Date
  switchedAt: Date | null
  finishedAt: Date | null
}

const COLUMNS = `id, merchant_id, source, target, step, progress, problem, is_aborted, started_at, switched_at, finished_at`

export async function insertMove(
  tx: Tx,
  {
    id,
    merchantId,
    source,
    target,
    startedAt,
  }: Pick<Move, 'id' | 'merchantId' | 'source' | 'target' | 'startedAt'>,
): Promise<void> {
  await tx`
    insert into moves (id, merchant_id, source, target, started_at)
    values (${id}, ${merchantId}, ${source}, ${target}, ${startedAt})`
}

/** The move that is not finished. There is at most one. */
export async function findOpenMove(sql: Reader): Promise<Move | null> {
  const [move] = await sql<Move[]>`select ${sql.unsafe(COLUMNS)} from moves where finished_at is null`
  return move ?? null
}

/** How many moves have switched. Their times would not show every switch, because the clocks of workers differ. */
export async function countSwitches(sql: Reader): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(switched_at)::int as count from moves`
  return row.count
}

export async function getMove(sql: Reader, id: string): Promise<Move> {
  const [move] = await sql<[Move]>`select ${sql.unsafe(COLUMNS)} from moves where id = ${id}`
  return move
}

/** An arbitrary number that every worker uses. */
const MOVE_LOCK = 315_211_421

/**
 * Null if there is none, or if another worker is at it. Locks no row: the transaction would get an id then, and a new
 * replication slot waits for all transactions that have one.
 */
export async function lockOpenMove(tx: Tx): Promise<Move | null> {
  const [lock] = await tx<[{ isFree: boolean }]>`select pg_try_advisory_xact_lock(${MOVE_LOCK}) as is_free`
  return lock.isFree ? findOpenMove(tx) : null
}

/**
 * Whether no other worker is at a step in this database. One that has lost its connection to home does not notice before it
 * needs home again.
 */
export async function lockDatabaseOfMove(tx: Tx): Promise<boolean> {
  const [lock] = await tx<[{ isFree: boolean }]>`
    select pg_try_advisory_xact_lock(${MOVE_LOCK + 1}) as is_free`
  return lock.isFree
}

export type MoveChanges = Partial<
  Pick<Move, 'step' | 'progress' | 'problem' | 'isAborted' | 'switchedAt' | 'finishedAt'>
>

/** Without a new problem, an old one has ended. */
export async function updateMove(tx: Tx, id: string, changes: MoveChanges): Promise<void> {
  const { step, progress, problem = null, isAborted, switchedAt, finishedAt } = changes
  await tx`
    update moves set problem = ${problem},
      step = coalesce(${step ?? null}, step), progress = coalesce(${progress ?? null}, progress),
      is_aborted = coalesce(${isAborted ?? null}::boolean, is_aborted),
      switched_at = coalesce(${switchedAt ?? null}::timestamptz, switched_at),
      finished_at = coalesce(${finishedAt ?? null}::timestamptz, finished_at)
    where id = ${id}`
}

export async function updateToAborted(tx: Tx): Promise<Move | null> {
  const [move] = await tx<Move[]>`
    update moves set is_aborted = true where finished_at is null returning ${tx.unsafe(COLUMNS)}`
  return move ?? null
}

/** Tells home where the merchant lives from now on. Merchants at home have no row. */
export async function updateMerchantCell(
  tx: Tx,
  merchantId: string,
  slug: string,
  cell: string | null,
): Promise<void> {
  if (cell === null) await tx`delete from merchant_cells where merchant_id = ${merchantId}`
  else
    await tx`
      insert into merchant_cells (merchant_id, cell, slug) values (${merchantId}, ${cell}, ${slug})
      on conflict (merchant_id) do update set cell = excluded.cell`
}

/**
 * The transaction may wait for another database as long as it takes. If the machine of the worker dies meanwhile, its locks
 * are free after 25 seconds instead of hours.
 */
export async function allowIdling(tx: Tx): Promise<void> {
  await tx.extendDeadline(null)
  await tx.unsafe(`
    set local idle_in_transaction_session_timeout = 0;
    set local tcp_keepalives_idle = 10; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3`)
}
