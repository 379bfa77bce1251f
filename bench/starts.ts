import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../scripts/temporary-folder.ts'
import { loadConfig } from '../src/platform/config.ts'
import { startEmbedded } from '../src/platform/embedded/server.ts'
import { createLogger } from '../src/platform/logging.ts'
import { openDeps } from '../src/process/open-deps.ts'
import { openFoundation } from '../src/process/startup.ts'
import { listeningAt, spawnNode, untilUp } from '../test/support/process.ts'
import { BENCH_ISSUER, mintToken, onboardBenchPartner } from './fixtures/bench-partner.ts'
import { insertCatalog, insertUsers, vacuumAndCheckpoint } from './fixtures/redeem-history.ts'
import { generateLoad, type LoadResult } from './load/generate-load.ts'
import { cpuSecondsOfFamily } from './measure/cpu-seconds.ts'
import { saveResult } from './measure/save-result.ts'

const USERS = 60_000
/** A user may redeem five times a minute, so each measurement begins with others. */
const USERS_APART = 15_000
const VOUCHERS = 500
const CLIENTS = 128
const PIN = '1234'
/** Load before the measurement: until then, V8 still compiles what only one request in a hundred runs. */
const WARM_UP_SECONDS = 10

type Env = Record<string, string>
type Row = {
  start: string
  perSecond: number
  ofPlain: number
  p99Ms: number
  /** CPU time of the service for one redemption. Unlike the speed, it does not depend on what else the machine does. */
  cpuMs: number
  cpuOfPlain: number
  responses: string
}
type Measured = LoadResult & { cpuMs: number }

/**
 * Redemptions by the service as an operator starts it: in one process, in two, and in one that traces a request in a
 * hundred. The starts take turns on one database, so that all of them see the same machine.
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
  const place = await openPlace()
  const results: Record<string, Measured[]> = {}
  try {
    let first = 0
    for (let round = 0; round < Number(values.rounds); round += 1) {
      for (const [start, env] of Object.entries(starts)) {
        const requests = [...place.requests.slice(first), ...place.requests.slice(0, first)]
        const result = await measure(place.env, requests, env, Number(values.seconds))
        results[start] = [...(results[start] ?? []), result]
        first = (first + USERS_APART) % USERS
      }
    }
  } finally {
    collector.close()
    await place.close()
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

type Place = { env: Env; requests: string[]; close(): Promise<void> }

/** A database with users and vouchers, and a request of each user. */
async function openPlace(): Promise<Place> {
  const folder = await temporaryFolder('bench')
  const settings = { shared_buffers: '2GB', max_wal_size: '8GB' }
  const postgres = await startEmbedded({ directory: join(folder, 'postgres'), settings })
  const env = {
    ...{ DATA_DIR: folder, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: postgres.url, SECRETS_KEY: randomBytes(32).toString('base64'), DRAIN_SECONDS: '0' },
  }
  const foundation = await openFoundation(loadConfig(env), createLogger('warn'))
  const deps = openDeps(foundation.deps)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await onboardBenchPartner(deps, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string })
  await insertUsers(deps.db, USERS, 0)
  const { voucherIds, outletId } = await insertCatalog(deps.db, VOUCHERS, (id) => deps.vault.hashPin(id, PIN))
  await vacuumAndCheckpoint(deps.db)
  await deps.close()
  await foundation.close()
  const requests = Array.from({ length: USERS }, (_, i) => {
    const voucherId = voucherIds[i % voucherIds.length]
    const body = JSON.stringify({ voucherId, outletId, pin: PIN, consumerLat: 3.1501, consumerLng: 101.7 })
    const token = mintToken(privateKey, { iss: BENCH_ISSUER, sub: `user-${i}` })
    return [
      'POST /me/redemptions HTTP/1.1',
      'host: bench',
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  })
  return {
    env,
    requests,
    async close() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
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
