import { parseArgs } from 'node:util'
import { connect } from '../src/platform/database/db.ts'
import { PIN } from './fixtures/prepared-database.ts'
import { generateLoad } from './load/generate-load.ts'
import { redemptionRequest } from './load/redemption-requests.ts'
import { cpuSecondsOf } from './measure/cpu-seconds.ts'
import { saveResult } from './measure/save-result.ts'
import type { CellsFixture } from './servers/cells.ts'
import { ask, nextMessage, startChild, stopChild } from './servers/child.ts'

const CLIENTS = [8, 128]
const USERS = 20_000
const VOUCHERS = 500
const CELLS = ['east', 'west']

/** Which databases have the merchants of the redeemed vouchers, as places in `scenes`. */
const WAYS: Record<string, number[]> = { home: [0], 'one cell': [1], 'two cells': [1, 2] }

type Row = {
  way: string
  clients: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** CPU time of the connections to home, of those to the cells, and of the service, in ms for each redemption. */
  homeMs: number
  cellsMs: number
  serviceMs: number
  responses: string
}

/**
 * Redemptions at home and in one and two cells of one cluster, in turn on the same cores. The share of home is what a
 * second machine for the cells does not take away: it limits an installation with many cells.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
  })
  const preparation = { users: USERS, vouchers: VOUCHERS, history: 0, cells: CELLS }
  const service = startChild('servers/cells.ts', JSON.stringify(preparation))
  const fixture = await nextMessage<CellsFixture>(service)
  const rows: Row[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const clients of CLIENTS) {
      for (const [way, places] of Object.entries(WAYS)) {
        await ask(service, { nextMinute: true })
        const before = await cpuTimes(fixture, service.pid)
        const { responses, ...load } = await generateLoad({
          ...{ port: fixture.port, connections: clients, seconds: Number(values.seconds) },
          requests: requestsFor(fixture, places),
        })
        const after = await cpuTimes(fixture, service.pid)
        const redeemed = responses['201'] ?? 1
        const each = (name: keyof typeof after) =>
          Math.round(((after[name] - before[name]) / redeemed) * 1e6) / 1e3
        rows.push({
          ...{ way, clients, perSecond: load.perSecond, p50Ms: load.p50Ms, p99Ms: load.p99Ms },
          ...{ homeMs: each('home'), cellsMs: each('cells'), serviceMs: each('service') },
          responses: JSON.stringify(responses),
        })
      }
    }
  }
  console.table(rows)
  await stopChild(service)
  await saveResult('cells', { seconds: Number(values.seconds), rows })
}

function requestsFor({ tokens, scenes }: CellsFixture, places: number[]): string[] {
  return tokens.map((token, i) => {
    const { outletId, voucherIds } = scenes[places[i % places.length] ?? 0] ?? {
      outletId: '',
      voucherIds: [],
    }
    return redemptionRequest({ token, voucherId: voucherIds[i % VOUCHERS] ?? '', outletId, pin: PIN })
  })
}

/** In seconds. Connections stay open during a measurement, so the sums of their processes can be compared. */
async function cpuTimes({ databaseUrl }: CellsFixture, service = 0) {
  const db = await connect(databaseUrl, { max: 1 })
  const sessions = await db<{ pid: number; isHome: boolean }[]>`
    select pid, datname = current_database() as is_home from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`
  await db.end()
  const times = { home: 0, cells: 0, service: (await cpuSecondsOf(service)) ?? 0 }
  for (const { pid, isHome } of sessions) times[isHome ? 'home' : 'cells'] += (await cpuSecondsOf(pid)) ?? 0
  return times
}
