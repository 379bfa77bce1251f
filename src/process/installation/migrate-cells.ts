import type { Logger } from 'pino'
import { listCellNames } from '../../platform/cells/cell-queries.ts'
import { prepareHiding } from '../../platform/cells/hiding-queries.ts'
import { prepareCell } from '../../platform/cells/prepare-cell.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/database/db.ts'

/** Brings every cell to the schema of this release. A cell that cannot be reached is left for the next start. */
export async function migrateCells(config: Config, homeDb: Db, log: Logger): Promise<void> {
  const names = await listCellNames(homeDb)
  if (names.length > 0) await homeDb.begin((tx) => prepareHiding(tx, 'public'))
  for (const name of names) {
    const migrated = await prepareCell(config, homeDb, name).catch((error) => {
      log.warn({ err: error, cell: name }, 'could not migrate the cell')
      return []
    })
    for (const migration of migrated) log.info({ migration, cell: name }, 'migrated')
  }
}
