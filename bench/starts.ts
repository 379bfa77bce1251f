import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { listeningAt, spawnNode, untilUp } from '../test/support/process.ts'
import { PIN, prepareDatabase } from './fixtures/prepared-database.ts'
import { vacuumAndCheckpoint } from './fixtures/redeem-history.ts'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { redemptionRequest } from './load/redemption-requests.ts'
import { cpuSecondsOfFamily } from './measure/cpu-seconds.ts'
import { saveResult } from './measure/save-result.ts'

const USERS = 60_000
/** A user may redeem five times a minute, so each measurement uses other users. */
const USERS_APART = 15_000
const VOUCHERS = 500
const CLIENTS = 128
/** The load before the measurement: until then, V8 still compiles code that only one request in a hundred runs. */
const WARM_UP_SECONDS = 10

type Env = Record<string, string>
type Row = {
  start: string
  perSecond: number
  ofPlain: number
  p99Ms: number
  /** CPU time of the service for one redemption. Unlike the speed, it does not depend on other load on the machine. */
  cpuMs: number
  cpuOfPlain: number
  responses: string
}
type Measured = LoadResult & { cpuMs: number }

/**
 * Redemptions by the service as an operator starts it: in one process, in two, and in one that traces a request in a
 * hundred. The starts alternate on one database, so that all of them see the same machine.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '4' } },
  })
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const starts: Record<string, Env> = {
    'one process': {},
    'two processes': { PROCESSES: '2' },
    'one process, 1 % traced': {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    },
  }
  const preparation = { users: USERS, vouchers: VOUCHERS, history: 0 }
  const place = await prepareDatabase(preparation, () => new Date())
  await vacuumAndCheckpoint(place.deps.db)
  await place.disconnect()
  const { voucherIds, outletId } = place.scene
  const all = place.tokens.map((token, i) =>
    redemptionRequest({ token, voucherId: voucherIds[i % voucherIds.length], outletId, pin: PIN }),
  )
  const results: Record<string, Measured[]> = {}
  try {
    let first = 0
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [start, env] of Object.entries(starts)) {
        const requests = [...all.slice(first), ...all.slice(0, first)]
        const result = await measure(
          { ...place.env, DRAIN_SECONDS: '0' },
          requests,
          env,
          Number(values.seconds),
        )
        results[start] = [...(results[start] ?? []), result]
        first = (first + USERS_APART) % USERS
      }
    }
  } finally {
    collector.close()
    await place.remove()
  }
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const speedOf = (start: string) => mean((results[start] ?? []).map(({ perSecond }) => perSecond))
  const cpuOf = (start: string) => mean((results[start] ?? []).map(({ cpuMs }) => cpuMs))
  const rounded = (number: number) => Math.round(number * 1000) / 1000
  const rows = Object.entries(results).map(
    ([start, runs]): Row => ({
      start,
      perSecond: Math.round(speedOf(start)),
      ofPlain: rounded(speedOf(start) / speedOf('one process')),
      p99Ms: Math.round(mean(runs.map(({ p99Ms }) => p99Ms))),
      cpuMs: rounded(cpuOf(start)),
      cpuOfPlain: rounded(cpuOf(start) / cpuOf('one process')),
      responses: JSON.stringify(runs.at(-1)?.responses),
    }),
  )
  console.table(rows)
  await saveResult('starts', { clients: CLIENTS, rows, results })
}

async function measure(env: Env, requests: string[], own: Env, seconds: number): Promise<Measured> {
  const node = spawnNode({ ...env, ...own })
  try {
    const port = Number(new URL(listeningAt(await untilUp(node))).port)
    await generateLoad({
      port,
      connections: CLIENTS,
      seconds: WARM_UP_SECONDS,
      requests: [...requests].reverse(),
    })
    const pid = node.child.pid as number
    const before = (await cpuSecondsOfFamily(pid)) ?? 0
    const result = await generateLoad({ port, connections: CLIENTS, seconds, requests })
    const spent = ((await cpuSecondsOfFamily(pid)) ?? 0) - before
    const answered = Object.values(result.responses).reduce((sum, count) => sum + count, 0)
    return { ...result, cpuMs: (spent * 1000) / answered }
  } finally {
    node.child.kill('SIGTERM')
    await node.exited
  }
}
