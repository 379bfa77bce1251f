import { CLI } from '../../domain/actors/caller.ts'
import { record } from '../../domain/audit/record.ts'
import { findOpenMove, insertMove, type Move, updateToAborted } from '../../platform/cells/move-queries.ts'
import { directUrlOf } from '../../platform/cells/prepare-cell.ts'
import { ConfigError } from '../../platform/config-error.ts'
import { currentVersion } from '../../platform/database/migrate.ts'
import type { Pools } from '../../platform/database/open-pools.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { findObstacle, isLive } from './source-queries.ts'

/**
 * Starts a move, or returns the one that is under way if it is the same. Null: the merchant lives there already. Throws if
 * the databases cannot do it.
 */
export async function startMove(
  deps: Pick<Runtime, 'cells' | 'config' | 'homeDb' | 'now'>,
  merchantId: string,
  target: string | null,
): Promise<Move | null> {
  const { cells, homeDb, now } = deps
  const open = await findOpenMove(homeDb)
  if (open) {
    if (open.merchantId === merchantId && open.target === target && !open.isAborted) return open
    throw new ConfigError(`Merchant ${open.merchantId} is moving: wait for its end, or abort that move`)
  }
  cells.forget(merchantId)
  const source = await cells.of('merchant', merchantId)
  if (source.cell === target) return null
  await requireAble(deps, source, await cells.named(target), merchantId)
  const move = { id: orderedId(), merchantId, source: source.cell, target, startedAt: now() }
  await homeDb.begin(async (tx) => {
    await insertMove(tx, move)
    await record(tx, {
      ...{ caller: CLI, at: now(), action: 'merchant.move', target: `merchant:${merchantId}` },
      after: { from: source.cell ?? 'home', to: target ?? 'home' },
    })
  })
  return (await findOpenMove(homeDb)) as Move
}

async function requireAble(
  { config }: Pick<Runtime, 'config'>,
  source: Pools,
  target: Pools,
  merchantId: string,
): Promise<void> {
  if (!(await isLive(source.db, merchantId))) throw new ConfigError('Merchants of test partners stay at home')
  if (directUrlOf(config, source) === null)
    throw new ConfigError(
      `The address of ${source.cell ?? 'home'} leads to PgBouncer, which cannot replicate: name PostgreSQL itself in CELL_URLS`,
    )
  for (const { db, cell } of [source, target]) {
    const name = cell ?? 'home'
    const problem = await findObstacle(db)
    if (problem) throw new ConfigError(`${name}: ${problem}`)
  }
  const [from, to] = await Promise.all([currentVersion(source.db), currentVersion(target.db)])
  if (from !== to)
    throw new ConfigError(`The schema versions differ: ${from} and ${to}. Run "counterfoil migrate" first`)
}

/** The move goes back if the merchant has not switched yet. Returns null if there is none. */
export async function abortMove({ homeDb, now }: Pick<Runtime, 'homeDb' | 'now'>): Promise<Move | null> {
  return homeDb.begin(async (tx) => {
    const move = await updateToAborted(tx)
    if (!move) return null
    await record(tx, {
      caller: CLI,
      at: now(),
      action: 'merchant.abort-move',
      target: `merchant:${move.merchantId}`,
    })
    return move
  })
}
