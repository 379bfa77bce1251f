import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { goCache } from '../support/go-cache.ts'

const run = promisify(execFile)
const isInstalled = spawnSync('go', ['version']).status === 0
const folder = await temporaryFolder('package-go')
afterAll(() => rm(folder, { recursive: true, force: true }))
const [proxy, app] = [join(folder, 'proxy'), join(folder, 'app')]
// The module cache is read-only otherwise, and could not be deleted.
const ENV = { PATH: process.env.PATH, HOME: folder, GOCACHE: goCache(), GOFLAGS: '-modcacherw' }

const readme = await readFile('sdk/go/README.md', 'utf8')
const blocksOf = (language: string): string[] =>
  [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, fence]) => fence === language)
    .map(([, , code = '']) => code)
const [build = '', install = ''] = blocksOf('sh').map((code) => code.replaceAll('/tmp/counterfoil-go', proxy))

/** Follows the README: the module is built, and installed in a module that knows nothing else. */
beforeAll(async () => {
  if (!isInstalled) return
  await run('sh', ['-ec', build], { cwd: 'sdk/go', env: ENV })
  await mkdir(app)
  await run('go', ['mod', 'init', 'backend'], { cwd: app, env: ENV })
  await run('sh', ['-ec', install], { cwd: app, env: ENV })
}, 300_000)

test.skipIf(!isInstalled)('the module has its code, README, changelog and nothing else', async () => {
  const { goModule } = JSON.parse(await readFile('sdk/names.json', 'utf8'))
  const list = ['list', '-f', '{{.Dir}}', '-m', goModule]
  const { stdout } = await run('go', list, { cwd: app, env: ENV })
  const { stdout: found } = await run('find', ['.', '-type', 'f'], { cwd: stdout.trim() })
  const paths = found.trim().split('\n')
  expect(paths).toEqual(
    expect.arrayContaining(['./README.md', './CHANGELOG.md', './go.mod', './counterfoil.go']),
  )
  const expected = /^\.\/(\w+\.(md|go)|go\.mod|counterfoiltest\/\w+\.go|internal\/signature\/signature\.go)$/
  expect(paths.filter((path) => !expected.test(path) || path.includes('_test'))).toEqual([])
})

test.skipIf(!isInstalled)(
  'the example builds with the installed module',
  async () => {
    await copyFile('examples/go-backend/main.go', join(app, 'main.go'))
    await run('go', ['build', '-o', join(folder, 'backend'), '.'], { cwd: app, env: ENV })
  },
  300_000,
)

test.skipIf(!isInstalled)(
  'the test of a receiver runs with the installed module',
  async () => {
    const program = blocksOf('go').find((code) => code.includes('counterfoiltest')) ?? ''
    await writeFile(join(app, 'main.go'), program)
    const env = { ...ENV, COUNTERFOIL_URL: 'http://localhost', SLUG: 'acme-pay', SECRET: 'whsec_x' }
    const { stdout } = await run('go', ['run', '.'], { cwd: app, env })
    expect(stdout).toBe('user-42 claimed Free kopi with any toast set\n200\n')
  },
  120_000,
)
