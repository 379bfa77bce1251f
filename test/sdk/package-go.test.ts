import { execFile, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/temporary-folder.ts'
import { goCache } from '../support/go-cache.ts'
import { emitEvents, onboardWithReceiver, startDelivering } from '../webhooks/delivery-scene.ts'
import { untilFeedIsComplete } from '../webhooks/feed-complete.ts'
import { listen } from './sdk-scene.ts'

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
  'every program of the README runs with the installed module',
  async () => {
    const harness = await startDelivering({}, { allowPrivateTargets: true })
    harness.clock.now = new Date()
    const { partner } = await onboardWithReceiver(harness)
    await emitEvents(harness, partner.id, 2)
    await untilFeedIsComplete(harness.db)
    const access = { name: 'Backend', role: 'partner', partnerId: partner.id }
    const twin = (await harness.admin('POST', `/admin/partners/${partner.id}/sandbox`)).body
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const env = {
      ...{ ...ENV, COUNTERFOIL_URL: await listen(harness), ISSUER: partner.jwtIssuer },
      ...{ SLUG: partner.slug, SECRET: partner.secret, PRIVATE_KEY: join(folder, 'key.pem') },
      ...{ TEST_SLUG: twin.slug, TEST_SECRET: twin.secret },
      API_KEY: (await harness.admin('POST', '/admin/keys', access)).body.key,
    }
    const outputs: string[] = []
    for (const code of blocksOf('go')) {
      await writeFile(join(app, 'main.go'), code)
      await run('go', ['build', '-o', join(folder, 'program'), '.'], { cwd: app, env })
      outputs.push((await run(join(folder, 'program'), [], { env })).stdout)
    }
    const [feed, received, sandbox, support] = outputs
    expect(feed).toMatch(/^true\n/)
    expect(feed?.split('CLAIM_CREATED')).toHaveLength(3)
    expect(received).toBe('user-42 claimed Free kopi with any toast set\n200\n')
    expect(sandbox).toMatch(/^\d{4}-\d\d \d{4}-\d\d\n$/)
    expect(support).toMatch(/\ntrue\nOK\n\d+\n$/)
  },
  120_000,
)
