import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, inject } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { buildApp } from '../../src/api/app.ts'
import type { Deps } from '../../src/domain/deps.ts'
import type { EngineOptions } from '../../src/domain/redemptions/engine/engine.ts'
import type { DispatcherOptions } from '../../src/domain/webhooks/dispatch/dispatcher.ts'
import { hide, prepareHiding } from '../../src/platform/cells/hiding-queries.ts'
import { type Config, loadConfig } from '../../src/platform/config.ts'
import { connect, type Db } from '../../src/platform/database/db.ts'
import { closePools, openPools } from '../../src/platform/database/open-pools.ts'
import type { Served } from '../../src/platform/http/serve.ts'
import { createLogger } from '../../src/platform/logging.ts'
import { createVault } from '../../src/platform/secrets.ts'
import { createCell } from '../../src/process/installation/create-cell.ts'
import { openDeps } from '../../src/process/open-deps.ts'
import { CLONED, databaseUrl, TEMPLATE } from './postgres.ts'

/** The lowest costs that argon2 allows. With the service's costs, a test of a sign-in would spend most of its time hashing. */
export const PASSWORD_COSTS = { memory: 8, passes: 1, parallelism: 1 }
/** With TEST_CELLS=1, all live merchants of a test live in this cell: what must hold at home must hold there. */
const TEST_CELL = process.env.TEST_CELLS === '1' ? 'east' : null
/** With TEST_MOVES=1, the database hides a merchant, as while one moves: every statement must work through its views. */
const HIDES = process.env.TEST_MOVES === '1'
export const ADMIN_KEY = 'test-admin-key-0123456789'

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
export type ApiResponse = { status: number; headers: Record<string, string>; body: any }

export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse>

export type Harness = {
  server: FastifyInstance
  /** Every route that the app answers. */
  served: Served
  deps: Deps
  /** Those of the home database; `deps` without cells. */
  homeDeps: Deps
  db: Db
  databaseUrl: string
  clock: { now: Date; advance(ms: number): void }
  /** Calls as the admin of ADMIN_API_KEY. */
  admin: Call
  /** Calls with a credential of choice; none when undefined. */
  as(key: string | undefined): Call
  /** Every line logged so far. */
  logs: string[]
  /** Another node on the same database, under the same clock. */
  startNode(): Promise<Node>
}

export type Node = Pick<Harness, 'server' | 'deps' | 'admin' | 'as'> & { stop(): Promise<void> }

/** An app with its own database, which is cloned from the template and dropped when the file is done. */
export async function createHarness(
  changes: Partial<Config> = {},
  engineOptions: Partial<EngineOptions> = {},
  dispatcherOptions: Partial<DispatcherOptions> = {},
): Promise<Harness> {
  const serverUrl = inject('serverUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const root = await rootOf(serverUrl)
  await root.unsafe(`create database ${name} template ${TEMPLATE} ${CLONED}`)
  const url = databaseUrl(serverUrl, name)
  if (HIDES) await hideSomebody(url)
  const dataDir = await temporaryFolder('data')
  const pools = openPools(await connect(url, { name: `counterfoil ${name}` }))
  const clock = {
    now: new Date(),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const logs: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logs.push(String(chunk))
      done()
    },
  })
  const config = { ...loadConfig({ DATA_DIR: dataDir, ADMIN_API_KEY: ADMIN_KEY, PORT: '0' }), ...changes }
  const vault = createVault(config.secretsKey ?? randomBytes(32))
  const log = createLogger('info', sink)
  const options = { engineOptions, dispatcherOptions, passwordCosts: PASSWORD_COSTS }
  const parts = { config, vault, log, now: () => clock.now, ...options }
  const opened = openDeps({ ...pools, ...parts })
  if (TEST_CELL !== null) {
    await root.unsafe(`create database ${name}_${TEST_CELL} template ${TEMPLATE} ${CLONED}`)
    await createCell(opened, TEST_CELL)
  }
  const { server, served } = await buildApp(opened)
  await server.ready()
  // Records of merchants are in the cell then, so a test looks and works there.
  const deps = opened.depsIn(await opened.cells.forNewMerchant())
  const { db } = deps

  const nodes: Node[] = []
  const startNode = async (): Promise<Node> => {
    const nodePools = openPools(await connect(url, { name: `counterfoil ${name} ${nodes.length}` }))
    const nodeDeps = openDeps({ ...nodePools, ...parts })
    const { server } = await buildApp(nodeDeps)
    await server.ready()
    const stop = async () => {
      await server.close()
      await nodeDeps.close()
      await closePools(nodePools, 1)
    }
    const as = (key: string | undefined): Call => caller(server, key)
    const node = { server, deps: nodeDeps, admin: as(ADMIN_KEY), as, stop }
    nodes.push(node)
    return node
  }

  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await server.close()
    await opened.close()
    await closePools(pools, 1)
    for (const one of TEST_CELL === null ? [name] : [`${name}_${TEST_CELL}`, name])
      await root.unsafe(`drop database if exists ${one} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  })

  const as = (key: string | undefined): Call => caller(server, key)
  return {
    server,
    served,
    deps,
    homeDeps: opened,
    db,
    databaseUrl: url,
    clock,
    admin: as(ADMIN_KEY),
    as,
    logs,
    startNode,
  }
}

async function hideSomebody(url: string): Promise<void> {
  const db = await connect(url, { max: 1 })
  await db.begin((tx) => prepareHiding(tx, 'public'))
  await hide(db, {
    merchants: [randomUUID()],
    vouchers: [randomUUID()],
    outlets: [randomUUID()],
    statements: ['0'],
  })
  await db.end()
}

/** One connection for all test files of a worker. It ends with the worker. */
let sharedRoot: Promise<Db> | undefined

function rootOf(serverUrl: string): Promise<Db> {
  sharedRoot ??= connect(serverUrl, { max: 1, deadlineMs: 60_000 })
  return sharedRoot
}

function caller(server: FastifyInstance, key: string | undefined): Call {
  return async (method, path, body, headers = {}) => {
    const options: InjectOptions = {
      method,
      url: path,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    }
    const response = await server.inject(options)
    const isJson = response.headers['content-type']?.toString().startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: isJson ? response.json() : response.body,
    }
  }
}
