import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ROUTES } from '@counterfoil/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { goCache } from '../support/go-cache.ts'
import { freePort } from '../support/process.ts'
import { onboard } from '../support/signing.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { GO_CALLS } from './calls/go-calls.ts'
import { JAVA_CALLS } from './calls/java-calls.ts'
import { NODE_CALLS } from './calls/node-calls.ts'
import { PYTHON_CALLS } from './calls/python-calls.ts'
import { type Fault, openFaultyProxy } from './faulty-proxy.ts'
import type { Calls } from './features.ts'
import { listen } from './sdk-scene.ts'

type Tour = {
  language: string
  /** Fails if the toolchain is missing. */
  probe: string[]
  build: string[][]
  command: string[]
  /** The source of the tour, which contains every call. */
  source: string
  calls: Calls
}

const folder = await temporaryFolder('tour')
afterAll(() => rm(folder, { recursive: true, force: true }))
const [keyFile = '', nextKeyFile = ''] = ['key.pem', 'next-key.pem'].map((name) => join(folder, name))
for (const file of [keyFile, nextKeyFile]) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

const TOURS: Tour[] = [
  {
    language: 'Node',
    probe: [process.execPath, '--version'],
    build: [],
    command: [process.execPath, 'test/sdk/node-tour.ts'],
    source: 'test/sdk/node-tour.ts',
    calls: NODE_CALLS,
  },
  {
    language: 'Java',
    probe: ['javac', '--version'],
    build: [
      [
        ...['javac', '-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-encoding', 'UTF-8'],
        ...['-d', folder, '-sourcepath', 'sdk/java/src', 'sdk/java/test/counterfoil/Tour.java'],
      ],
    ],
    command: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', folder, 'counterfoil.Tour'],
    source: 'sdk/java/test/counterfoil/Tour.java',
    calls: JAVA_CALLS,
  },
  {
    language: 'Python',
    probe: ['python3', '-c', 'import cryptography'],
    build: [],
    command: ['python3', 'sdk/python/tests/tour.py'],
    source: 'sdk/python/tests/tour.py',
    calls: PYTHON_CALLS,
  },
  {
    language: 'Go',
    probe: ['go', 'version'],
    build: [['sh', '-c', `cd sdk/go && GOCACHE=${goCache()} go build -o ${folder}/go-tour ./internal/tour`]],
    command: [join(folder, 'go-tour')],
    source: 'sdk/go/internal/tour/main.go',
    calls: GO_CALLS,
  },
]

const ENV = {
  ...{ PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
  ...{ PYTHONPATH: resolve('sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
}
const run = promisify(execFile)
const runHere = ([program = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
  run(program, args, { env: { ...ENV, ...env }, timeout: 60_000 }).catch((error) => {
    throw new Error(`${program} failed:\n${error.stdout}${error.stderr}`)
  })

/** Every tour meets these: its first upsert is repeated, and its first change of the clock must not be. */
const faultsOfRoutes = (): Record<string, Fault[]> => ({
  'POST /integrations/users': [
    { status: 503, body: '{"error":"unavailable"}' },
    { addedHeaders: { 'x-unknown-fields': 'nickname' } },
  ],
  'PUT /integrations/test/clock': ['reset'],
})

/** A test twin that delivers to the tour, and fetches its keys there. */
async function openTwin(port: number) {
  const live = await onboard(harness.admin)
  const twin = (await harness.admin('POST', `/admin/partners/${live.id}/sandbox`)).body
  const [webhookUrl, jwksUrl] = ['hooks', 'jwks.json'].map((path) => `http://127.0.0.1:${port}/${path}`)
  const changes = { webhookUrl, jwksUrl, publicKey: null }
  const { status, body } = await harness.admin('PATCH', `/admin/partners/${twin.id}`, changes)
  expect(status, JSON.stringify(body)).toBe(200)
  return twin
}

/** What the tour needs of a live partner without a twin. */
async function openLive() {
  const { id, slug, secret } = await onboard(harness.admin)
  const access = { name: 'Tour', role: 'partner', partnerId: id }
  const { key } = (await harness.admin('POST', '/admin/keys', access)).body
  return { LIVE_SLUG: slug, LIVE_SECRET: secret, LIVE_API_KEY: key }
}

/** The routes that a partner's backend signs. A new one needs a feature in every SDK. */
const BACKEND_ROUTES = ROUTES.filter(({ surface }) => surface === 'integration').map(
  ({ method, path }) => `${method} ${path}`,
)
const isCallOf = (route: string, { method, path }: { method: string; path: string }) =>
  new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path.split('?')[0]}`)

/** `clock().advance(Period.ofMonths(1))` is `clock().advance(`. */
const withoutArguments = (call: string) => call.replace(/\((?!\)).*/, '(')
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

const harness = await startDelivering({}, { allowPrivateTargets: true })
// A tour has the clock of the machine, and so has the service.
const clockHand = setInterval(() => {
  harness.clock.now = new Date()
}, 10)
afterAll(() => clearInterval(clockHand))

describe.each(TOURS)('the SDK for $language', ({ language, probe, build, command, source, calls }) => {
  const [program = '', ...args] = probe
  const isInstalled = spawnSync(program, args).status === 0
  if (!isInstalled)
    process.stderr.write(`The tour of ${language} is skipped: ${program} does not run here.\n`)

  beforeAll(async () => {
    for (const step of isInstalled ? build : []) await runHere(step, {})
  }, 300_000)

  test.skipIf(!isInstalled)('does everything that docs/sdks.md says', async () => {
    const port = await freePort()
    const twin = await openTwin(port)
    const proxy = await openFaultyProxy(await listen(harness))
    proxy.faultsOfRoutes = faultsOfRoutes()
    const { stdout } = await runHere(command, {
      ...{ COUNTERFOIL_URL: proxy.url, SLUG: twin.slug, SECRET: twin.secret, API_KEY: twin.apiKey },
      ...{ ISSUER: twin.jwtIssuer, PRIVATE_KEY: keyFile, HOOK_PORT: String(port) },
      ...{ NEXT_PRIVATE_KEY: nextKeyFile, ...(await openLive()) },
    })
    const reported = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).feature)
    expect(reported.sort()).toEqual(Object.keys(calls).sort())
    expect(Object.values(proxy.faultsOfRoutes).flat()).toEqual([])
    expect(BACKEND_ROUTES.filter((route) => !proxy.seen.some((call) => isCallOf(route, call)))).toEqual([])
  })

  test('its tour contains each call of docs/sdks.md', () => {
    const text = withoutSpaces(readFileSync(source, 'utf8'))
    const missing = Object.values(calls).filter(
      (call) => !text.includes(withoutSpaces(withoutArguments(call))),
    )
    expect(missing).toEqual([])
  })
})
