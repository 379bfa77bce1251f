import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '../../src/api/app.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { PIN, type Preparation, prepareDatabase } from '../fixtures/prepared-database.ts'
import { insertCatalog, type Scene, vacuumAndCheckpoint } from '../fixtures/redeem-history.ts'
import { obeyParent } from './child.ts'

// The service that `bench/cells.ts` measures: a merchant at home, and one in each cell of the same cluster.

export type CellsFixture = {
  port: number
  databaseUrl: string
  /** The process of the cluster, which has all databases. */
  postmaster: number
  tokens: string[]
  /** Home, then the cells. */
  scenes: Scene[]
}

const preparation = JSON.parse(process.argv[2] ?? '{}') as Preparation & { cells: string[] }
// Each phase runs a minute later than the last, so that users who have used up their attempts can redeem again.
let aheadMs = 0
const place = await prepareDatabase(preparation, () => new Date(Date.now() + aheadMs))
const { deps, postgres } = place
const scenes = [place.scene]
for (const name of preparation.cells) {
  await createCell(deps, name)
  await deps.cells.follow()
  const { db } = await deps.cells.forNewMerchant()
  scenes.push(
    await insertCatalog(db, preparation.vouchers, (outletId) => deps.vault.hashPin(outletId, PIN), name),
  )
  await vacuumAndCheckpoint(db)
}
await vacuumAndCheckpoint(deps.db)
const { server } = await buildApp(deps)
await server.listen({ port: 0, host: '127.0.0.1' })

obeyParent(
  async () => {
    aheadMs += 61_000
  },
  async () => {
    await server.close()
    await place.disconnect()
    await place.remove()
  },
)

process.send?.({
  port: (server.server.address() as AddressInfo).port,
  databaseUrl: postgres.url,
  postmaster: Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]),
  tokens: place.tokens,
  scenes,
} satisfies CellsFixture)
