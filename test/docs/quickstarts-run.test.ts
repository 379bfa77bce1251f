import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { goCache } from '../go-cache.ts'
import { freePort, until } from '../process.ts'
import { startDelivering } from '../webhooks/delivery-scene.ts'
import { type Block, blocksOf } from './code-blocks.ts'

const secretsKey = randomBytes(32)
const harness = await startDelivering({}, { secretsKey, allowPrivateTargets: true })
const { clock, deps, server } = harness
await server.listen({ port: 0, host: '127.0.0.1' })
await loadDemo(deps)
const folder = await temporaryFolder('quickstarts')
afterAll(() => rm(folder, { recursive: true, force: true }))
const env = {
  ...{ PATH: process.env.PATH, HOME: folder, GOCACHE: goCache() },
  ...{ DATABASE_URL: harness.databaseUrl, SECRETS_KEY: secretsKey.toString('base64') },
}

/** Each language, and what has to be installed for it. */
const LANGUAGES: [language: string, probe: string[]][] = [
  ['node', ['node', '--version']],
  ['python', ['python3', '-c', 'import cryptography']],
  ['go', ['go', 'version']],
  ['java', ['javac', '--version']],
]
const isInstalled = ([program = '', ...args]: string[]) => spawnSync(program, args, { env }).status === 0

/** Each numbered step that opens another terminal is a shell of its own. */
function terminals(blocks: Block[]): [backend: string, caller: string] {
  const until = blocks.findIndex(({ mark }) => mark?.startsWith('runs until'))
  const codeOf = (part: Block[]) => part.map(({ code }) => code).join('\n')
  return [codeOf(blocks.slice(0, until + 1)), codeOf(blocks.slice(until + 1))]
}

test.each(LANGUAGES.filter(([, probe]) => isInstalled(probe)))(
  'docs/quickstart-%s.md: from the first block to the verified webhook',
  { timeout: 300_000 },
  async (language) => {
    clock.now = new Date()
    const port = String(await freePort())
    const here = (code: string) =>
      code
        .replaceAll('/tmp/counterfoil-', `${folder}/`)
        .replaceAll('http://127.0.0.1:3000', server.listeningOrigin)
        .replaceAll('$PWD/.data/', `${deps.config.dataDir}/`)
        .replaceAll('.data/', `${deps.config.dataDir}/`)
        .replaceAll('PORT=8080', `PORT=${port}`)
        .replaceAll('user-42', `user-of-${language}`)
    const [backend, caller] = terminals(blocksOf(`docs/quickstart-${language}.md`)).map(here) as [
      string,
      string,
    ]
    const child = spawn('bash', ['-euo', 'pipefail', '-c', backend], { env, detached: true })
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
    const called = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', caller], { env })
    expect(called.stdout).toContain('/app/#token=ey')
    await until(() => new RegExp(`user-of-${language} claimed`).test(output))
  },
)
