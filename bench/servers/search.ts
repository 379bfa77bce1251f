import { generateKeyPairSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import { requireToken } from '../../src/api/auth/jwt.ts'
import { SearchIndex } from '../../src/domain/catalog-search/search-index.ts'
import { SLICE_MS } from '../../src/domain/catalog-search/search-index-cache.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { TimeSlice } from '../../src/platform/time-slice.ts'
import { openFoundation } from '../../src/process/startup.ts'
import { BENCH_ISSUER, mintToken, onboardBenchPartner } from '../fixtures/bench-partner.ts'
import { insertSearchCatalog, searchInSql } from '../fixtures/search-catalog.ts'
import { bareServer, listen, record } from './recorded-route.ts'

// The servers that `bench/search.ts` measures, in their own process: the service, and a bare Fastify that verifies the same
// token in the same way. It sends the same bytes, or searches in SQL.

const [merchants] = process.argv.slice(2)

const directory = await temporaryFolder('bench')
const config = loadConfig({ DATA_DIR: directory, PORT: '0', DEMO: 'false', LOG_LEVEL: 'warn' })
const { deps, close } = await openFoundation(config, createLogger('warn'))
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
await onboardBenchPartner(deps, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string })
await insertSearchCatalog(deps.db, Number(merchants))

const { server } = await buildApp(deps)
const port = await listen(server as never)

const { bare, bodies } = bareServer(deps)
await bare.register(async (app) => {
  requireToken(app, deps)
  app.get('/bare', (request) => searchInSql(deps.db, (request.query as { q: string }).q))
})
const barePort = await listen(bare)
const token = mintToken(privateKey, { iss: BENCH_ISSUER, sub: 'bench-user' })

/** Builds the index once more, on rows that are in memory, and watches how long it blocks the process at a time. */
async function measureBuild() {
  const rows = await deps.catalog.rows()
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await sleep(50)
  delays.reset()
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await SearchIndex.of(rows, new TimeSlice(SLICE_MS))
  const { user, system } = process.cpuUsage(cpu)
  const buildMs = Math.round(performance.now() - startedAt)
  delays.disable()
  return {
    buildMs,
    cpuMs: Math.round((user + system) / 1000),
    longestSliceMs: Math.round(delays.max / 1e5) / 10,
  }
}

process.on('message', async (message: { record?: string[]; build?: true; stop?: true }) => {
  if (message.record) {
    await record(bodies, { port, token, paths: message.record })
    process.send?.({ done: true })
  }
  if (message.build) process.send?.(await measureBuild())
  if (!message.stop) return
  await Promise.all([server.close(), bare.close()])
  await close()
  await rm(directory, { recursive: true, force: true })
  process.disconnect?.()
})
process.send?.({ port, barePort, token })
