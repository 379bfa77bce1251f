import { execFile, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { goCache } from '../support/go-cache.ts'
import { onboard } from '../support/signing.ts'
import { emitEvents, startDelivering } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { walkThroughExample } from './example-backend.ts'
import { type Fault, openFaultyProxy } from './faulty-proxy.ts'
import { listen } from './sdk-scene.ts'

type Language = {
  name: string
  /** Fails if the toolchain is missing. */
  probe: string[]
  build: { command: string[]; cwd: string }[]
  vectors: { command: string[]; cwd: string }
  endToEnd: string[]
  example: string[]
  /** The README of the SDK, the file name for its code block, and the command that runs the file. Java's is run by its package. */
  readme?: { path: string; file: string; command: string[] }
}

const root = resolve('.')
const folder = await temporaryFolder('languages')
afterAll(() => rm(folder, { recursive: true, force: true }))
const classes = join(folder, 'classes')
const ENV = {
  ...{ PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', GOCACHE: goCache(), GOFLAGS: '-mod=mod' },
  ...{ PYTHONPATH: join(root, 'sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
}

/** These programs end before Java's optimizing compiler pays off. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

const LANGUAGES: Language[] = [
  {
    name: 'python',
    probe: ['python3', '-c', 'import cryptography'],
    build: [],
    vectors: { command: ['python3', '-m', 'unittest', 'discover', 'tests'], cwd: 'sdk/python' },
    endToEnd: ['python3', join(root, 'sdk/python/tests/end_to_end.py')],
    example: ['python3', join(root, 'examples/python-backend/backend.py')],
    readme: { path: 'sdk/python/README.md', file: 'readme.py', command: ['python3', 'readme.py'] },
  },
  {
    name: 'go',
    probe: ['go', 'version'],
    build: [
      { command: ['sh', '-c', 'test -z "$(gofmt -l .)"'], cwd: 'sdk/go' },
      { command: ['go', 'vet', './...'], cwd: 'sdk/go' },
      { command: ['go', 'build', '-o', join(folder, 'end-to-end'), './internal/end_to_end'], cwd: 'sdk/go' },
      { command: ['go', 'build', '-o', join(folder, 'go-backend'), '.'], cwd: 'examples/go-backend' },
    ],
    vectors: { command: ['go', 'test', '-count=1', '.'], cwd: 'sdk/go' },
    endToEnd: [join(folder, 'end-to-end')],
    example: [join(folder, 'go-backend')],
    readme: { path: 'sdk/go/README.md', file: 'main.go', command: ['go', 'run', '.'] },
  },
  {
    name: 'java',
    probe: ['javac', '--version'],
    build: [
      {
        command: [
          ...['javac', ...SHORT_RUN.map((flag) => `-J${flag}`)],
          ...['-encoding', 'UTF-8', '--release', '17'],
          ...['-Xlint:all', '-Werror', '-d', classes],
          ...globSync('sdk/java/{src,test}/**/*.java'),
          'examples/java-backend/Backend.java',
        ],
        cwd: '.',
      },
    ],
    vectors: {
      command: ['java', ...SHORT_RUN, '-cp', classes, 'counterfoil.UnitTests', 'sdk/vectors'],
      cwd: '.',
    },
    endToEnd: ['java', ...SHORT_RUN, '-Dfile.encoding=UTF-8', '-cp', classes, 'counterfoil.EndToEnd'],
    example: ['java', ...SHORT_RUN, '-cp', classes, 'Backend'],
  },
]

const run = promisify(execFile)
const runIn = ({ command: [program = '', ...args], cwd }: { command: string[]; cwd: string }) =>
  run(program, args, { cwd, env: ENV }).catch((error) => {
    throw new Error(`${program} failed:\n${error.stdout}${error.stderr}`)
  })
