import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '../../src/api/app.ts'
import { FLOOR_FUNCTION } from '../fixtures/floor-function.ts'
import { type Preparation, prepareDatabase, SETTINGS } from '../fixtures/prepared-database.ts'
import { fillLog, type Scene, vacuumAndCheckpoint } from '../fixtures/redeem-history.ts'
import { obeyParent } from './child.ts'
import { plainRoute } from './plain-route.ts'

// The service that `bench/redeem.ts` and `bench/footprint.ts` measure, in its own process, with users, vouchers and,
// if requested, history and a receiver of webhooks. It delivers no webhooks: a worker does that.

export type RedeemFixture = Scene & {
  port: number
  databaseUrl: string
  secretsKey: string
  postmaster: number
  settings: Record<string, string>
  tokens: string[]
}

const preparation = JSON.parse(process.argv[2] ?? '{}') as Preparation
// Each phase runs a minute later than the last, so that users who have used up their attempts can redeem again. It begins
// after a checkpoint, so that every phase writes as much of the log for the pages that it touches first.
let aheadMs = 0
const place = await prepareDatabase(preparation, () => new Date(Date.now() + aheadMs))
const { deps, postgres, scene, env, tokens } = place
await deps.db.unsafe(FLOOR_FUNCTION)
await fillLog(deps.db)
await vacuumAndCheckpoint(deps.db)
const maintenance = deps.db.sibling({ max: 1, deadlineMs: 60_000 })
const { server } = await buildApp(deps)
plainRoute(server, deps)
await server.listen({ port: 0, host: '127.0.0.1' })

obeyParent(
  {
    async nextMinute() {
      aheadMs += 61_000
      await maintenance`checkpoint`
    },
  },
  async () => {
    await server.close()
    await maintenance.end()
    await place.disconnect()
    await place.remove()
  },
)

process.send?.({
  port: (server.server.address() as AddressInfo).port,
  databaseUrl: postgres.url,
  secretsKey: env.SECRETS_KEY,
  postmaster: Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]),
  settings: SETTINGS,
  tokens,
  ...scene,
} satisfies RedeemFixture)
