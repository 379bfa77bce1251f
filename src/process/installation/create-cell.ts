import { CLI } from '../../domain/actors/caller.ts'
import { record } from '../../domain/audit/record.ts'
import { findLastClosed, insertClosed } from '../../domain/statements/month-queries.ts'
import { prepareEventStorage } from '../../domain/webhooks/retention.ts'
import { insertCell, listCellNames } from '../../platform/cells/cell-queries.ts'
import { prepareHiding } from '../../platform/cells/hiding-queries.ts'
import { createCellDatabase, prepareCell } from '../../platform/cells/prepare-cell.ts'
import { transaction } from '../../platform/database/db.ts'
import type { Runtime } from '../../platform/runtime.ts'

/**
 * Creates a cell. Safe to repeat after an interruption: merchants go to the cell only once it is complete. Returns false
 * if it existed before.
 */
export async function createCell(
  { config, homeDb, now, log }: Pick<Runtime, 'config' | 'homeDb' | 'now' | 'log'>,
  name: string,
): Promise<boolean> {
  if ((await listCellNames(homeDb)).includes(name)) return false
  await createCellDatabase(config, homeDb, name)
  await prepareCell(config, homeDb, name, async (db) => {
    await prepareEventStorage({ db, now, log })
    // What is closed at home is closed in the cell: a late redemption belongs to a later month there, too.
    const closed = await findLastClosed(homeDb)
    if (closed) await db.begin((tx) => insertClosed(tx, closed))
  })
  await transaction(homeDb, async (tx) => {
    await prepareHiding(tx, 'public')
    await insertCell(tx, name, now())
    await record(tx, { caller: CLI, at: now(), action: 'cell.create', target: `cell:${name}` })
  })
  return true
}