/** The blocks of a page that are programs; those for the shell install the SDK. */
const programsIn = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^```(?!sh)\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
const isInstalled = ([program = '', ...args]: string[]) => spawnSync(program, args, { env: ENV }).status === 0

const missing = LANGUAGES.filter(({ probe }) => !isInstalled(probe))
for (const { name, probe } of missing)
  process.stderr.write(`The ${name} SDK is skipped: "${probe.join(' ')}" does not run on this machine.\n`)

const harness = await startDelivering({}, { allowPrivateTargets: true })
/** The first build of Go also compiles its standard library. */
const BUILD_MS = 300_000

describe.skip.each(missing)('the SDK for $name is skipped: its toolchain is not installed', () => {
  test('passes the vectors', () => {})
})

describe.each(LANGUAGES.filter((language) => !missing.includes(language)))(
  'the SDK for $name',
  (language) => {
    beforeAll(async () => {
      for (const step of language.build) await runIn(step)
    }, BUILD_MS)

    test('passes the vectors', async () => {
      await runIn(language.vectors)
    })

    test('signs each retry again: after 429, 503, a reset and a page that ends in the middle', async () => {
      harness.clock.now = new Date()
      const partner = await onboard(harness.admin)
      const emitted = (await emitEvents(harness, partner.id, 205)).map(({ id }) => id)
      await untilFeedIsComplete(harness.db)
      const proxy = await openFaultyProxy(await listen(harness))
      const limited: Fault = {
        status: 429,
        headers: { 'retry-after': '1' },
        body: '{"error":"rate_limited"}',
      }
      const unavailable: Fault = { status: 503, body: '<html>' }
      proxy.faults.push(limited, unavailable, 'reset', 'none', 'none', 'reset', 'none', 'none', 'truncate')
      const [program = '', ...args] = language.endToEnd
      const env = { ...ENV, COUNTERFOIL_URL: proxy.url, SLUG: partner.slug, SECRET: partner.secret }
      const startedMs = performance.now()
      const { stdout } = await run(program, args, { env })
      const steps = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(steps).toEqual([
        // The service had created the user when the connection was reset.
        { step: 'upsert', created: false },
        { step: 'invalid', error: 'validation_failed', status: 400, issues: 1 },
        { step: 'delete' },
        { step: 'delete nobody' },
        { step: 'events', ids: emitted },
        { step: 'catch up', count: 2 },
        { step: 'saved', ids: emitted.slice(-2) },
      ])
      expect(performance.now() - startedMs).toBeGreaterThan(1000)
      expect(proxy.faults).toEqual([])
      const signatures = proxy.seen.map(({ headers }) => String(headers['x-signature']))
      expect(signatures[1]).not.toBe(signatures[0])
      for (const signature of signatures) expect(signature).toMatch(/^t=\d+,v1=\w{64},v2=\w{64}$/)
      const [user] = await harness.db`
      select display_name, anonymized_at from users
      where partner_id = ${partner.id} and external_user_id = 'user/é 🎟'`
      expect(user?.anonymizedAt).not.toBeNull()
    })

    test.skipIf(!language.readme)('the blocks of its README run', async () => {
      harness.clock.now = new Date()
      const { path, file, command } = language.readme as NonNullable<Language['readme']>
      const partner = await onboard(harness.admin)
      await emitEvents(harness, partner.id, 2)
      await untilFeedIsComplete(harness.db)
      const twin = (await harness.admin('POST', `/admin/partners/${partner.id}/sandbox`)).body
      const access = { name: 'Backend', role: 'partner', partnerId: partner.id }
      const keyFile = join(folder, 'key.pem')
      await writeFile(keyFile, JSON.parse(readFileSync('sdk/vectors/tokens.json', 'utf8')).key)
      const env = {
        ...{ ...ENV, COUNTERFOIL_URL: await listen(harness), SLUG: partner.slug, SECRET: partner.secret },
        ...{ ISSUER: partner.jwtIssuer, PRIVATE_KEY: keyFile },
        API_KEY: (await harness.admin('POST', '/admin/keys', access)).body.key,
        ...{ TEST_SLUG: twin.slug, TEST_SECRET: twin.secret, TEST_API_KEY: twin.apiKey },
      }
      const module = readFileSync('examples/go-backend/go.mod', 'utf8')
      const outputs: string[] = []
      for (const [i, code] of programsIn(path).entries()) {
        const cwd = join(folder, `readme-${language.name}-${i}`)
        mkdirSync(cwd)
        await writeFile(join(cwd, file), code)
        await writeFile(join(cwd, 'go.mod'), module.replace('../../sdk/go', join(root, 'sdk/go')))
        const [program = '', ...args] = command
        outputs.push((await run(program, args, { cwd, env })).stdout)
      }
      expect(outputs[0]).toMatch(/^true\n/i)
      expect(outputs[0]?.split('CLAIM_CREATED')).toHaveLength(3)
    })

    test('its example works with the service', async () => {
      await walkThroughExample(harness, { command: language.example, cwd: folder, env: ENV as never })
    })
  },
)

test('401 signature_expired: a clock that is off by more than 300 s, in every language, not retried', async () => {
  const partner = await onboard(harness.admin)
  const origin = await listen(harness)
  for (const {
    endToEnd: [program = '', ...args],
  } of LANGUAGES.filter((one) => !missing.includes(one))) {
    const env = { ...ENV, COUNTERFOIL_URL: origin, SLUG: partner.slug, SECRET: partner.secret }
    // More than 300 s, since starting the program takes time.
    harness.clock.now = new Date(Date.now() + 360_000)
    const { stdout } = await run(program, args, { env })
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual({
      ...{ step: 'upsert', error: 'signature_expired', status: 401, issues: 0 },
    })
  }
})
