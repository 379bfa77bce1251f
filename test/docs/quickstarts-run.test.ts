import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { goCache } from '../support/go-cache.ts'
import { freePort, PROCESS_ENV, until } from '../support/process.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { type Block, blocksOf } from './code-blocks.ts'
import { QUICKSTARTS, terminalsOf } from './quickstart-reader.ts'

const secretsKey = randomBytes(32)
const harness = await startDelivering({}, { secretsKey, allowPrivateTargets: true })
const { clock, deps, server } = harness
await server.listen({ port: 0, host: '127.0.0.1' })
await loadDemo(deps)
const folder = await temporaryFolder('quickstarts')
afterAll(() => rm(folder, { recursive: true, force: true }))
const env = {
  ...{ ...PROCESS_ENV, HOME: folder, GOCACHE: goCache(), GOFLAGS: '-modcacherw' },
  ...{ npm_config_offline: 'true', PIP_NO_INDEX: '1', PIP_NO_BUILD_ISOLATION: 'false' },
  ...{ DATABASE_URL: harness.databaseUrl, SECRETS_KEY: secretsKey.toString('base64') },
}

/** Debian's Python has the tools that build a package (python3-pip, python3-setuptools, python3-wheel). */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import cryptography, setuptools, wheel, pip']).status === 0,
)
const isInstalled = (language: string, [program = '', ...args]: string[]) =>
  language === 'python' ? python !== undefined : spawnSync(program, args, { env }).status === 0

/** The commands for each of the two terminals that a quickstart uses. */
function terminals(blocks: Block[]): [backend: string, caller: string] {
  const until = blocks.findIndex(({ mark }) => mark?.startsWith('runs until'))
  const codeOf = (part: Block[]) => part.map(({ code }) => code).join('\n')
  return [codeOf(blocks.slice(0, until + 1)), codeOf(blocks.slice(until + 1))]
}

/** The folders, addresses and command of this run, in place of those that the pages name. */
const here = (code: string, port: number) =>
  code
    // npx takes a second to find it.
    .replaceAll('npx counterfoil', 'node bin/counterfoil.mjs')
    // Offline: what pip would download is installed here.
    .replaceAll('python3 -m venv', `${python} -m venv --without-pip --system-site-packages`)
    .replaceAll('/tmp/counterfoil-', `${folder}/`)
    .replaceAll('http://127.0.0.1:3000', server.listeningOrigin)
    .replaceAll('$PWD/.data/', `${deps.config.dataDir}/`)
    .replaceAll('.data/', `${deps.config.dataDir}/`)
    .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
    .replaceAll('PORT=8080', `PORT=${port}`)

/** Runs the program until the test has finished. Returns when it serves its keys at the port. */
async function start(code: string, port: number): Promise<{ output: () => string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', code], { env, detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/jwks.json`)
      .then(({ ok }) => ok)
      .catch(() => false)
  await until(async () => child.exitCode !== null || (await isUp()), 240_000)
  expect(child.exitCode, output).toBeNull()
  return { output: () => output }
}

const languages = Object.entries(QUICKSTARTS).filter(([language, probe]) => isInstalled(language, probe))

test.each(languages.map(([language]) => language))(
  'docs/quickstart-backend.md: in %s, from an empty folder and the built package to the redeemed voucher',
  { timeout: 300_000 },
  async (language) => {
    clock.now = new Date()
    const port = await freePort()
    const [backend, caller] = terminalsOf(language).map((blocks) =>
      here(blocks.map(({ code }) => code).join('\n'), port)
        .replaceAll(`${folder}/backend`, `${folder}/backend-${language}`)
        .replaceAll('user-42', `user-of-${language}`),
    ) as [string, string]
    const { output } = await start(backend, port)
    const called = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', caller], { env })
    expect(called.stdout).toContain('/app/#token=ey')
    expect(called.stdout).toContain('"status":"FLAGGED"')
    await until(() => output().includes(`user-of-${language} redeemed Free kopi with any toast set`))
  },
)

test('examples/hosts/web/README.md: starts as written, and its page may frame the webview', async () => {
  clock.now = new Date()
  const port = await freePort()
  const [host] = terminals(blocksOf('examples/hosts/web/README.md'))
  await start(here(host, port), port)
  const origin = `http://127.0.0.1:${port}`
  expect(await (await fetch(origin)).text()).toContain('demo-bank')
  const token = await (await fetch(`${origin}/voucher-token`, { method: 'POST' })).text()
  const me = await fetch(`${server.listeningOrigin}/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ displayName: 'Aina', partner: { slug: 'demo-bank' } })
  const { body: partners } = await harness.admin('GET', '/admin/partners')
  const demo = partners.items.find(({ slug }: { slug: string }) => slug === 'demo-bank')
  expect(demo.frameAncestors).toEqual([origin])
}, 120_000)
