import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../src/api/app.ts'
import { findOpenMove } from '../../src/platform/cells/move-queries.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { advanceMove } from '../../src/process/moves/advance-move.ts'
import { startMove } from '../../src/process/moves/start-move.ts'
import { PIN, type Preparation, prepareDatabase } from '../fixtures/prepared-database.ts'
import { insertCatalog, type Scene, vacuumAndCheckpoint } from '../fixtures/redeem-history.ts'
import { obeyParent } from './child.ts'

// The service that `bench/cells.ts` and `bench/move.ts` measure: a merchant at home, and one in each cell of the same cluster.

/** By the step of the move. */
export type MoveTimes = Record<string, number>

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

async function nextMinute(): Promise<void> {
  aheadMs += 61_000
}

const MINUTE_EVERY_MS = 10_000

/** Seconds of each part of the move of home's merchant to the first cell. A worker would go on at least each second, too. */
async function moveFirst(): Promise<MoveTimes> {
  const [merchant] = await deps.homeDb<[{ id: string }]>`select id from merchants where slug = 'bench'`
  await startMove(deps, merchant.id, preparation.cells[0] ?? '')
  const seconds: Record<string, number> = {}
  let sinceMs = performance.now()
  let minuteMs = sinceMs
  for (;;) {
    const move = await findOpenMove(deps.homeDb)
    if (!move) return seconds
    if (!(await advanceMove(deps))) await sleep(200)
    const nowMs = performance.now()
    seconds[move.step] = (seconds[move.step] ?? 0) + (nowMs - sinceMs) / 1000
    sinceMs = nowMs
    // So that users do not use up their attempts.
    if (nowMs - minuteMs > MINUTE_EVERY_MS) {
      await nextMinute()
      minuteMs = nowMs
    }
  }
}

const { server } = await buildApp(deps)
await server.listen({ port: 0, host: '127.0.0.1' })

obeyParent(
  {
    nextMinute,
    moveFirst,
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
